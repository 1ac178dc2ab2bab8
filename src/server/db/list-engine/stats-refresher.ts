import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Pace, startLoop } from '../background'
import type { Database } from '../database'
import { onlyRow } from '../postgres/replicas'
import {
  includes,
  isOtherHistory,
  parseVersions,
  stateIn,
  type Versions,
  versionOf,
  versionsJson,
} from '../table-versions'
import { unfilteredKey } from './count'
import { cachedCheckpoints, renewCheckpoints } from './keyset-checkpoints'
import type { ListCache } from './list-cache'
import type { ListContext, ListSpec } from './list-spec'
import {
  advanceStats,
  dropTextIndex,
  isUsableStats,
  newTableStats,
  type StatsSpec,
  type TableStats,
} from './table-stats'

/** A list whose statistics and checkpoints are computed before the first request needs them. */
export type TrackedList = { table: ListSpec['table']; shape: StatsSpec; sorts: string[] }

/** Milliseconds between refreshes, and after a start before the first. */
const intervalMs = 2000

type Reading = Pick<Database, 'read' | 'sql'>

/** Refreshes all lists in the background, one statement at a time, until it is stopped. */
export const startStatsRefresher = (
  database: Reading,
  cache: ListCache,
  lists: TrackedList[],
  log: Pick<Logger, 'warn'>,
) => {
  const done = new Map<string, string>()
  // A failure is retried at the next refresh, or the request computes it.
  return startLoop(
    () => intervalMs,
    (_, pace) => refreshOnce(database, cache, lists, pace, done, log).catch(() => {}),
  )
}

/** Brings all cached statistics up to date. `done` holds the state that each table was left in. */
export const refreshOnce = (
  database: Reading,
  cache: ListCache,
  lists: TrackedList[],
  pace: Pace = async () => {},
  done = new Map<string, string>(),
  log?: Pick<Logger, 'warn'>,
) => cache.once('keep', () => refreshAll(database, cache, lists, pace, done, log))

const refreshAll = async (
  database: Reading,
  cache: ListCache,
  lists: TrackedList[],
  pace: Pace,
  done: Map<string, string>,
  log?: Pick<Logger, 'warn'>,
) => {
  const { read } = database
  const versions = await followHistory(database, cache, log)
  const context = { read, cache, versions }
  // First, because requests for them wait until they are complete.
  for (const follow of cache.followers)
    await follow(context, pace).catch((err) => {
      // The server is stopping.
      if (err.name === 'AbortError') throw err
      log?.warn({ err }, 'figures could not be kept up to date')
    })
  for (const { table, shape, sorts } of lists) {
    const { rows, stateId } = versionOf(versions, table.name)
    if (rows <= cache.maxOffset || (done.get(table.name) === stateId && cache.tableStats.has(table.name))) continue
    const isCurrent = await refreshStats(context, shape, pace)
    const isSmall = (2 * sorts.length * rows) / cache.checkpointSpacing < maxCheckpoints
    for (const sort of isSmall ? sorts : [])
      for (const descending of [true, false]) await refreshListCheckpoints(context, table, sort, descending, pace)
    if (isCurrent) done.set(table.name, stateId)
  }
}

/**
 * The primary's versions. If it has gone back to an earlier state or another history, cached data of lost states is
 * dropped.
 */
const followHistory = async (
  { sql: executor }: Reading,
  cache: ListCache,
  log?: Pick<Logger, 'warn'>,
): Promise<Versions> => {
  const { seen } = cache
  const result = await sql<{ versions: string }>`select ${versionsJson([...seen.values()])} as versions`.execute(
    executor,
  )
  const versions = parseVersions(onlyRow(result).versions)
  for (const [name, now] of versions) {
    const last = seen.get(name)
    if (last?.stateId === now.stateId) continue
    if (last && (!includes(now, last) || isOtherHistory(now, [last]))) {
      cache.forget(name)
      log?.warn(
        { table: name, seen: last.version, now: now.version },
        `The database lacks changes of the table ${name} that were seen before, as after a failover or a restore.`,
      )
    } else cache.forget(name, (state) => !includes(now, state))
    seen.set(name, stateIn(versions, name))
  }
  return versions
}

/** Checkpoints of larger lists are found on request: computing them here would evict others. */
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
  if (checkpoints && versionOf(context.versions, table.name).version - checkpoints.version <= context.cache.maxLag)
    return
  await pace()
  await renewCheckpoints(context, spec, pace)
}

/** The share of replaced texts at which the text index is rebuilt. */
const maxRemovedShare = 1 / 4

/** True if the statistics are now current; otherwise the next refresh tries again. */
const refreshStats = async (context: ListContext, shape: StatsSpec, pace: Pace) => {
  const { tableStats } = context.cache
  const { name } = shape.table
  const state = versionOf(context.versions, name)
  const old = tableStats.get(name)
  if (isUsableStats(old, state) && old.texts.size.removed <= old.texts.size.added * maxRemovedShare) {
    const isUpToDate =
      old.stateId === state.stateId || old.version > state.version || (await advanceStats(context, old))
    if (!isUpToDate) tableStats.delete(name)
    limitTexts(context.cache, old)
    return isUpToDate
  }
  const stats = newTableStats(shape)
  tableStats.set(name, stats)
  while (!stats.isWhole) {
    await pace()
    if (!(await advanceStats(context, stats)) || tableStats.get(name) !== stats) return false
    limitTexts(context.cache, stats)
  }
  return true
}

const limitTexts = ({ tableStats, maxTextBytes }: ListCache, stats: TableStats) => {
  const bytes = [...tableStats.values()].reduce((sum, { texts }) => sum + texts.bytes(), 0)
  if (stats.shape.isSearched && bytes > maxTextBytes) dropTextIndex(stats)
}
