import type { Database } from '../db/database'
import { timeoutProblem } from './error-to-problem'

const timeoutMs = 10_000

/**
 * Does what a request wants of the database, for as long as somebody waits. PostgreSQL stops a slow statement itself, and several
 * of them are not committed once the time is over; where the engine cannot stop, it is interrupted, and this request fails alone.
 */
export const withDeadline = async <T, D extends Pick<Database, 'interrupt' | 'transaction'>>(
  database: D,
  work: (database: D) => Promise<T>,
  isWrite = false,
): Promise<T> => {
  let isOver = false
  /** A commit that is under way may still succeed, and so may a statement that is a transaction of its own. */
  let mayChange = isWrite
  const transaction: Database['transaction'] = (run) =>
    database.transaction(async (executor) => {
      mayChange = false
      const made = await run(executor)
      if (isOver) throw timeoutProblem()
      mayChange = true
      return made
    })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isOver = true
      database.interrupt()
      reject(timeoutProblem(mayChange))
    }, timeoutMs)
  })
  return Promise.race([work({ ...database, transaction }), late]).finally(() => clearTimeout(timer))
}
