import * as z from 'zod/mini'
import { instant, list, object, read, search, sortColumn, uuid } from './core/endpoint'

const words = () => z.nullable(z.string())

export const ComplianceTemplate = object(() => ({
  id: uuid,
  title: z.string(),
  description: words(),
  howToCheck: words(),
  whyImportant: words(),
  criticality: z.nullable(z.int()),
  frequency: words(),
  remediation: words(),
  remediationImpact: words(),
  references: words(),
  groupId: z.nullable(uuid),
  groupName: words(),
  createdAt: instant,
  updatedAt: instant,
}))

export const complianceTemplates = {
  list: list({
    path: '/compliance/templates',
    summary: 'List compliance templates',
    scope: 'compliance:read',
    addition: true,
    item: ComplianceTemplate,
    limit: [25, 100],
    sort: sortColumn(['title', 'created_at', 'updated_at'], 'title', false),
    filters: () => ({ search: z.optional(search) }),
  }),
  get: read({
    path: '/compliance/templates/:id',
    summary: 'Read a compliance template',
    scope: 'compliance:read',
    item: ComplianceTemplate,
  }),
}
