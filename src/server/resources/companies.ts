import type { z } from 'zod/mini'
import { type Company, companies } from '../../contract/companies'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { contains, equals, isOneOf } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler, mergeChanges, updateRecord } from '../db/repository'
import { defineTable, float, instant, text, uuid } from '../db/table'
import { copyCompanyNames } from './company-names'

export const companiesTable = defineTable<z.output<typeof Company>>()({
  name: 'companies',
  fields: {
    id: uuid,
    name: text,
    domain: text,
    status: text,
    employeeCount: float,
    industry: text,
    website: text,
    createdAt: instant,
    updatedAt: instant,
  },
  derived: {
    name_sort: { type: 'text', from: ({ name }) => sortKey(name) },
    search_text: { type: 'text', from: ({ name, domain }) => searchText(name, domain) },
    name_search: { type: 'text', from: ({ name }) => searchText(name) },
  },
  afterWrite: copyCompanyNames,
})

export const companyRoutes = implement(companies, {
  list: listHandler(companies.list, companiesTable, {
    sorts: { name: 't.name_sort', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: {
      search: contains(),
      status: equals('t.status'),
      industry: equals('t.industry'),
      ids: isOneOf('t.id'),
    },
  }),
  get: getHandler(companiesTable, 'company'),
  update: (context, { id, body }) =>
    updateRecord(context, companiesTable, 'company', id, (company) => mergeChanges(company, body)),
})
