import type { z } from 'zod/mini'
import { type Company, companies } from '../contract/companies'
import { contains, equals, listOf } from './database/list'
import { change, oneOf, withChanges } from './database/read'
import { float, instant, table, text, uuid } from './database/table'
import { searchText, sortKey } from './database/text'
import { implement } from './kit/implement'

type Row = z.output<typeof Company>

export const companiesTable = table<Row>()({
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
  },
})

export const companyRoutes = implement(companies, {
  list: listOf(companies.list, companiesTable, {
    sorts: { name: 't.name_sort', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: { search: contains(), status: equals('t.status'), industry: equals('t.industry') },
  }),
  get: oneOf(companiesTable, 'company'),
  update: (context, { id, body }) =>
    change(context, companiesTable, 'company', id, (company) => withChanges(company, body)),
})
