import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { knownAnchors, renewed } from './anchors'
import type { Asked, Known } from './asked'
import { everything } from './count'
import { advance, forgetTexts, isUsable, newDigest, type Shape } from './digest'
import type { ListMemory } from './memory'
import type { Database } from './open'
import { versionOf, versionsJson } from './versions'

/** A list of which everything is worked out beforehand that its first questions would wait for. */
export type Kept = { table: Asked['table']; shape: Shape; sorts: string[] }

/** Milliseconds between two looks at what was written, and after a start before the first. */
const between = 2000

/** After a statement there is a rest as long as it took, for those who ask; in milliseconds, it is not longer than this. */
const longestRest = 250

type Reading = Pick<Database, 'read'>

/** Looks after all lists, one statement at a time and in no hurry, until it is stopped. */
export const keepLists = (database: Reading, memory: ListMemory, lists: Kept[]) => {
  const ending = new AbortController()
  const { signal } = ending
  const pace = paced(signal)
  const done = new Map<string, string>()
  const run = async () => {
    while (!signal.aborted) {
      await after(between, undefined, { signal, ref: false })
      // What fails now is tried again, or worked out when it is asked for.
      await keepOnce(database, memory, lists, pace, done).catch(() => {})
    }
  }
  const running = run().catch(() => {})
  return {
    stop: async () => {
      ending.abort()
      await running
    },
  }
}

const paced = (signal: AbortSignal) => {
  let began = performance.now()
  return async () => {
    await after(Math.min(longestRest, performance.now() - began), undefined, { signal, ref: false })
    began = performance.now()
  }
}

type Pace = () => Promise<unknown>

/** Brings everything that is kept up to what was written. `done` has the state that each table was left in. */
export const keepOnce = (
  database: Reading,
  memory: ListMemory,
  lists: Kept[],
  pace: Pace = async () => {},
  done = new Map<string, string>(),
) => memory.once('keep', () => keep(database, memory, lists, pace, done))

const keep = async ({ read }: Reading, memory: ListMemory, lists: Kept[], pace: Pace, done: Map<string, string>) => {
  const { versions } = await read(sql<{ versions: string }>`select ${versionsJson} as versions`, () => true)
  const known = { read, memory, versions }
  for (const { table, shape, sorts } of lists) {
    const { rows, stamp } = versionOf(versions, table.name)
    if (rows <= memory.near || done.get(table.name) === stamp) continue
    const isKept = await keepDigest(known, shape, pace)
    const isSmall = (2 * sorts.length * rows) / memory.step < mostPlaces
    for (const sort of isSmall ? sorts : [])
      for (const descending of [true, false]) await keepAnchors(known, table, sort, descending, pace)
    if (isKept) done.set(table.name, stamp)
  }
}

/** The places of a larger list are found when they are asked for: those of the others would have to go. */
const mostPlaces = 100_000

const keepAnchors = async (known: Known, table: Asked['table'], sort: string, descending: boolean, pace: Pace) => {
  const asked: Asked = { table, conditions: [], key: everything, sort, descending, offset: 0, limit: 0 }
  const anchors = knownAnchors(known, asked)
  if (anchors && versionOf(known.versions, table.name).version - anchors.version <= known.memory.stale) return
  await pace()
  await renewed(known, asked, pace)
}

/** Of texts that were replaced, so many are left behind before all are read anew. */
const mostLeft = 1 / 4

/** Whether there is one now; when it was overtaken by writes, it is made the next time. */
const keepDigest = async (known: Known, shape: Shape, pace: Pace) => {
  const { digests, text } = known.memory
  const { name } = shape.table
  const state = versionOf(known.versions, name)
  const old = digests.get(name)
  if (isUsable(old, state) && old.texts.size.gone <= old.texts.size.there * mostLeft) {
    const isUpToDate = old.version >= state.version || (await advance(known, old))
    if (!isUpToDate) digests.delete(name)
    return isUpToDate
  }
  const digest = newDigest(shape)
  digests.set(name, digest)
  while (!digest.isWhole) {
    await pace()
    if (!(await advance(known, digest))) return false
    if (digest.shape.isSearched && [...digests.values()].reduce((sum, { texts }) => sum + texts.size.there, 0) > text)
      forgetTexts(digest)
  }
  return true
}
