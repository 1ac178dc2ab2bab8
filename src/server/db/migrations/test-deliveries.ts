import type { Kysely } from 'kysely'
import { resetTracking } from '../tracking'
import { runWithoutTimeout } from './statements'

/**
 * Marks tests among emailed briefs. An older delivery counts as one if its only recipient is its reply-to address. The release before
 * doesn't set the column, so a test that it sends during the upgrade counts as a brief.
 */
export const testDeliveries = async (database: Kysely<unknown>) => {
  await runWithoutTimeout(database, 'alter table brief_deliveries add column is_test boolean not null default false')
  await resetTracking(database, 'brief_deliveries', () =>
    runWithoutTimeout(
      database,
      'update brief_deliveries set is_test = true where schedule_id is null and recipients = array[reply_to]',
    ),
  )
}
