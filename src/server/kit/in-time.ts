import type { Database } from '../database/open'
import { tooSlow } from './failure'

const patience = 10_000

/** PostgreSQL stops a slow statement itself; where the engine cannot, it is interrupted, and this request fails alone. */
export const inTime = async <T>(database: Pick<Database, 'interrupt'>, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      database.interrupt()
      reject(tooSlow())
    }, patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
