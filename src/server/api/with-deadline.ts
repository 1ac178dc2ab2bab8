import type { Database } from '../db/database'
import { tooSlow } from './error-to-problem'

const timeoutMs = 10_000

/**
 * Runs a request's database work until its deadline. PostgreSQL cancels a slow statement itself, and a transaction past
 * the deadline is not committed; an engine without timeouts is interrupted, and only this request fails.
 */
export const withDeadline = async <T, D extends Pick<Database, 'interrupt' | 'transaction'>>(
  database: D,
  work: (database: D) => Promise<T>,
  isWrite = false,
): Promise<T> => {
  let isOver = false
  /** A commit that has been sent may still succeed, and so may a statement outside a transaction. */
  let mayBeSaved = isWrite
  const transaction: Database['transaction'] = (run) =>
    database.transaction(async (executor) => {
      mayBeSaved = false
      const made = await run(executor)
      if (isOver) throw tooSlow(isWrite)
      mayBeSaved = true
      return made
    })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isOver = true
      database.interrupt()
      reject(tooSlow(isWrite, mayBeSaved))
    }, timeoutMs)
  })
  return Promise.race([work({ ...database, transaction }), late]).finally(() => clearTimeout(timer))
}
