import type { z } from 'zod/mini'
import { type Dashboard, dashboards } from '../../contract/dashboards'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { contains } from '../db/list-engine/conditions'
import { searchText } from '../db/list-engine/search-text'
import { getHandler } from '../db/repository'
import { boolean, defineTable, instant, int, json, text, texts, uuid, uuids } from '../db/table'

export const dashboardsTable = defineTable<z.output<typeof Dashboard>>()({
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
  list: listHandler(dashboards.list, dashboardsTable, {
    sorts: { display_order: 't.display_order', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: { search: contains() },
  }),
  get: getHandler(dashboardsTable, 'external dashboard'),
})
