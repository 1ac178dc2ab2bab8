import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database'
import { onlyRow } from '../replicas'
import { isOtherHistory, parseVersions, stateIn, type Versions, versionOf, versionsJson } from '../table-versions'
import { unfilteredKey } from './count'
import { cachedCheckpoints, renewCheckpoints } from './keyset-checkpoints'
import type { ListCache } from './list-cache'
import type { ListContext, ListSpec } from './list-spec'
import { advanceStats, dropTextIndex, isUsableStats, newTableStats, type StatsSpec } from './table-stats'

/** A list of which everything is worked out beforehand that its first questions would wait for. */
export type TrackedList = { table: ListSpec['table']; shape: StatsSpec; sorts: string[] }

/** Milliseconds between two looks at what was written, and after a start before the first. */
const intervalMs = 2000

/** After a statement there is a rest as long as it took, for those who ask; in milliseconds, it is not longer than this. */
const maxPauseMs = 250

type Reading = Pick<Database, 'read' | 'sql'>

/** Looks after all lists, one statement at a time and in no hurry, until it is stopped. */
export const startStatsRefresher = (database: Reading, cache: ListCache, lists: TrackedList[]) => {
  const ending = new AbortController()
  const { signal } = ending
  const pace = createPace(signal)
  const done = new Map<string, string>()
  const run = async () => {
    while (!signal.aborted) {
      await after(intervalMs, undefined, { signal, ref: false })
      // What fails now is tried again, or worked out when it is asked for.
      await refreshOnce(database, cache, lists, pace, done).catch(() => {})
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

/** A rest between statements as long as the last one took. */
export const createPace = (signal: AbortSignal) => {
  let began = performance.now()
  return async () => {
    await after(Math.min(maxPauseMs, performance.now() - began), undefined, { signal, ref: false })
    began = performance.now()
  }
}

type Pace = () => Promise<unknown>

/** Brings everything that is kept up to what was written. `done` has the state that each table was left in. */
export const refreshOnce = (
  database: Reading,
  cache: ListCache,
  lists: TrackedList[],
  pace: Pace = async () => {},
  done = new Map<string, string>(),
) => cache.once('keep', () => refreshAll(database, cache, lists, pace, done))

const refreshAll = async (
  database: Reading,
  cache: ListCache,
  lists: TrackedList[],
  pace: Pace,
  done: Map<string, string>,
) => {
  const { read } = database
  const versions = await followHistory(database, cache)
  const context = { read, cache, versions }
  for (const { table, shape, sorts } of lists) {
    const { rows, stateId } = versionOf(versions, table.name)
    if (rows <= cache.near || (done.get(table.name) === stateId && cache.tableStats.has(table.name))) continue
    const isCurrent = await refreshStats(context, shape, pace)
    const isSmall = (2 * sorts.length * rows) / cache.step < maxCheckpoints
    for (const sort of isSmall ? sorts : [])
      for (const descending of [true, false]) await refreshListCheckpoints(context, table, sort, descending, pace)
    if (isCurrent) done.set(table.name, stateId)
  }
}

/**
 * The versions of the primary. Where it has gone back to an earlier state, or to another history than the one that was seen last,
 * what is remembered of the others is forgotten.
 */
const followHistory = async ({ sql: executor }: Reading, cache: ListCache): Promise<Versions> => {
  const { seen } = cache
  const states = [...seen].map(([name, state]) => ({ name, ...state }))
  const result = await sql<{ versions: string }>`select ${versionsJson(states)} as versions`.execute(executor)
  const versions = parseVersions(onlyRow(result).versions)
  for (const [name, now] of versions) {
    const last = seen.get(name)
    if (last?.stateId === now.stateId) continue
    if (last && (last.version > now.version || isOtherHistory(now, [last]))) cache.forget(name)
    else cache.forget(name, ({ version }) => version > now.version)
    seen.set(name, stateIn(versions, name))
  }
  return versions
}

/** The places of a larger list are found when they are asked for: those of the others would have to go. */
const maxCheckpoints = 100_000

const refreshListCheckpoints = async (
  context: ListContext,
  table: ListSpec['table'],
  sort: string,
  descending: boolean,
  pace: Pace,
) => {
  const spec: ListSpec = { table, conditions: [], key: unfilteredKey, sort, descending, offset: 0, limit: 0 }
  const checkpoints = cachedCheckpoints(context, spec)
  if (checkpoints && versionOf(context.versions, table.name).version - checkpoints.version <= context.cache.stale)
    return
  await pace()
  await renewCheckpoints(context, spec, pace)
}

/** Of texts that were replaced, so many are left behind before all are read anew. */
const maxRemovedShare = 1 / 4

/** Whether there is one now; when it was overtaken by writes, it is made the next time. */
const refreshStats = async (context: ListContext, shape: StatsSpec, pace: Pace) => {
  const { tableStats, text } = context.cache
  const { name } = shape.table
  const state = versionOf(context.versions, name)
  const old = tableStats.get(name)
  if (isUsableStats(old, state) && old.texts.size.removed <= old.texts.size.added * maxRemovedShare) {
    const isUpToDate =
      old.stateId === state.stateId || old.version > state.version || (await advanceStats(context, old))
    if (!isUpToDate) tableStats.delete(name)
    return isUpToDate
  }
  const stats = newTableStats(shape)
  tableStats.set(name, stats)
  while (!stats.isWhole) {
    await pace()
    if (!(await advanceStats(context, stats)) || tableStats.get(name) !== stats) return false
    if (stats.shape.isSearched && [...tableStats.values()].reduce((sum, { texts }) => sum + texts.size.added, 0) > text)
      dropTextIndex(stats)
  }
  return true
}
