import { type Kysely, sql } from 'kysely'
import { resetTracking } from '../tracking'

/** Runs statements for as long as they take: building an index on a large table takes longer than a request may. */
export const runWithoutTimeout = async (database: Kysely<unknown>, statements: string) => {
  await sql`set local statement_timeout = 0`.execute(database)
  await sql.raw(statements).execute(database)
}

/**
 * `create index` for every sort key, in both directions: ties are sorted by id ascending in both, so no index can be read
 * backwards.
 */
export const sortIndexes = (table: string, ...columns: string[]) =>
  columns
    .map(
      (column) => `
create index ${table}_${column}_up on ${table} (${column} nulls last, id);
create index ${table}_${column}_down on ${table} (${column} desc nulls last, id);`,
    )
    .join('')

/** `create index` for every expression that a list is filtered by. */
export const filterIndexes = (table: string, ...expressions: string[]) =>
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
export const grantNewScopes = async (database: Kysely<unknown>, ...added: string[]) => {
  const unknown = added.filter((scope) => !scopes.includes(scope))
  if (unknown.length > 0)
    throw new Error(`statements.ts does not list ${unknown.join(', ')}. Add every new scope to the end of its scopes.`)
  const before = scopes.slice(0, scopes.indexOf(added[0] as string))
  await resetTracking(database, 'api_keys', () =>
    sql`update api_keys set scopes = scopes || ${added}::text[] where scopes @> ${before}`.execute(database),
  )
}
