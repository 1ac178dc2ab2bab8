import { type Kysely, sql } from 'kysely'
import { renew } from '../renew'

/**
 * Marks tests among emailed briefs. An older delivery counts as one if its only recipient is its reply-to address. The release before
 * doesn't set the column, so a test that it sends during the upgrade counts as a brief.
 */
export const testDeliveries = async (database: Kysely<unknown>) => {
  await sql`set local statement_timeout = 0`.execute(database)
  await sql`alter table brief_deliveries add column is_test boolean not null default false`.execute(database)
  await renew(database, 'brief_deliveries', () =>
    sql`update brief_deliveries set is_test = true where schedule_id is null and recipients = array[reply_to]`.execute(
      database,
    ),
  )
}
