import type { z } from 'zod/mini'
import { type Device, devices } from '../../contract/devices'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { contains, equals, equalsId, notAfter, notBefore } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler } from '../db/repository'
import { companyJoin, companyName, defineTable, instant, text, uuid } from '../db/table'

export const devicesTable = defineTable<z.output<typeof Device>>()({
  name: 'devices',
  join: companyJoin,
  fields: {
    id: text,
    name: text,
    companyId: uuid,
    companyName,
    deviceTypeId: text,
    deviceTypeName: text,
    locationId: text,
    locationName: text,
    manufacturer: text,
    model: text,
    serialNumber: text,
    macAddress: text,
    ipAddress: text,
    os: text,
    firmwareVersion: text,
    status: text,
    lastSeen: instant,
    warrantyStart: instant,
    warrantyEnd: instant,
    warrantyExpires: instant,
    integrationSource: text,
    externalDeviceId: text,
    createdAt: instant,
    updatedAt: instant,
  },
  derived: {
    name_sort: { type: 'text', from: ({ name }) => sortKey(name) },
    search_text: {
      type: 'text',
      from: ({ name, serialNumber, macAddress, ipAddress }) => searchText(name, serialNumber, macAddress, ipAddress),
    },
  },
})

/** If a warranty has two different end dates, the earlier one counts. */
export const warrantyEnd = 'least(t.warranty_end, t.warranty_expires)'

/** Retired devices need no warranty and are not replaced. */
export const isInUse = "coalesce(lower(trim(t.status)) <> 'retired', true)"

export const deviceRoutes = implement(devices, {
  list: listHandler(devices.list, devicesTable, {
    sorts: {
      name: 't.name_sort',
      created_at: 't.created_at',
      updated_at: 't.updated_at',
      last_seen: 't.last_seen',
      status: 't.status',
      warranty_end: warrantyEnd,
    },
    filters: {
      search: contains(),
      companyId: equals('t.company_id'),
      deviceTypeId: equalsId('t.device_type_id'),
      locationId: equalsId('t.location_id'),
      status: equals('t.status'),
      manufacturer: equals('t.manufacturer'),
      inUse: equals(isInUse),
      warrantyAfter: notBefore(warrantyEnd),
      warrantyBefore: notAfter(warrantyEnd),
    },
  }),
  get: getHandler(devicesTable, 'device'),
})
