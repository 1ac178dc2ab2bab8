import * as z from 'zod/mini'
import { byUuid, endpoint, instant, list, object, one, oneOf, orderBy, read, text, uuid } from './core/endpoint'

/** The lists that have views, by their paths. */
export const viewedLists = [
  '/companies',
  '/companies/users',
  '/users',
  '/goals',
  '/budgets',
  '/automation',
  '/report-schedules',
  '/brief-schedules',
  '/reports',
  '/surveys/nps/responses',
  '/surveys/nps',
  '/devices',
  '/dashboards/external',
  '/training/enrollments',
  '/training/certificates',
  '/compliance/templates',
  '/client-overview',
] as const
const ViewedList = oneOf(viewedLists)

const name = text({ min: 1, max: 60 }).check(z.regex(/\S/, { error: 'must not be blank' }))
const query = text({ max: 4000 })

/** A named query of a list that everyone who may read the list sees. */
export const View = object(() => ({
  id: uuid,
  list: ViewedList,
  name: z.string(),
  /** Filters, sort and rows per page, as in the list's address. Parameters that a list does not have are ignored. */
  query: z.string(),
  /** Who shared it, by the name of the key or person. */
  sharedBy: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
}))

export const views = {
  list: list({
    path: '/views',
    summary: 'List shared views of the lists that the key can read',
    scope: null,
    addition: true,
    item: View,
    limit: [25, 100],
    sort: orderBy(['name', 'created_at'], 'name', 'asc'),
    filters: () => ({ list: z.optional(ViewedList) }),
  }),
  get: read({ path: '/views/:id', summary: 'Read a shared view', scope: null, item: View, addition: true }),
  create: endpoint({
    method: 'POST',
    path: '/views',
    summary: 'Share a view with everyone who can read its list',
    scope: 'views:write',
    addition: true,
    conflicts: true,
    body: object(() => ({ list: ViewedList, name, query })),
    response: one(View),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/views/:id',
    summary: 'Rename a shared view or replace its query',
    scope: 'views:write',
    addition: true,
    conflicts: true,
    params: byUuid,
    body: object(() => ({ name: z.optional(name), query: z.optional(query) })),
    response: one(View),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/views/:id/remove',
    summary: 'Remove a shared view for everyone',
    scope: 'views:write',
    addition: true,
    conditional: true,
    params: byUuid,
    body: object(() => ({})),
    response: one(View),
  }),
}
