import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { type Company, companies } from '../../contract/companies'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import type { Executor } from '../db/database'
import { contains, equals } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler, mergeChanges, updateRecord } from '../db/repository'
import { defineTable, float, instant, text, uuid } from '../db/table'
import { trackedWrite } from '../db/write'
import { companyUsersTable } from './users'

type Row = z.output<typeof Company>

/** Company users are sorted by their company's name, which is stored with each of them. */
const renameInUsers = async (executor: Executor, written: readonly Row[], before?: Row) => {
  if (before && before.name === written[0]?.name) return
  const ids = written.map(({ id }) => id)
  const renamed = sql`
    c.id = t.company_id and c.id = any (${ids}) and t.company_name_sort is distinct from c.name_sort`
  const { rows } = await sql<{ count: string }>`
    select count(*) from company_users t, companies c where ${renamed}`.execute(executor)
  const size = Number(rows[0]?.count)
  if (size === 0) return
  await trackedWrite(executor, companyUsersTable, {
    size,
    state: 'unknown',
    before: sql`select t.* from company_users t, companies c where ${renamed}`,
    change: sql`
      update company_users t set company_name_sort = c.name_sort from companies c where ${renamed} returning t.*`,
  })
}

export const companiesTable = defineTable<Row>()({
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
  afterWrite: renameInUsers,
})

export const companyRoutes = implement(companies, {
  list: listHandler(companies.list, companiesTable, {
    sorts: { name: 't.name_sort', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: { search: contains(), status: equals('t.status'), industry: equals('t.industry') },
  }),
  get: getHandler(companiesTable, 'company'),
  update: (context, { id, body }) =>
    updateRecord(context, companiesTable, 'company', id, (company) => mergeChanges(company, body)),
})
