import { sql } from 'kysely'
import { idTypeOf } from '../table'
import {
  isChangeSince,
  isOtherHistory,
  isSameState,
  type State,
  stateIn,
  stateOf,
  tableOfSlot,
  type Version,
  versionOf,
  versionsJson,
} from '../table-versions'
import { countOf, indexConditions } from './count'
import {
  type Checkpoint,
  cachedCheckpoints,
  checkpointsOf,
  isBefore,
  lastDeepPage,
  lastIndex,
  refreshCheckpoints,
  rememberDeepPage,
  rowsFrom,
  shiftBefore,
} from './keyset-checkpoints'
import type { CachedCount, Checkpoints, ListCache, RowPosition } from './list-cache'
import {
  changedSince,
  countKey,
  direction as directionOf,
  growth,
  type ListContext,
  type ListSpec,
  matching,
  type Sql,
  source,
  where,
} from './list-spec'
import { retainsChanges } from './read-since'

/** Milliseconds after which a scan without checkpoints has skipped too many rows. */
const slow = 50

/**
 * Reads one page of a list as JSON, its exact total and its tables' versions in one statement. It starts at a cached
 * checkpoint; the statement adds the changes since, so cached state need not be current.
 */
export const readPage = async (known: ListContext, spec: ListSpec) => {
  const { cache } = known
  const isFiltered = spec.conditions.length > 0
  let { versions } = known
  let moved = 0
  let isSuspect = false
  // If bulk writes keep overtaking it, it counts in the statement itself.
  for (let attempt = 1; ; attempt++) {
    const context = { ...known, versions }
    const counted = isFiltered && attempt < 4 && !isSuspect ? await countOf(context, spec) : null
    const expected = counted?.count ?? versionOf(versions, spec.table.name).rows
    const begin: Begin = attempt < 4 && !isSuspect ? await beginOf(context, spec, expected, moved) : { at: 'start' }

    const started = performance.now()
    const isSame = isSameState(versions, spec.table.tables)
    const startingStates = [...(counted ? [counted] : []), ...(begin.at === 'checkpoint' ? [begin] : [])]
    const isCurrent = (now: Version) => startingStates.every(({ stateId }) => stateId === now.stateId)
    const isRetained = retainsChanges(spec.table.name, startingStates)
    // Mostly nothing was written since. If something is written just now, the second attempt reads what changed.
    const since = attempt === 1 && isCurrent(versionOf(versions, spec.table.name)) ? [] : startingStates
    const { row, ...result } = await known.read(
      statement(cache, spec, { begin, counted, isSuspect, since }),
      (others) => isSame(others) && isRetained(others),
    )
    versions = result.versions
    const now = versionOf(versions, spec.table.name)
    if (since.length === 0 && !isCurrent(now)) continue
    if (!isRetained(versions)) {
      if (isOtherHistory(now, startingStates)) cache.forget(spec.table.name)
      continue
    }
    const state = stateIn(versions, spec.table.name)
    const total = row.total === null ? now.rows : Number(row.total)
    let position = 0
    if (begin.at === 'checkpoint') {
      position = begin.position + Number(row.moved)
      moved = position - begin.checkpoint.position
      begin.checkpoint.last = { ...state, position }
    }
    const isOvertaken =
      (begin.at === 'checkpoint' && (position > spec.offset || spec.offset - position + spec.limit > begin.window)) ||
      (begin.at === 'end' && total - spec.offset > mostRows(cache, spec))
    if (isOvertaken) continue
    // Rows were changed past the triggers; read both total and rows from the table.
    if (!isSuspect && Number(row.size) !== Math.min(spec.limit, Math.max(0, total - spec.offset))) {
      isSuspect = true
      cache.forget(spec.table.name)
      cache.suspect.add(spec.table.name)
      continue
    }

    if (isFiltered) cache.counts.set(countKey(spec), { ...state, count: total, ...(row.ids && { ids: row.ids }) })
    if (row.deepPage) rememberDeepPage(cache, spec, state, JSON.parse(row.deepPage) as DeepPage)
    const isSlow = begin.at === 'start' && isFiltered && total > cache.maxSorted && performance.now() - started > slow
    // Uses a later limit than the refresher, because requests wait for this.
    const isOld = begin.at === 'checkpoint' && state.version - begin.found > 4 * cache.maxLag
    if (isSlow || isOld) refreshCheckpoints({ ...known, versions }, spec)
    return { data: row.data, total, versions }
  }
}

