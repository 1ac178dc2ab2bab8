import { sql } from 'kysely'
import type { Database } from '../db/database'
import { singleFlight } from '../db/single-flight'

/** A key's points in the current minute: limit, remaining, and when they reset. */
export type Allowance = { allowed: boolean; limit: number; remaining: number; reset: Date; secondsLeft: number }

/**
 * Adds points to a key's use in the current minute and returns the sum. The store decides which minute it is and how
 * much of it is left, because clocks of instances differ.
 */
type Store = (keyId: string, points: number) => Promise<{ used: number; minute: number; left: number }>

/** Points reserved for a key and not yet used. Valid until `until`, by `performance.now()`. */
type Held = { minute: number; until: number; points: number; used: number }

const minute = 60_000

/**
 * Limits points per key and minute: a read costs one, a write five. Points are reserved in portions, so a shared store
 * is asked once for many requests, and instances together never exceed the limit.
 */
export const rateLimit = (limit: number, database: Database) => {
  const isShared = database.engine === 'postgres'
  const store = isShared ? orInMemory(inDatabase(database)) : inMemory()
  const portion = isShared ? Math.max(5, Math.floor(limit / 100)) : 1
  const held = new Map<string, Held>()
  const once = singleFlight()

  const take = async (keyId: string, wanted: number) => {
    const asked = performance.now()
    const { used, minute, left } = await store(keyId, wanted)
    const known = held.get(keyId)
    const ours = known?.minute === minute ? known : { minute, points: 0, used: 0 }
    held.set(keyId, {
      minute,
      until: asked + left,
      points: ours.points + Math.max(0, Math.min(wanted, limit - (used - wanted))),
      used: Math.max(ours.used, used),
    })
  }
  /** Concurrent requests wait for the same reservation and check again, so a burst reserves no more than it needs. */
  const takeOnce = (keyId: string, wanted: number) => once(keyId, () => take(keyId, wanted))

  return async (keyId: string, cost: number): Promise<Allowance> => {
    for (;;) {
      const known = held.get(keyId)
      const now = performance.now()
      const ours = known && now < known.until ? known : null
      if (ours && (ours.points >= cost || ours.used >= limit)) {
        const allowed = ours.points >= cost
        if (allowed) ours.points -= cost
        const remaining = Math.max(0, limit - ours.used) + ours.points
        const secondsLeft = Math.max(1, Math.ceil((ours.until - now) / 1000))
        return { allowed, limit, remaining, reset: new Date(ours.minute + minute), secondsLeft }
      }
      await takeOnce(keyId, Math.max(portion, cost - (ours?.points ?? 0)))
    }
  }
}

const inMemory = (): Store => {
  const used = new Map<string, number>()
  let current = 0
  return async (keyId, points) => {
    const now = Date.now()
    const start = Math.floor(now / minute) * minute
    if (start !== current) used.clear()
    current = start
    const sum = (used.get(keyId) ?? 0) + points
    used.set(keyId, sum)
    return { used: sum, minute: start, left: start + minute - now }
  }
}

/** Counts per instance while the database is read-only, as before a standby is promoted, so that reads keep working. */
const orInMemory = (store: Store): Store => {
  const own = inMemory()
  return (keyId, points) =>
    store(keyId, points).catch((error: Error & { code?: string }) => {
      if (error.code === '25006') return own(keyId, points)
      throw error
    })
}

/** Commits asynchronously. A writer that waited across a minute boundary keeps the newer minute. */
const inDatabase =
  (database: Database): Store =>
  async (keyId, points) => {
    const isCounted = sql`r.minute between excluded.minute and excluded.minute + interval '1 minute'`
    const { rows } = await sql<{ used: number; minute: number; left: number }>`
      insert into rate_limits as r (key_id, minute, used)
      select ${keyId}::uuid, date_trunc('minute', now()), ${points}::int from set_config('synchronous_commit', 'off', true)
      on conflict (key_id) do update set
        used = case when ${isCounted} then r.used else 0 end + excluded.used,
        minute = case when ${isCounted} then r.minute else excluded.minute end
      returning used, extract(epoch from minute)::float8 * 1000 as minute,
        extract(epoch from minute + interval '1 minute' - clock_timestamp())::float8 * 1000 as left`.execute(
      database.sql,
    )
    return rows[0] as (typeof rows)[number]
  }
