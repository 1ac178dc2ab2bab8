import type { z } from 'zod/mini'
import { type ComplianceTemplate, complianceTemplates } from '../contract/compliance'
import { contains } from './database/conditions'
import { listOf } from './database/list'
import { oneOf } from './database/read'
import { instant, int, table, text, uuid } from './database/table'
import { searchText, sortKey } from './database/text'
import { implement } from './kit/implement'

export const complianceTemplatesTable = table<z.output<typeof ComplianceTemplate>>()({
  name: 'compliance_templates',
  fields: {
    id: uuid,
    title: text,
    description: text,
    howToCheck: text,
    whyImportant: text,
    criticality: int,
    frequency: text,
    remediation: text,
    remediationImpact: text,
    references: text,
    groupId: uuid,
    groupName: text,
    createdAt: instant,
    updatedAt: instant,
  },
  derived: {
    title_sort: { type: 'text', from: ({ title }) => sortKey(title) },
    search_text: { type: 'text', from: ({ title }) => searchText(title) },
  },
})

export const complianceRoutes = implement(complianceTemplates, {
  list: listOf(complianceTemplates.list, complianceTemplatesTable, {
    sorts: { title: 't.title_sort', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: { search: contains() },
  }),
  get: oneOf(complianceTemplatesTable, 'compliance template'),
})
