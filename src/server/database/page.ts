import { sql } from 'kysely'
import {
  after,
  anchorsOf,
  isBefore,
  knownAnchors,
  lastIndex,
  leavePlace,
  leftPlace,
  type Mark,
  movedBefore,
  refreshAnchors,
} from './anchors'
import {
  type Asked,
  changedSince,
  countKey,
  direction as directionOf,
  growth,
  type Known,
  matching,
  type Sql,
  source,
  tells,
  where,
} from './asked'
import { countOf, findingIn } from './count'
import type { Anchors, Counted, ListMemory, Place } from './memory'
import { sameState, type Versions, versionOf, versionsJson } from './versions'

/** Milliseconds after which a start without anchors has gone through too many rows that do not match. */
const slow = 50

/**
 * One page of a list as JSON, its exact total and the versions of its tables, all read in one statement. Where to begin is
 * known from earlier counts and anchors; what was written since is added by the same statement, so they need not be new.
 */
export const readPage = async (known: Known, asked: Asked) => {
  const { memory } = known
  const isFiltered = asked.conditions.length > 0
  let { versions } = known
  let moved = 0
  // Whoever is overtaken by bulk writes again and again counts in the statement itself.
  for (let attempt = 1; ; attempt++) {
    const now = { ...known, versions }
    const counted = isFiltered && attempt < 4 ? await countOf(now, asked) : null
    const expected = counted?.count ?? versionOf(versions, asked.table.name).rows
    const begin: Begin = attempt < 4 ? await beginOf(now, asked, expected, moved) : { at: 'start' }

    const started = performance.now()
    const isSame = sameState(versions, asked.table.tables)
    const added = [...(counted ? [counted] : []), ...(begin.at === 'anchor' ? [begin] : [])]
    const isTold = (others: Versions) => added.every(({ version }) => tells(asked.table.name, version, version)(others))
    const { row, ...told } = await known.read(
      statement(memory, asked, begin, counted),
      (others) => isSame(others) && isTold(others),
    )
    versions = told.versions
    if (!isTold(versions)) continue
    const { version, rows: all } = versionOf(versions, asked.table.name)
    const total = isFiltered ? Number(row.total) : all
    if (begin.at === 'anchor') {
      const place = begin.place + Number(row.moved)
      moved = place - begin.anchor.place
      begin.anchor.last = { version, place }
    }
    const isOvertaken =
      (begin.at === 'anchor' && begin.anchor.place + moved > asked.offset) ||
      (begin.at === 'end' && total - asked.offset > fromEnd(memory, asked))
    if (isOvertaken) continue

    if (isFiltered) memory.counts.set(countKey(asked), { version, count: total, ...(row.ids && { ids: row.ids }) })
    if (row.left) leavePlace(memory, asked, version, JSON.parse(row.left) as Left)
    const isSlow = begin.at === 'start' && isFiltered && total > memory.few && performance.now() - started > slow
    // Later than the keeper would, because who asks next waits beside it.
    const isOld = begin.at === 'anchor' && version - begin.found > 4 * memory.stale
    if (isSlow || isOld) refreshAnchors({ ...known, versions }, asked)
    return { data: row.data, total, versions }
  }
}

/** How many rows are read from the end at most. */
const fromEnd = ({ near }: ListMemory, { limit }: Asked) => near + 2 * limit

/** `moved` is by how many rows the place of the last attempt has moved. */
const beginOf = async (known: Known, asked: Asked, expected: number, moved: number): Promise<Begin> => {
  const { few, near } = known.memory
  const isFiltered = asked.conditions.length > 0
  const isNearStart = asked.offset <= near
  if (isFiltered ? expected <= few : isNearStart) return { at: 'start' }
  if (!isNearStart && expected - asked.offset <= near) return { at: 'end' }
  const kept = isNearStart ? knownAnchors(known, asked) : await anchorsOf(known, asked)
  const anchors = kept ?? leftPlace(known, asked, moved)
  const anchor = anchors?.rows[lastIndex(anchors.rows, ({ place }) => place <= asked.offset - moved)]
  if (!anchors || !anchor) return { at: 'start' }
  const { version } = anchors
  return { at: 'anchor', anchor, found: kept ? version : Number.POSITIVE_INFINITY, version, ...anchor, ...anchor.last }
}

/** `found` is the version at which all places of the list were told last, if they ever were. */
type Begin =
  | { at: 'start' }
  | { at: 'end' }
  | ({ at: 'anchor'; anchor: Anchors['rows'][number]; found: number } & NonNullable<Mark>)
type Left = [place: number, id: string, key: Place['key']]
type Row = {
  data: string
  total: string
  moved: string
  versions: string
  ids: string[] | null
  left: string | null
}

