import * as z from 'zod/mini'
import {
  added,
  byText,
  firstDay,
  flag,
  instant,
  lastDay,
  list,
  object,
  read,
  search,
  sortBy,
  text,
  uuid,
} from './core/endpoint'

const words = () => z.nullable(z.string())

export const Device = object(() => ({
  id: z.string(),
  name: z.string(),
  companyId: words(),
  companyName: words(),
  deviceTypeId: words(),
  deviceTypeName: words(),
  locationId: words(),
  locationName: words(),
  manufacturer: words(),
  model: words(),
  serialNumber: words(),
  macAddress: words(),
  ipAddress: words(),
  os: words(),
  firmwareVersion: words(),
  status: words(),
  lastSeen: z.nullable(instant),
  warrantyStart: z.nullable(instant),
  warrantyEnd: z.nullable(instant),
  warrantyExpires: z.nullable(instant),
  integrationSource: words(),
  externalDeviceId: words(),
  createdAt: instant,
  updatedAt: instant,
}))

export const devices = {
  list: list({
    path: '/devices',
    summary: 'List devices',
    scope: 'devices:read',
    addition: true,
    item: Device,
    limit: [25, 100],
    sort: sortBy(['name', 'created_at', 'updated_at', 'last_seen', 'status', 'warranty_end'], 'created_at', true, [
      'warranty_end',
    ]),
    filters: () => ({
      search: z.optional(search),
      companyId: z.optional(uuid),
      deviceTypeId: z.optional(uuid),
      locationId: z.optional(uuid),
      status: z.optional(text({ min: 1, max: 100 })),
      manufacturer: z.optional(text({ min: 1, max: 255 })),
      inUse: added(z.optional(flag)),
      warrantyAfter: added(z.optional(firstDay)),
      warrantyBefore: added(z.optional(lastDay)),
    }),
  }),
  get: read({ path: '/devices/:id', summary: 'Read a device', scope: 'devices:read', params: byText, item: Device }),
}
