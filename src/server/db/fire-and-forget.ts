import { sql } from 'kysely'
import type { Database, Executor } from './database'

/**
 * Runs a housekeeping write, such as a key's last use, without delaying the response. It fails silently, because reads
 * must work on a read-only database.
 */
export const fireAndForget = (
  database: Pick<Database, 'sql'>,
  note: (executor: Executor) => Promise<unknown>,
): void => {
  const noted = database.sql.transaction().execute(async (executor) => {
    await sql`set local synchronous_commit = off`.execute(executor)
    await note(executor)
  })
  noted.catch(() => {})
}