const statement = (memory: ListMemory, asked: Asked, begin: Begin, counted: Counted | null) => {
  const { table, conditions, descending, limit } = asked
  const finding = findingIn(memory, asked)
  const key = sql.raw(asked.sort)
  const direction = directionOf(asked)
  const order = sql`${key} ${direction} nulls last, t.id`
  const offset = sql`${asked.offset}::bigint`
  const isFew = counted !== null && counted.count <= memory.few
  const rows = (...more: Sql[]) =>
    sql`select t.id, ${key} as key from ${isFew ? sql`found` : source(asked)} t
      ${isFew ? sql`` : where(...matching(asked), ...more)}`

  // Somewhat before the page, so that rows that come before it do not make it useless.
  const place = asked.offset - Math.floor(memory.step / 8)
  const isLeft = conditions.length > 0 && !isFew && begin.at === 'start' && asked.offset > memory.step
  const toLeave = sql`(
    select json_build_array(${place}::bigint, id, key)::text
    from (${rows()} order by ${order} limit 1 offset ${place}::bigint) t)`
  const page = () => {
    if (begin.at === 'start') return sql`${rows()} order by ${order} limit ${limit} offset ${offset}`
    if (begin.at === 'end') {
      const left = sql`(select n from total) - ${offset}`
      const reverse = sql.raw(`${descending ? 'asc' : 'desc'} nulls first`)
      // The inner limit is one that the planner knows beforehand.
      return sql`
        select * from (${rows()} order by ${key} ${reverse}, t.id desc limit ${fromEnd(memory, asked)}) t
        order by t.key ${reverse}, t.id desc
        limit greatest(0, least(${limit}, ${left})) offset greatest(0, ${left} - ${limit})`
    }
    const skipped = sql`greatest(0, ${offset} - ${begin.place}::bigint - (select n from moved))`
    const parts = after(begin, asked).map((part) => sql`(${rows(part)} order by ${order} limit ${limit} + ${skipped})`)
    return sql`
      select t.id, t.key from (${sql.join(parts, sql` union all `)}) t
      order by t.key ${direction} nulls last, t.id limit ${limit} offset ${skipped}`
  }

  return sql<Row>`
    with ${totals(asked, begin, counted, finding)},
    ${isFew ? sql`found as materialized (${found(asked, counted, finding)}),` : sql``}
    page as materialized (${page()})
    select ${isFew ? sql`(select coalesce(json_agg(id::text), '[]') from found)` : sql`null::json`} as ids, (select n from total) as total, (select n from moved) as moved, ${isLeft ? toLeave : sql`null`} as left, ${versionsJson} as versions, (
      select '[' || coalesce(string_agg(line.json, ',' order by page.key ${direction} nulls last, page.id), '') || ']'
      from page cross join lateral (
        select row_to_json(record)::text as json from (
          select ${sql.raw(table.fields)} from ${sql.raw(table.source)} where t.id = page.id
        ) record
      ) line
    ) as data`
}

/** What `total` and `moved` are, as parts of the statement. */
const totals = (asked: Asked, begin: Begin, counted: Counted | null, finding: Sql[]) => {
  // Told at one version, as the last page did, both are in one look at what was written since.
  if (counted && begin.at === 'anchor' && counted.version === begin.version)
    return sql`
      written as materialized (
        select coalesce(sum(c.sign), 0)::bigint as n,
          coalesce(sum(c.sign) filter (where ${isBefore(asked, begin)}), 0)::bigint as moved
        ${changedSince(asked, begin.version)}
      ),
      total as (select ${counted.count}::bigint + n as n from written), moved as (select moved as n from written)`
  const total =
    asked.conditions.length === 0
      ? sql`coalesce((select rows from list_versions where name = ${asked.table.name}), 0)`
      : counted
        ? sql`${counted.count}::bigint + ${growth(asked, counted.version)}`
        : sql`(select count(*) from ${source(asked)} t ${where(...finding)})`
  const moved = begin.at === 'anchor' ? movedBefore(asked, begin) : sql`0::bigint`
  return sql`total as materialized (select ${total} as n), moved as materialized (select ${moved} as n)`
}

/** All rows that match. Which they were is known from last time, so only those and what has changed since are looked at. */
const found = (asked: Asked, { ids, version }: Counted, finding: Sql[]) => {
  const { table } = asked
  if (!ids) return sql`select t.* from ${source(asked)} t ${where(...finding)}`
  const type = sql.raw(table.columns.find(({ name }) => name === 'id')?.type ?? 'text')
  return sql`
    select t.* from (
      select unnest(${ids}::${type}[]) as id union
      select c.id::${type} from list_changes c where c.name = ${table.name} and c.version > ${version}::bigint
    ) candidate join ${source(asked)} t on t.id = candidate.id ${where(...matching(asked))}`
}
