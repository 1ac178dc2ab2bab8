import { LRUCache } from 'lru-cache'
import type { State } from '../table-versions'
import type { TableStats } from './table-stats'

/** Bounded by the bytes of values and keys: the text of a request may be longer than its response. */
const boundedCache = <V extends object>(maxSize: number, valueSize: (value: V) => number) =>
  new LRUCache<string, V>({ maxSize, sizeCalculation: (value, key) => key.length + valueSize(value) })

/** Drops entries of a table: its name begins the key. */
const drop = <V extends object>(cache: LRUCache<string, V>, name: string, isGone: (value: V) => boolean) => {
  for (const [key, value] of [...cache.entries()]) if (key.startsWith(`${name} `) && isGone(value)) cache.delete(key)
}

/** Who asks for what is being made already gets the same. */
const once = () => {
  const making = new Map<string, Promise<unknown>>()
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const context = making.get(key) as Promise<T> | undefined
    if (context) return context
    const made = make().finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
}

/** An answer as it was sent, and the state of the tables that it was read from. */
export type CachedResponse = { state: string; etag: string; body: Uint8Array<ArrayBuffer> }

/** How many rows matched in a state, and which, where they are few. */
export type CachedCount = State & { count: number; ids?: string[] }

/** A place in a sorted list: how many rows stand before it, and the row that stood there, as JSON tells what it was sorted by. */
export type RowPosition = { position: number; id: string; key: string | number | boolean | null }

/** Some places of a sorted list, in order, as they were in a state; those that pages began at, also as they were last. */
export type Checkpoints = State & { rows: (RowPosition & { last?: State & { position: number } })[] }

export type DistinctValue = { value: string; name: string; companyName: string | null; text: string }

/** The values that an expression has in a state, by name. */
export type DistinctValues = { state: string; values: DistinctValue[]; isComplete: boolean }

const megabyte = 1024 * 1024

const defaults = {
  /** Rows up to here, from either end, are simply counted off. */
  near: 1000,
  /** The distance of checkpoints. */
  step: 250,
  /** As few rows are found first and then sorted; of more, the first in order are looked for. */
  few: 2000,
  /** So many changes later, checkpoints are moved along. */
  stale: 50,
  /** So many checkpoints are found by one statement. */
  piece: 80,
  /** So many rows of a table are read at once for its statistics. */
  portion: 5000,
  /** Bytes of searched text that are kept of all tables together. */
  text: 256 * megabyte,
}

/** What this process remembers of lists. All of it is held against the database's versions before it is used. */
export const createListCache = (sizes = defaults) => {
  const counts = boundedCache<CachedCount>(4 * megabyte, ({ ids = [] }) => 40 * ids.length + 400)
  const checkpoints = boundedCache<Checkpoints>(40 * megabyte, ({ rows }) => 100 * rows.length + 1000)
  /** Of each list a place before the page that last had a way to go from the start. */
  const left = boundedCache<Checkpoints>(5 * megabyte, () => 500)
  const tableStats = new Map<string, TableStats>()
  const values = boundedCache<DistinctValues>(16 * megabyte, ({ values }) => 250 * values.length + 500)
  return {
    ...sizes,
    answers: boundedCache<CachedResponse>(32 * megabyte, ({ body }) => body.length + 500),
    counts,
    checkpoints,
    deepPages: left,
    values,
    tableStats,
    /** The last state of each table that was looked at in no hurry. */
    seen: new Map<string, State>(),
    /** Tables of which a page and its total did not agree. */
    doubts: new Set<string>(),
    once: once(),
    /** Forgets what is known of a table, or only what was worked out in certain states of it. */
    forget: (name: string, isGone: (state: State) => boolean = () => true) => {
      const stats = tableStats.get(name)
      if (stats && isGone(stats)) tableStats.delete(name)
      drop(counts, name, isGone)
      for (const places of [checkpoints, left])
        drop(places, name, (one) => isGone(one) || one.rows.some(({ last }) => last && isGone(last)))
    },
  }
}

export type ListCache = ReturnType<typeof createListCache>
