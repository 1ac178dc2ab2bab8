import * as z from 'zod/mini'
import { added, instant, list, object, oneOf, orderBy, read, uuid } from './core/endpoint'

const reportStatuses = ['draft', 'published'] as const
const ReportStatus = oneOf(reportStatuses)

export const Report = object(() => ({
  id: uuid,
  title: z.string(),
  description: z.nullable(z.string()),
  status: added(ReportStatus),
  isShared: z.boolean(),
  version: z.int(),
  coverImageUrl: z.nullable(z.string()),
  dateStart: z.nullable(z.string()),
  dateEnd: z.nullable(z.string()),
  companyId: z.nullable(uuid),
  companyName: z.nullable(z.string()),
  reportTypeId: z.nullable(uuid),
  reportTypeName: z.nullable(z.string()),
  reportTemplateId: z.nullable(uuid),
  authorUserId: z.nullable(uuid),
  createdAt: instant,
  updatedAt: instant,
}))

export const reports = {
  list: list({
    path: '/reports',
    summary: 'List reports',
    scope: 'reports:read',
    item: Report,
    limit: [20, 100],
    sort: orderBy(['title', 'created_at', 'updated_at'], 'created_at', 'desc'),
    filters: () => ({ companyId: z.optional(uuid), status: z.optional(ReportStatus), reportTypeId: z.optional(uuid) }),
  }),
  get: read({ path: '/reports/:id', summary: 'Read a report', scope: 'reports:read', item: Report, addition: true }),
}