/** How many rows are read at most from the start or the end. Limits are rounded up, so that few different statements arise. */
const mostRows = ({ maxOffset }: ListCache, { limit }: ListSpec) => maxOffset + 200 * Math.ceil(limit / 100)

/** Chooses where to begin reading. `moved` is by how many rows the last attempt's checkpoint had moved. */
const beginOf = async (known: ListContext, spec: ListSpec, expected: number, moved: number): Promise<Begin> => {
  const { maxSorted, maxOffset } = known.cache
  const isFiltered = spec.conditions.length > 0
  const isNearStart = spec.offset <= maxOffset
  if (isFiltered ? expected <= maxSorted : isNearStart) return { at: 'start' }
  if (!isNearStart && expected - spec.offset <= maxOffset) return { at: 'end' }
  const kept = isNearStart ? cachedCheckpoints(known, spec) : await checkpointsOf(known, spec)
  const checkpoints = kept ?? lastDeepPage(known, spec, moved)
  const checkpoint = checkpoints?.rows[lastIndex(checkpoints.rows, ({ position }) => position <= spec.offset - moved)]
  if (!checkpoints || !checkpoint) return { at: 'start' }
  const found = kept ? checkpoints.version : Number.POSITIVE_INFINITY
  const from = { ...stateOf(checkpoints), ...checkpoint, ...checkpoint.last }
  return {
    at: 'checkpoint',
    checkpoint,
    found,
    window: windowOf(known.cache, spec, spec.offset - from.position),
    ...from,
  }
}

/**
 * How many rows are read from a checkpoint at most: twice the expected number, because rows may have moved. It is a constant in the
 * statement, so that the planner sees that every page is cheap, and a power of two, so that few different statements arise.
 */
const windowOf = ({ checkpointSpacing }: ListCache, { limit }: ListSpec, skipped: number) =>
  2 ** Math.ceil(Math.log2(2 * (Math.max(checkpointSpacing, skipped) + limit)))

/** `found` is the version of the list's checkpoints; infinite for the position of a deep page. */
type Begin =
  | { at: 'start' }
  | { at: 'end' }
  | ({
      at: 'checkpoint'
      checkpoint: Checkpoints['rows'][number]
      found: number
      window: number
    } & NonNullable<Checkpoint>)
type DeepPage = [position: number, id: string, key: RowPosition['key']]
type Row = {
  data: string
  /** Null where it is the number of the table's rows. */
  total: string | null
  size: string
  moved: string
  versions: string
  ids: string[] | null
  deepPage: string | null
}

type Known = {
  begin: Begin
  counted: CachedCount | null
  isSuspect: boolean
  /** The states of both, unless nothing was written since. */
  since: State[]
}

