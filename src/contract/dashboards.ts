import * as z from 'zod/mini'
import { byText, instant, list, object, read, search, sortColumn, uuid } from './core/endpoint'

export const Dashboard = object(() => ({
  id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  url: z.string(),
  iconUrl: z.nullable(z.string()),
  displayOrder: z.int(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  allowInIframe: z.boolean(),
  framePolicy: z.nullable(z.string()),
  roleIds: z.array(uuid),
  roleNames: z.array(z.string()),
  /** URLs that replace `url` for one company. */
  companyUrls: z.array(object(() => ({ companyId: uuid, companyName: z.nullable(z.string()), url: z.string() }))),
  createdAt: instant,
  updatedAt: instant,
}))

export const dashboards = {
  list: list({
    path: '/dashboards/external',
    summary: 'List external dashboards',
    scope: 'dashboards:read',
    addition: true,
    item: Dashboard,
    limit: [25, 100],
    sort: sortColumn(['display_order', 'created_at', 'updated_at'], 'display_order', false),
    filters: () => ({ search: z.optional(search) }),
  }),
  get: read({
    path: '/dashboards/external/:id',
    summary: 'Read an external dashboard with its URL per company',
    scope: 'dashboards:read',
    params: byText,
    item: Dashboard,
  }),
}
