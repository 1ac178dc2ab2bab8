import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../postgres/replicas'
import { idTypeOf, type Table } from '../table'
import { isChangeSince, isCovered, loggedRows, type State, stateIn, stateOf, type Version } from '../table-versions'
import { readSince } from './read-since'
import { createTextIndex } from './text-index'
import { createTrigramSample } from './trigrams'

/** The statistics of a table: rows per value of these columns, and its search texts. */
export type StatsSpec = {
  table: Pick<Table<never>, 'name' | 'columns'>
  /** SQL expressions over the row `t`. */
  columns: string[]
  isSearched: boolean
}

/** Exact for their state: for all rows if `isWhole`, otherwise for those up to the id `cursor`. */
export type TableStats = State & {
  shape: StatsSpec
  cursor: string | null
  isWhole: boolean
  counts: Map<string, Map<string, number>>
  texts: ReturnType<typeof createTextIndex>
  sample: ReturnType<typeof createTrigramSample>
}

export const newTableStats = (shape: StatsSpec): TableStats => ({
  shape,
  version: 0,
  stateId: '',
  slots: [],
  cursor: null,
  isWhole: false,
  counts: new Map(shape.columns.map((column) => [column, new Map()])),
  texts: createTextIndex(),
  sample: createTrigramSample(),
})

/** Columns with more values rely on their indexes, which then count few rows each. */
const maxDistinctValues = 2000
/** Texts per batch that are sampled for trigram frequencies. */
const sampleSize = 50

type Values = unknown[]
type Row = {
  versions: string
  rows: [id: string, text: string][]
  last: string | null
  size: number
  values: [value: unknown, count: number][][]
  changes: [sign: number, id: string, text: string, ...values: Values][]
}

/**
 * Reads the next batch of the table and the changes since to earlier batches, in one statement, so that the statistics
 * stay exact. False if the change log no longer covers them.
 */
export const advanceStats = async (
  { read, cache }: { read: Read; cache: { rowsPerStatement: number } },
  stats: TableStats,
): Promise<boolean> => {
  const { shape, cursor, isWhole } = stats
  const { name } = shape.table
  const source = sql.raw(name)
  const type = sql.raw(idTypeOf(shape.table))
  const text = sql.raw(shape.isSearched ? 't.search_text' : "''")
  const kept = [...stats.counts.keys()]
  const columns = kept.map((column) => sql.raw(column))
  const isNext = cursor === null ? sql`true` : sql`t.id > ${cursor}::${type}`
  const isRead = isWhole ? sql`true` : cursor === null ? sql`false` : sql`c.id::${type} <= ${cursor}::${type}`
  const list = (...parts: ReturnType<typeof sql>[]) => sql`json_build_array(${sql.join(parts)})`
  const batch = sql`
    select t.id, ${text} as text ${sql.join(
      columns.map((column, index) => sql`, ${column} as ${sql.raw(`c${index}`)}`),
      sql``,
    )}
    from ${source} t where ${isNext} order by t.id limit ${cache.rowsPerStatement}`
  const isAdded = isWhole || cursor !== null
  const statement = (versions: RawBuilder<string>) => sql<Row>`
      with batch as materialized (${isWhole ? sql`select null::${type} as id where false` : batch})
      select ${versions} as versions, (select count(*)::int from batch) as size,
        (select id::text from batch order by id desc limit 1) as last,
        ${shape.isSearched && !isWhole ? sql`(select coalesce(json_agg(json_build_array(id, text)), '[]') from batch)` : sql`'[]'::json`} as rows,
        ${
          isWhole
            ? sql`'[]'::json`
            : list(
                ...columns.map((_, index) => {
                  const value = sql.raw(`c${index}`)
                  return sql`(select coalesce(json_agg(json_build_array(${value}, n)), '[]')
                    from (select ${value}, count(*) as n from batch group by 1) v)`
                }),
              )
        } as values, (
          select coalesce(json_agg(${list(sql`c.sign`, sql`c.id`, text, ...columns)}), '[]')
          from ${loggedRows(name)}
          where ${isChangeSince(stats)} and ${isRead}
        ) as changes`
  const result = await readSince(read, statement, name, ...(isAdded ? [stateOf(stats)] : []))
  if (!result) return false
  const { row, versions } = result
  applyBatch(stats, kept, row)
  Object.assign(stats, stateIn(versions, name))
  if (!isWhole) {
    stats.isWhole = row.size < cache.rowsPerStatement
    stats.cursor = row.last ?? cursor
  }
  return true
}

const applyBatch = ({ shape, counts, texts, sample }: TableStats, kept: string[], { rows, values, changes }: Row) => {
  const add = (column: string, value: unknown, count: number) => {
    const counted = counts.get(column)
    const key = JSON.stringify(value)
    counted?.set(key, (counted.get(key) ?? 0) + count)
    if (counted && counted.size > maxDistinctValues) counts.delete(column)
  }
  for (const [index, column] of kept.entries()) {
    for (const [value, count] of values[index] ?? []) add(column, value, count)
    for (const [sign, , , ...changed] of changes) add(column, changed[index], sign)
  }
  for (const [, text] of rows.slice(0, sampleSize)) sample.add(text)
  if (!shape.isSearched) return
  texts.add(rows)
  texts.add(changes.flatMap(([sign, id, text]) => (sign > 0 ? [[id, text] as const] : [])))
  texts.remove(changes.flatMap(([sign, id, text]) => (sign < 0 ? [[id, text] as const] : [])))
}

/** Search texts that exceed the memory limit are left to the database. */
export const dropTextIndex = (stats: TableStats) => {
  stats.shape = { ...stats.shape, isSearched: false }
  stats.texts = createTextIndex()
}

/** Whether it covers all rows, and changes since are still in the log. */
export const isUsableStats = (stats: TableStats | undefined, now: Version): stats is TableStats =>
  stats?.isWhole === true && isCovered(now, stats)

/** Rows with a value, if counted. */
export const countOfValue = ({ counts, shape }: TableStats, { column, value }: { column: string; value: unknown }) => {
  const counted = counts.get(column)
  if (!counted) return null
  const isUuid = shape.table.columns.some(({ name, type }) => `t.${name}` === column && type === 'uuid')
  return counted.get(JSON.stringify(isUuid ? String(value).toLowerCase() : value)) ?? 0
}
