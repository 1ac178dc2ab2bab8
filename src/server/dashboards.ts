import type { z } from 'zod/mini'
import { type Dashboard, dashboards } from '../contract/dashboards'
import { contains } from './database/conditions'
import { listOf } from './database/list'
import { oneOf } from './database/read'
import { boolean, instant, int, json, table, text, texts, uuid, uuids } from './database/table'
import { searchText } from './database/text'
import { implement } from './kit/implement'

export const dashboardsTable = table<z.output<typeof Dashboard>>()({
  name: 'dashboards',
  fields: {
    id: uuid,
    name: text,
    description: text,
    url: text,
    iconUrl: text,
    displayOrder: int,
    isActive: boolean,
    isDefault: boolean,
    allowInIframe: boolean,
    framePolicy: text,
    roleIds: uuids,
    roleNames: texts,
    companyUrls: json,
    createdAt: instant,
    updatedAt: instant,
  },
  derived: { search_text: { type: 'text', from: ({ name }) => searchText(name) } },
})

export const dashboardRoutes = implement(dashboards, {
  list: listOf(dashboards.list, dashboardsTable, {
    sorts: { display_order: 't.display_order', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: { search: contains() },
  }),
  get: oneOf(dashboardsTable, 'external dashboard'),
})
