import { type Kysely, sql } from 'kysely'
import { renew } from '../renew'

/**
 * Says which emailed briefs were tests. The release before writes none, so the default counts for what it sends. What went to the
 * sender's own address alone is one.
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
