import { type Kysely, sql } from 'kysely'
import { renew } from '../renew'

/** Every scope before this migration. */
export const scopesBefore = [
  ...['companies', 'users', 'goals', 'budgets', 'automation', 'report-schedules', 'reports', 'nps-responses'],
  ...['nps-surveys', 'devices', 'dashboards', 'enrollments', 'certificates', 'compliance'],
]
  .map((resource) => `${resource}:read`)
  .concat('companies:write', 'budgets:write', 'automation:write', 'keys:manage', 'sessions:manage')

/**
 * Stores who follows up an NPS response and how far they are. Keys with every scope get the new one, because no one else
 * could grant it.
 */
export const followUps = async (database: Kysely<unknown>) => {
  const run = (statement: string) => sql.raw(statement).execute(database)
  await run('set local statement_timeout = 0')
  await run(`
    alter table nps_responses
      add column follow_up_state text collate "C", add column follow_up_owner text, add column follow_up_note text`)
  await renew(database, 'nps_responses', () =>
    run(`
      update nps_responses set follow_up_state = case when follow_up_completed then 'handled' else 'waiting' end
      where follow_up_completed or follow_up_required`),
  )
  await run('create index on nps_responses (follow_up_state)')
  await renew(database, 'api_keys', () =>
    sql`update api_keys set scopes = scopes || '{nps:write}' where scopes @> ${scopesBefore}`.execute(database),
  )
}
