import type { Kysely } from 'kysely'
import { resetTracking } from '../tracking'
import { grantNewScopes, runWithoutTimeout } from './statements'

/** Stores who follows up an NPS response and how far they are. */
export const followUps = async (database: Kysely<unknown>) => {
  await runWithoutTimeout(
    database,
    `alter table nps_responses
      add column follow_up_state text collate "C", add column follow_up_owner text, add column follow_up_note text`,
  )
  await resetTracking(database, 'nps_responses', () =>
    runWithoutTimeout(
      database,
      `update nps_responses set follow_up_state = case when follow_up_completed then 'handled' else 'waiting' end
      where follow_up_completed or follow_up_required`,
    ),
  )
  await runWithoutTimeout(database, 'create index on nps_responses (follow_up_state)')
  await grantNewScopes(database, 'nps:write')
}
