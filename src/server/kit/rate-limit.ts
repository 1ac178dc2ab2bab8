import { sql } from 'kysely'
import type { Database } from '../database/open'

/** A key's points in the current minute: how many there are, how many are left, and when there are new ones. */
export type Allowance = { allowed: boolean; limit: number; remaining: number; reset: Date }

/** Adds points to those that a key has used in a minute, and tells the sum. */
type Store = (keyId: string, minute: Date, points: number) => Promise<number>

const minute = 60_000

/**
 * Points a minute and key: a read costs one, a write five. Points are taken from the store some at a time, so that a shared
 * one is asked once in many requests; together the instances never give out more than the limit.
 */
export const rateLimit = (limit: number, database: Database) => {
  const isShared = database.engine === 'postgres'
  const store = isShared ? inDatabase(database) : inMemory()
  const portion = isShared ? Math.max(5, Math.floor(limit / 100)) : 1
  const held = new Map<string, { minute: number; points: number; used: number }>()

  return async (keyId: string, cost: number): Promise<Allowance> => {
    const start = Math.floor(Date.now() / minute) * minute
    const reset = new Date(start + minute)
    const known = held.get(keyId)
    const ours = known?.minute === start ? known : { minute: start, points: 0, used: 0 }
    held.set(keyId, ours)
    if (ours.points < cost && ours.used < limit) {
      const wanted = Math.max(portion, cost - ours.points)
      const used = await store(keyId, new Date(start), wanted)
      ours.points += Math.max(0, Math.min(wanted, limit - (used - wanted)))
      ours.used = Math.max(ours.used, used)
    }
    const allowed = ours.points >= cost
    if (allowed) ours.points -= cost
    return { allowed, limit, remaining: Math.max(0, limit - ours.used) + ours.points, reset }
  }
}

const inMemory = (): Store => {
  const used = new Map<string, number>()
  let current = 0
  return async (keyId, at, points) => {
    if (at.getTime() !== current) used.clear()
    current = at.getTime()
    const sum = (used.get(keyId) ?? 0) + points
    used.set(keyId, sum)
    return sum
  }
}

const inDatabase =
  (database: Database): Store =>
  async (keyId, at, points) => {
    const { rows } = await sql<{ used: number }>`
      insert into rate_limits as r (key_id, minute, used) values (${keyId}, ${at}, ${points})
      on conflict (key_id) do update set
        used = case when r.minute = excluded.minute then r.used else 0 end + excluded.used,
        minute = excluded.minute
      returning used`.execute(database.sql)
    return rows[0]?.used ?? points
  }
