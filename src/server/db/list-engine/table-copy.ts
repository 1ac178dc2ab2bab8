import { type RawBuilder, sql } from 'kysely'
import { isSameState, type State, stateIn, type Versions, versionOf, versionsJson } from '../table-versions'
import type { ListContext } from './list-spec'
import { retainsChanges } from './read-since'

type Sql = RawBuilder<unknown>

/** What a copy holds of a table. Columns are SQL over the row `t`; their values are text, numbers, booleans or null. */
type CopiedTable = {
  name: string
  /** The type of its id. */
  id: 'uuid' | 'text'
  columns: string[]
  /** Takes in rows, one array a column. Of changed rows what they were has sign -1 and comes before what they are. */
  take: (columns: unknown[][], signs: number[] | null) => void
}

type Copy = {
  tables: CopiedTable[]
  /** Whether so much was changed that it takes more memory than one made anew. */
  isWorn: () => boolean
}

export type TableCopy<C> = {
  /** Of the tables. */
  names: string[]
  /**
   * Uses the copy in the state of the versions that are returned, with what `also` selects in one statement. `use` must be done
   * when it returns, because the copy goes on to change.
   */
  read: <T, A = null>(
    context: ListContext,
    use: (copy: C, also: A) => T,
    also?: RawBuilder<A>,
  ) => Promise<{ value: T; versions: Versions }>
}

/** How far each table was read: up to the row with the id `cursor`, as it was in a state. */
type Progress = State & { cursor: string | null; isWhole: boolean }
type Held<C> = { copy: C; progress: Progress[] }

/** Rows read by one statement, in portions of the list engine's statistics: these columns are few. */
const portions = 4

type Row = { versions: string; also: unknown } & Record<string, unknown>

/**
 * Columns of whole tables in the memory of a process, for figures that no index gives in time. They are read when they are first
 * asked for, in portions, and then follow the change log; what was written past it has them read anew.
 */
export const defineTableCopy = <C extends Copy>(make: () => C): TableCopy<C> => {
  const fresh = (): Held<C> => {
    const copy = make()
    return { copy, progress: copy.tables.map(() => ({ version: 0, stateId: '', cursor: null, isWhole: false })) }
  }
  const kept = new WeakMap<ListContext['cache'], { held: Held<C>; last: Promise<unknown> }>()
  const names = make().tables.map(({ name }) => name)

  const isCurrent = ({ progress }: Held<C>, versions: Versions) =>
    progress.every(
      ({ isWhole, stateId }, index) => isWhole && stateId === versionOf(versions, names[index] as string).stateId,
    )

  /** Reads what is missing, and a portion where a table is not whole; null if that was not all. */
  const advance = async <T>(
    { read, cache, versions }: ListContext,
    keep: { held: Held<C> },
    use: (copy: C, also: unknown) => T,
    also: Sql | undefined,
  ): Promise<{ value: T; versions: Versions } | null> => {
    if (keep.held.copy.isWorn()) keep.held = fresh()
    const { copy, progress } = keep.held
    if (!also && isCurrent(keep.held, versions)) return { value: use(copy, null), versions }
    const begun = progress.flatMap(({ cursor, isWhole, ...state }, index) =>
      cursor !== null || isWhole ? [{ name: names[index] as string, ...state }] : [],
    )
    const isRetained = (others: Versions) => begun.every((one) => retainsChanges(one.name, [one])(others))
    const isSame = isSameState(versions, names)
    const limit = portions * cache.rowsPerStatement
    const parts = copy.tables.map((table, index) => partsOf(table, progress[index] as Progress, index, limit))
    const found = await read(
      sql<Row>`
        with ${sql.join(parts.map(({ portion }) => portion))}
        select ${versionsJson(begun)} as versions, ${sql.join(parts.map(({ columns }) => columns))}, ${also ?? sql`null`} as also`,
      (others) => isSame(others) && isRetained(others),
    )
    if (!isRetained(found.versions)) {
      keep.held = fresh()
      return null
    }
    const next = copy.tables.map(({ name, take }, index): Progress => {
      const { cursor, isWhole } = progress[index] as Progress
      const [signs, ...changed] = (found.row[`changed${index}`] ?? [null]) as [number[] | null, ...unknown[][]]
      const [size, last, ...columns] = (found.row[`read${index}`] ?? [0, null]) as [
        number,
        string | null,
        ...unknown[][],
      ]
      if (signs) take(changed, signs)
      if (size > 0) take(columns, null)
      return { ...stateIn(found.versions, name), cursor: last ?? cursor, isWhole: isWhole || size < limit }
    })
    keep.held = { copy, progress: next }
    return next.every(({ isWhole }) => isWhole) ? { value: use(copy, found.row.also), versions: found.versions } : null
  }

  const keepOf = (cache: ListContext['cache']) => {
    const known = kept.get(cache)
    if (known) return known
    const keep = { held: fresh(), last: Promise.resolve() as Promise<unknown> }
    kept.set(cache, keep)
    // Once it has been asked for, it is kept up to date while nobody asks.
    cache.followers.push(async (now, pace) => {
      if (isCurrent(keep.held, now.versions)) return
      do await pace()
      while (!(await inTurn({ ...now, cache }, () => null, undefined)))
    })
    return keep
  }

  /** Statements run one after the other, because each goes on from what the one before has left. */
  const inTurn = <T>(context: ListContext, use: (copy: C, also: unknown) => T, also: Sql | undefined) => {
    const keep = keepOf(context.cache)
    const next = keep.last.then(() => advance(context, keep, use, also))
    keep.last = next.catch(() => {})
    return next
  }

  return {
    names,
    read: async (context, use, also) => {
      for (;;) {
        const done = await inTurn(context, use as (copy: C, also: unknown) => ReturnType<typeof use>, also)
        if (done) return done
      }
    },
  }
}

/** The next portion of a table, and what changed of the rows before it. */
const partsOf = (
  { name, id, columns }: CopiedTable,
  { version, cursor, isWhole }: Progress,
  index: number,
  limit: number,
) => {
  const part = sql.raw(`part${index}`)
  const type = sql.raw(id)
  const values = sql.join(columns.map((column, at) => sql`${sql.raw(column)} as ${sql.raw(`c${at}`)}`))
  const lists = sql.join(columns.map((_, at) => sql`coalesce(json_agg(${sql.raw(`c${at}`)}), '[]')`))
  const next = cursor === null ? sql`` : sql`where t.id > ${cursor}::${type}`
  const isRead = isWhole ? sql`` : sql`and c.id::${type} <= ${cursor}::${type}`
  const table = sql.raw(name)
  return {
    portion: isWhole
      ? sql`${part} as (select 1)`
      : sql`${part} as materialized (select t.id, ${values} from ${table} t ${next} order by t.id limit ${limit})`,
    columns: sql`
      ${
        isWhole
          ? sql`null::json`
          : sql`(select json_build_array(count(*)::int, (select id::text from ${part} order by id desc limit 1), ${lists}) from ${part})`
      } as ${sql.raw(`read${index}`)},
      ${
        isWhole || cursor !== null
          ? sql`(
            select json_build_array(json_agg(sign), ${lists}) from (
              select c.sign, ${values}
              from list_changes c cross join lateral json_populate_record(null::${table}, c.row) t
              where c.name = ${name} and c.version > ${version}::bigint ${isRead}
              order by c.version, c.sign) changed)`
          : sql`null::json`
      } as ${sql.raw(`changed${index}`)}`,
  }
}
