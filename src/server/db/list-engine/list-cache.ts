import { LRUCache } from 'lru-cache'
import type { Pace } from '../background'
import type { Read } from '../postgres/replicas'
import { singleFlight } from '../single-flight'
import type { State, Versions } from '../table-versions'
import type { TableStats } from './table-stats'

/** A cache bounded by the bytes of its values and keys; a request's text may be longer than its response. */
const boundedCache = <V extends object>(maxSize: number, valueSize: (value: V) => number) =>
  new LRUCache<string, V>({ maxSize, sizeCalculation: (value, key) => key.length + valueSize(value) })

/** Drops a table's entries, whose keys begin with its name. */
const drop = <V extends object>(cache: LRUCache<string, V>, name: string, isGone: (value: V) => boolean) => {
  for (const [key, value] of [...cache.entries()]) if (key.startsWith(`${name} `) && isGone(value)) cache.delete(key)
}

/** A response as it was sent, and the state of the tables it was read from. */
export type CachedResponse = { state: string; etag: string; body: Uint8Array<ArrayBuffer> }

/** How many rows matched in a state, and which ones if they are few. */
export type CachedCount = State & { count: number; ids?: string[] }

/** A row of a sorted list: how many rows come before it, its id, and its sort key as JSON. */
export type RowPosition = { position: number; id: string; key: string | number | boolean | null }

/** Rows of a sorted list, in order, at their positions in a state. `last`: where a row was found when a page last began there. */
export type Checkpoints = State & { rows: (RowPosition & { last?: State & { position: number } })[] }

export type DistinctValue = { value: string; name: string; companyName: string | null; text: string }

/** The values of an expression in a state, sorted by name. */
export type DistinctValues = { state: string; values: DistinctValue[]; isComplete: boolean }

/** Brings something up to date, with a pause before each statement. */
type Follower = (now: { read: Read; versions: Versions }, pace: Pace) => Promise<void>

const megabyte = 1024 * 1024

const defaults = {
  /** Pages up to this many rows from either end are read with OFFSET. */
  maxOffset: 1000,
  /** Rows between two checkpoints. */
  checkpointSpacing: 250,
  /** Up to this many matches are found by index and then sorted; with more, the rows are read in order. */
  maxSorted: 2000,
  /** From this many expected matches of a text on, the texts in memory are scanned. */
  minScanned: 10_000,
  /** After this many changes, checkpoints are brought up to date. */
  maxLag: 50,
  /** Checkpoints read by one statement. */
  checkpointsPerStatement: 80,
  /** Rows read by one statement for a table's statistics. */
  rowsPerStatement: 5000,
  /** Bytes of search text in memory, of all tables together. */
  maxTextBytes: 256 * megabyte,
  /** Milliseconds that a request waits for figures whose records are still being read. */
  patienceMs: 2500,
  /** Bytes of the words of responses in memory. */
  maxWordBytes: 128 * megabyte,
}

/** What a process remembers about lists. Every entry is compared with the database's versions before it is used. */
export const createListCache = (sizes = defaults) => {
  const counts = boundedCache<CachedCount>(
    4 * megabyte,
    ({ ids = [], slots }) => 40 * ids.length + 100 * slots.length + 400,
  )
  const checkpoints = boundedCache<Checkpoints>(40 * megabyte, ({ rows }) => 100 * rows.length + 1000)
  /** For each list without checkpoints, a row just before the last deep page. */
  const deepPages = boundedCache<Checkpoints>(5 * megabyte, () => 500)
  const tableStats = new Map<string, TableStats>()
  const values = boundedCache<DistinctValues>(16 * megabyte, ({ values }) => 250 * values.length + 500)
  return {
    ...sizes,
    answers: boundedCache<CachedResponse>(32 * megabyte, ({ body }) => body.length + 500),
    counts,
    checkpoints,
    deepPages,
    values,
    tableStats,
    /** The state of each table at the last background refresh. */
    seen: new Map<string, State>(),
    /** Tables whose total disagreed with a page, to be checked and repaired. */
    suspect: new Set<string>(),
    /** What is brought up to date in the background besides statistics. */
    followers: [] as Follower[],
    /** Concurrent requests share a running computation. */
    once: singleFlight(),
    /** Forgets everything about a table, or only what was computed in certain states of it. */
    forget: (name: string, isGone: (state: State) => boolean = () => true) => {
      const stats = tableStats.get(name)
      if (stats && isGone(stats)) tableStats.delete(name)
      drop(counts, name, isGone)
      for (const places of [checkpoints, deepPages])
        drop(places, name, (one) => isGone(one) || one.rows.some(({ last }) => last && isGone(last)))
    },
  }
}

export type ListCache = ReturnType<typeof createListCache>
