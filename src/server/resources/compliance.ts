import type { z } from 'zod/mini'
import { type ComplianceTemplate, complianceTemplates } from '../../contract/compliance'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { contains } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler } from '../db/repository'
import { defineTable, instant, int, text, uuid } from '../db/table'

export const complianceTemplatesTable = defineTable<z.output<typeof ComplianceTemplate>>()({
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
  list: listHandler(complianceTemplates.list, complianceTemplatesTable, {
    sorts: { title: 't.title_sort', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: { search: contains() },
  }),
  get: getHandler(complianceTemplatesTable, 'compliance template'),
})
