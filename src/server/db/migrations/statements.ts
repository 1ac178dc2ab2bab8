import { type Kysely, sql } from 'kysely'
import { resetTracking } from '../tracking'

/** Runs statements for as long as they take: building an index on a large table takes longer than a request may. */
export const run = async (database: Kysely<unknown>, statements: string) => {
  await sql`set local statement_timeout = 0`.execute(database)
  await sql.raw(statements).execute(database)
}

/**
 * Indexes every sort key in both directions: ties are sorted by id ascending in both, so no index can be read
 * backwards.
 */
export const sorted = (table: string, ...columns: string[]) =>
  columns
    .map(
      (column) => `
create index ${table}_${column}_up on ${table} (${column} nulls last, id);
create index ${table}_${column}_down on ${table} (${column} desc nulls last, id);`,
    )
    .join('')
export const filtered = (table: string, ...expressions: string[]) =>
  expressions.map((expression) => `\ncreate index on ${table} (${expression});`).join('')

/** Every scope, oldest first: what a key must hold to get a new one are those before it. */
const scopes = [
  ...['companies', 'users', 'goals', 'budgets', 'automation', 'report-schedules', 'reports', 'nps-responses'],
  ...['nps-surveys', 'devices', 'dashboards', 'enrollments', 'certificates', 'compliance'],
]
  .map((resource) => `${resource}:read`)
  .concat('companies:write', 'budgets:write', 'automation:write', 'keys:manage', 'sessions:manage')
  .concat('nps:write', 'views:write', 'briefs:read', 'brand:manage', 'briefs:write', 'briefs:send')

/** Keys with every scope get the new ones, because no one else could grant them. */
export const grantNewScopes = (database: Kysely<unknown>, ...added: string[]) =>
  resetTracking(database, 'api_keys', () =>
    sql`
      update api_keys set scopes = scopes || ${added}::text[]
      where scopes @> ${scopes.slice(0, scopes.indexOf(added[0] as string))}`.execute(database),
  )
