import { sql } from 'kysely'
import type { Executor } from './database'

/** Why nothing can be written to the database, as a sentence for its operator; null if it can. */
export const whyReadOnly = async (executor: Executor): Promise<string | null> => {
  const { rows } = await sql<{ isStandby: boolean; isReadOnly: boolean }>`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(
    executor,
  )
  if (rows[0]?.isStandby) return 'The database is a standby, which can only be read. Name the primary in DATABASE_URL.'
  return rows[0]?.isReadOnly
    ? 'The database can only be read. Turn default_transaction_read_only off there, or name another in DATABASE_URL.'
    : null
}
