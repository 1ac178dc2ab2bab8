import { sql } from 'kysely'
import { readAt } from '../read-at'
import { isCovered, stateIn, stateOf, versionOf } from '../table-versions'
import type { Bound, Range } from './conditions'
import { cachedCheckpoints, countLeading } from './keyset-checkpoints'
import type { CachedCount, ListCache, RowPosition } from './list-cache'
import { countKey, type ListContext, type ListSpec, type Sql, source, where } from './list-spec'
import { readSince } from './read-since'
import { countOfValue, isUsableStats } from './table-stats'
import { estimateMatches } from './trigrams'

/** The conditions of a list, as expressions that an index supports. */
export const indexConditions = ({ tableStats }: ListCache, { table, conditions }: ListSpec): Sql[] =>
  conditions.map(({ finds }) => finds(tableStats.get(table.name)?.sample.rarity))

/** The number of matching rows, and the state in which it was right. */
export const countOf = async (context: ListContext, spec: ListSpec): Promise<CachedCount> => {
  const { cache, versions } = context
  const key = countKey(spec)
  const counted = cache.counts.get(key)
  if (counted && isCovered(versionOf(versions, spec.table.name), counted)) return counted
  return cache.once(`count ${key}`, async () => {
    const found = (await countCheaply(context, spec)) ?? (await countRows(context, spec))
    cache.counts.set(key, found)
    return found
  })
}

type Row = { versions: string; count: string }

const countRows = async (context: ListContext, spec: ListSpec): Promise<CachedCount> => {
  const { name } = spec.table
  const count = sql<{
    count: string
  }>`count(*) as count from ${source(spec)} t ${where(...indexConditions(context.cache, spec))}`
  const { row, versions } = await readAt(context.read, context.versions, [name], count)
  return { ...stateIn(versions, name), count: Number(row.count) }
}

/** The count of a single condition from statistics, texts in memory or checkpoints, without reading all rows; null if none applies. */
const countCheaply = async (context: ListContext, spec: ListSpec): Promise<CachedCount | null> => {
  const [one, ...others] = spec.conditions
  if (!one || others.length > 0) return null
  const { cache, versions } = context
  const state = versionOf(versions, spec.table.name)
  const stats = cache.tableStats.get(spec.table.name)
  if (isUsableStats(stats, state)) {
    if (one.equal) {
      const count = countOfValue(stats, one.equal)
      if (count !== null) return { ...stateOf(stats), count }
    }
    if (one.text !== undefined && stats.shape.isSearched && !one.text.includes('\0')) {
      const isRare = isRareIn(cache, estimateMatches(one.text, stats.sample.rarity), state.rows)
      if (!isRare) return { ...stateOf(stats), ...(await stats.texts.search(one.text, cache.maxSorted)) }
    }
  }
  return one.range ? countRange(context, spec, one.range) : null
}

/**
 * Whether the trigram index is faster than scanning the texts in memory: for one word, and for commoner words of which few rows are
 * expected to contain all.
 */
const isRareIn = (
  { minScanned }: ListCache,
  { rarest, together }: ReturnType<typeof estimateMatches>,
  rows: number,
) => {
  const [maxRarest, maxTogether] = [3 * minScanned, minScanned / 5]
  return rarest * rows < minScanned || (rarest * rows < maxRarest && together * rows < maxTogether)
}

/** Counts a range of a sort key: the position of its end minus the position of its start. */
const countRange = async (context: ListContext, spec: ListSpec, range: Range): Promise<CachedCount | null> => {
  const { table } = spec
  const { from, to, below, column } = range
  const upper = to ?? below
  const isOpen = upper === undefined
  const order: ListSpec = { ...spec, conditions: [], key: unfilteredKey, sort: column, descending: isOpen }
  const checkpoints = cachedCheckpoints(context, order)
  if (!checkpoints) return null
  const name = sql.raw(column)
  const start =
    from !== undefined && !isOpen
      ? countLeading(order, checkpoints, (key) => compare(key, from) < 0, sql`${name} < ${from}`)
      : sql`0`
  const inside = isOpen
    ? countLeading(order, checkpoints, (key) => compare(key, from as Bound) >= 0, sql`${name} >= ${from}`)
    : to !== undefined
      ? countLeading(order, checkpoints, (key) => compare(key, to) <= 0, sql`${name} <= ${to}`)
      : countLeading(order, checkpoints, (key) => compare(key, upper) < 0, sql`${name} < ${upper}`)
  const result = await readSince(
    context.read,
    (versions) => sql<Row>`select ${versions} as versions, ${inside} - ${start} as count`,
    table.name,
    checkpoints,
  )
  return result && { ...stateIn(result.versions, table.name), count: Number(result.row.count) }
}

/** The key of a list without conditions. */
export const unfilteredKey = JSON.stringify([[], []])

const compare = (key: RowPosition['key'], bound: Bound) =>
  bound instanceof Date ? Date.parse(String(key)) - bound.getTime() : Number(key) - bound
