import { sql } from 'kysely'
import type { Database, Executor } from './database'

/**
 * Notes something beside an answer, such as when a key was used last. Nobody waits for it: not the answer for its lock, nor its
 * commit for a disk or a standby. It fails quietly, because a database that only reads has to let people read.
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
