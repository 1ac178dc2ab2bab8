import { sql } from 'kysely'
import type { Endpoint } from '../../contract/core/endpoint'
import { contract } from '../../contract/index'
import { similarNames } from '../../contract/similar-names'
import { implement } from '../api/implement'
import { json } from '../db/json'
import { readAt } from '../db/read-at'
import { mayBeSimilar, nameDistance, wordsOf } from '../db/similar-text'
import { companyJoin, type Table } from '../db/table'
import { rulesTable } from './automation'
import { budgetsTable } from './budgets'
import { companiesTable } from './companies'
import { complianceTemplatesTable } from './compliance'
import { dashboardsTable } from './dashboards'
import { devicesTable } from './devices'
import { goalsTable } from './goals'
import { npsSurveysTable } from './nps'
import { companyUsersTable, usersTable } from './users'

type Kind = { get: Endpoint; table: Pick<Table<never>, 'source' | 'join' | 'tables'>; column: string }

/** What is found by name, in the order in which equally similar names are shown. */
const kinds: Kind[] = [
  { get: contract.companies.get, table: companiesTable, column: 'name' },
  { get: contract.companyUsers.get, table: companyUsersTable, column: 'full_name' },
  { get: contract.users.get, table: usersTable, column: 'full_name' },
  { get: contract.devices.get, table: devicesTable, column: 'name' },
  { get: contract.npsSurveys.get, table: npsSurveysTable, column: 'title' },
  { get: contract.budgets.get, table: budgetsTable, column: 'title' },
  { get: contract.goals.get, table: goalsTable, column: 'title' },
  { get: contract.automation.get, table: rulesTable, column: 'name' },
  { get: contract.dashboards.get, table: dashboardsTable, column: 'name' },
  { get: contract.complianceTemplates.get, table: complianceTemplatesTable, column: 'title' },
]

/** Rows of each kind whose names are compared, and how many of them are returned. */
const maxCompared = 10_000
const maxFound = 8

export const similarNameRoutes = implement(similarNames, {
  find: async ({ database, versions, caller }, { query }) => {
    const typed = wordsOf(query.text)
    const condition = mayBeSimilar(typed)
    const readable = kinds.filter(({ get: { scope } }) => scope === null || caller.scopes.includes(scope))
    if (!condition || readable.length === 0) return json({ data: [] })
    const parts = readable.map(
      ({ table: { source, join }, column }, kind) => sql`
        (select ${sql.lit(kind)} as kind, t.id::text as id, t.${sql.ref(column)} as name,
          ${join === companyJoin.sql ? sql`company.name` : sql`null`} as company from ${sql.raw(source)}
        where ${condition} limit ${maxCompared})`,
    )
    const { row } = await readAt(
      database.read,
      versions,
      readable.flatMap(({ table }) => table.tables),
      sql<{ found: [kind: number, id: string, name: string, company: string | null][] }>`(
        select coalesce(json_agg(json_build_array(kind, id, name, company)), '[]')
        from (${sql.join(parts, sql` union all `)}) t
      ) as found`,
    )
    const similar = row.found
      .map(([kind, id, name, companyName]) => ({ kind, id, name, companyName, distance: nameDistance(typed, name) }))
      .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
      .sort((a, b) => a.distance - b.distance || a.kind - b.kind || a.name.localeCompare(b.name, 'en'))
    return json({
      data: similar.slice(0, maxFound).map(({ kind, id, name, companyName }) => ({
        path: (readable[kind] as Kind).get.path.replace(':id', encodeURIComponent(id)),
        name,
        companyName,
      })),
    })
  },
})
