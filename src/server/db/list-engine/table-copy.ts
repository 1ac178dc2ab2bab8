import { type RawBuilder, sql } from 'kysely'
import {
  isChangeSince,
  isSameState,
  loggedRows,
  type State,
  stateIn,
  type Versions,
  versionOf,
  versionsJson,
} from '../table-versions'
import type { ListContext } from './list-spec'
import { type InMemory, readInSteps } from './read-in-steps'
import { retainsChanges } from './read-since'

type Sql = RawBuilder<unknown>

/** What a copy holds of a table. Columns are SQL over the row `t`; their values are JSON. */
type CopiedTable = {
  name: string
  columns: string[]
  /** Takes in rows, one array a column. Of changed rows what they were has sign -1, what they are 1, in no order. */
  take: (columns: unknown[][], signs: number[] | null) => void
}

type Copy = {
  tables: CopiedTable[]
  /** Whether so much was changed that it takes more memory than one made anew. */
  needsRebuild: () => boolean
}

/** How far a table is read: up to an id. */
type Progress = { upTo: string | null; isWhole: boolean }

/** The rows that were read, as they were in these states. */
type Held<C> = { copy: C; states: State[]; progress: Progress[] }

/** Columns are few, so a statement reads more rows than one of the list engine's statistics. */
const portions = 10

type Row = {
  versions: string
  selected: unknown
  next: [count: number, upTo: string | null, ...unknown[][]] | null
} & Record<string, unknown>

/**
 * Columns of whole tables in the memory of a process, for figures that no index gives in time. They are read in portions
 * and then follow the change log; if the log no longer has all changes, they are read again.
 */
export const defineTableCopy = <C extends Copy>(make: () => C): InMemory<C> => {
  const names = make().tables.map(({ name }) => name)
  const fresh = (): Held<C> => ({
    copy: make(),
    states: [],
    progress: names.map(() => ({ upTo: null, isWhole: false })),
  })
  const isWhole = ({ progress }: Held<C>) => progress.every((one) => one.isWhole)
  const isCurrent = (held: Held<C>, versions: Versions) =>
    isWhole(held) &&
    held.states.every(({ stateId }, index) => stateId === versionOf(versions, names[index] as string).stateId)

  const advance = async <T>(
    { read, cache, versions }: ListContext,
    keep: { held: Held<C> },
    answer: (copy: C, selected: unknown) => T,
    select: Sql | undefined,
  ): Promise<{ value: T; versions: Versions } | 'unfinished'> => {
    if (keep.held.copy.needsRebuild()) keep.held = fresh()
    const { held } = keep
    const { copy, states, progress } = held
    if (!select && isCurrent(held, versions)) return { value: answer(copy, null), versions }
    const isRetained = (others: Versions) =>
      states.every((state, index) => retainsChanges(names[index] as string, [state])(others))
    const isSame = isSameState(versions, names)
    const at = progress.findIndex((one) => !one.isWhole)
    const [table, limit] = [copy.tables[at], portions * cache.rowsPerStatement]
    const found = await read(
      sql<Row>`
        select ${versionsJson(states)} as versions, ${select ?? sql`null`} as selected,
          ${table ? nextRows(table, progress[at]?.upTo ?? null, limit) : sql`null::json`} as next,
          ${sql.join(copy.tables.map((one, index) => sql`${changedRows(one, states[index], progress[index])} as ${sql.raw(`changed${index}`)}`))}`,
      (others) => isSame(others) && isRetained(others),
    )
    // Also if taking them in fails halfway.
    keep.held = fresh()
    if (!isRetained(found.versions)) return 'unfinished'
    for (const [index, { take }] of copy.tables.entries()) {
      const [signs, ...changed] = found.row[`changed${index}`] as [number[] | null, ...unknown[][]]
      if (signs) take(changed, signs)
    }
    const { next, selected } = found.row
    const [count = 0, upTo = null, ...columns] = next ?? []
    if (next) table?.take(columns, null)
    keep.held = {
      copy,
      states: names.map((name) => stateIn(found.versions, name)),
      progress: progress.map((one, index) => (index === at ? { upTo: upTo ?? one.upTo, isWhole: count < limit } : one)),
    }
    return isWhole(keep.held) ? { value: answer(copy, selected), versions: found.versions } : 'unfinished'
  }

  return readInSteps({ names, fresh, isCurrent, advance })
}

/**
 * SQL of a column: the row as it is now, where the change log has an older one without some columns. It is never gone, because after
 * a deletion, which the change log does not keep, everything is read again.
 */
export const currentRow = (table: string, columns: string[]) =>
  `(select json_build_array(${columns.join(', ')}) from ${table} now where now.id = t.id)`

const valuesOf = ({ columns }: CopiedTable) =>
  sql.join(columns.map((column, at) => sql`${sql.raw(column)} as ${sql.raw(`c${at}`)}`))
const listsOf = ({ columns }: CopiedTable) =>
  sql.join(columns.map((_, at) => sql`coalesce(json_agg(${sql.raw(`c${at}`)}), '[]')`))

/** The rows after an id, with their number and the last id. */
const nextRows = (table: CopiedTable, upTo: string | null, limit: number) => sql`(
  select json_build_array(count(*), (array_agg(key))[count(*)], ${listsOf(table)}) from (
    select t.id::text as key, ${valuesOf(table)} from ${sql.raw(table.name)} t
    where ${upTo === null ? sql`true` : sql`t.id > ${upTo}`} order by t.id limit ${limit}
  ) next)`

/** What changed of the rows that were read. */
const changedRows = (table: CopiedTable, since: State | undefined, progress: Progress | undefined) => {
  if (!since || !progress) return sql`'[null]'::json`
  const isRead = progress.isWhole ? sql`true` : progress.upTo === null ? sql`false` : sql`t.id <= ${progress.upTo}`
  return sql`(
    select json_build_array(json_agg(sign), ${listsOf(table)}) from (
      select c.sign, ${valuesOf(table)}
      from ${loggedRows(table.name)}
      where ${isChangeSince(since)} and ${isRead}
    ) changed)`
}