const statement = (cache: ListCache, spec: ListSpec, known: Known) => {
  const { begin, counted, since } = known
  const { table, conditions, descending, limit } = spec
  const finding = indexConditions(cache, spec)
  const key = sql.raw(spec.sort)
  const direction = directionOf(spec)
  const order = sql`${key} ${direction} nulls last, t.id`
  const offset = sql`${spec.offset}::bigint`
  const isFew = counted !== null && counted.count <= cache.maxSorted
  const rows = (...more: Sql[]) =>
    sql`select t.id, ${key} as key from ${isFew ? sql`found` : source(spec)} t
      ${isFew ? sql`` : where(...matching(spec), ...more)}`

  // A little before the page, so that the position still serves when rows are inserted before it.
  const position = spec.offset - Math.floor(cache.checkpointSpacing / 8)
  const isRemembered = conditions.length > 0 && !isFew && begin.at === 'start' && spec.offset > cache.checkpointSpacing
  const remembered = sql`(
    select json_build_array(${position}::bigint, id, key)::text
    from (${rows()} order by ${order} limit 1 offset ${position}::bigint) t)`
  const page = () => {
    if (begin.at === 'start') {
      const all = sql`${rows()} order by ${order}`
      if (isFew || spec.offset > cache.maxOffset) return sql`${all} limit ${limit} offset ${offset}`
      return sql`select * from (${all} limit ${sql.lit(mostRows(cache, spec))}) t
        order by t.key ${direction} nulls last, t.id limit ${limit} offset ${offset}`
    }
    if (begin.at === 'end') {
      const left = sql`(select n from total) - ${offset}`
      const reverse = sql.raw(`${descending ? 'asc' : 'desc'} nulls first`)
      return sql`
        select * from (${rows()} order by ${key} ${reverse}, t.id desc limit ${sql.lit(mostRows(cache, spec))}) t
        order by t.key ${reverse}, t.id desc
        limit greatest(0, least(${limit}, ${left})) offset greatest(0, ${left} - ${limit})`
    }
    const skipped =
      since.length > 0
        ? sql`greatest(0, ${offset} - ${begin.position}::bigint - (select n from moved))`
        : sql`${Math.max(0, spec.offset - begin.position)}::bigint`
    const parts = rowsFrom(begin, spec).map(
      (part) => sql`(
        select * from (${rows(part)} order by ${order} limit ${sql.lit(begin.window)}) t
        order by t.key ${direction} nulls last, t.id limit ${limit} + ${skipped})`,
    )
    return sql`
      select t.id, t.key from (${sql.join(parts, sql` union all `)}) t
      order by t.key ${direction} nulls last, t.id limit ${limit} offset ${skipped}`
  }

  const { total, moved, parts } = totals(spec, known, finding)
  const tables = [
    ...parts,
    ...(isFew ? [sql`found as materialized (${found(spec, counted, since, finding)})`] : []),
    sql`page as materialized (${page()})`,
  ]
  return sql<Row>`
    with ${sql.join(tables)}
    select ${isFew ? sql`(select coalesce(json_agg(id::text), '[]') from found)` : sql`null::json`} as ids,
      ${total} as total, (select count(*) from page) as size, ${moved} as moved,
      ${isRemembered ? remembered : sql`null`} as "deepPage", ${versionsJson(since, table.tables)} as versions,
      array_to_json(array(
        select record from page cross join lateral (
          select ${sql.raw(table.fields)} from ${sql.raw(table.source)} where t.id = page.id
        ) record order by page.key ${direction} nulls last, page.id
      ))::text as data`
}

/** SQL for `total` and `moved`, which are left out where they are not needed, and how they are read. */
const totals = (spec: ListSpec, { begin, counted, isSuspect, since }: Known, finding: Sql[]) => {
  const isChanged = since.length > 0
  const isWhole = spec.conditions.length === 0 && !isSuspect
  const hasTotal = !isWhole || begin.at === 'end'
  const hasMoved = isChanged && begin.at === 'checkpoint'
  const total = hasTotal ? sql`(select n from total)` : sql`null`
  const moved = hasMoved ? sql`(select n from moved)` : sql`0`
  // If both have the same state, as after the last page, one pass over the changes serves both.
  if (hasMoved && counted?.stateId === begin.stateId) {
    const both = sql`
      written as materialized (
        select coalesce(sum(c.sign), 0)::bigint as n,
          coalesce(sum(c.sign) filter (where ${isBefore(spec, begin)}), 0)::bigint as moved
        ${changedSince(spec, begin)}
      ),
      total as (select ${counted.count}::bigint + n as n from written), moved as (select moved as n from written)`
    return { total, moved, parts: [both] }
  }
  const sum = isWhole
    ? sql`coalesce((select sum(rows) from list_versions where ${tableOfSlot} = ${spec.table.name}), 0)::bigint`
    : counted
      ? sql`${counted.count}::bigint + ${isChanged ? growth(spec, counted) : sql`0`}`
      : sql`(select count(*) from ${source(spec)} t ${where(...finding)})`
  const parts = [
    ...(hasTotal ? [sql`total as materialized (select ${sum} as n)`] : []),
    ...(hasMoved ? [sql`moved as materialized (select ${shiftBefore(spec, begin)} as n)`] : []),
  ]
  return { total, moved, parts }
}

/** The matching rows, if they are few. If their ids are cached, only those and the rows changed since are checked. */
const found = (spec: ListSpec, counted: CachedCount, since: State[], finding: Sql[]) => {
  const { ids } = counted
  const { table } = spec
  if (!ids) return sql`select t.* from ${source(spec)} t ${where(...finding)}`
  const type = sql.raw(idTypeOf(table))
  return sql`
    select t.* from (
      select unnest(${ids}::${type}[]) as id
      ${since.length > 0 ? sql`union select c.id::${type} from list_changes c where ${isChangeSince(counted)}` : sql``}
    ) candidate join ${source(spec)} t on t.id = candidate.id ${where(...matching(spec))}`
}
