import { type RawBuilder, sql } from 'kysely'
import {
  isChangeSince,
  isSameState,
  type State,
  stateIn,
  type Versions,
  versionOf,
  versionsJson,
} from '../table-versions'
import type { ListContext } from './list-spec'
import { retainsChanges } from './read-since'

type Sql = RawBuilder<unknown>

/** What a copy holds of a table. Columns are SQL over the row `t`; their values are JSON. */
type CopiedTable = {
  name: string
  /** The id of a row's client: a uuid, or null. */
  client: string
  columns: string[]
  /** Takes in rows, one array a column. Of changed rows what they were has sign -1, what they are 1, in no order. */
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
  /** Has it read and kept up to date in the background. */
  follow: (cache: ListContext['cache']) => void
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

/** The clients up to the id `cursor`, or all of them, with their rows as they were in these states. */
type Held<C> = { copy: C; states: State[]; cursor: string | null; isWhole: boolean }

/** A statement reads the clients that have about this many rows, in portions of the list engine's statistics: columns are few. */
const portions = 40

type Row = { versions: string; also: unknown; upto: string | null } & Record<string, unknown>

/**
 * Columns of whole tables in the memory of a process, for figures that no index gives in time. They are read some
 * clients after the others and then follow the change log; what was written past it has them read anew.
 */
export const defineTableCopy = <C extends Copy>(make: () => C): TableCopy<C> => {
  const fresh = (): Held<C> => ({ copy: make(), states: [], cursor: null, isWhole: false })
  const kept = new WeakMap<ListContext['cache'], { held: Held<C>; last: Promise<unknown> }>()
  const names = make().tables.map(({ name }) => name)

  const isCurrent = ({ states, isWhole }: Held<C>, versions: Versions) =>
    isWhole && states.every(({ stateId }, index) => stateId === versionOf(versions, names[index] as string).stateId)

  /** Reads what was written since, and the next clients if some are missing; null if that was not all. */
  const advance = async <T>(
    { read, cache, versions }: ListContext,
    keep: { held: Held<C> },
    use: (copy: C, also: unknown) => T,
    also: Sql | undefined,
  ): Promise<{ value: T; versions: Versions } | null> => {
    if (keep.held.copy.isWorn()) keep.held = fresh()
    const { held } = keep
    const { copy, cursor, isWhole } = held
    if (!also && isCurrent(held, versions)) return { value: use(copy, null), versions }
    const { states } = held
    const isRetained = (others: Versions) =>
      states.every((state, index) => retainsChanges(names[index] as string, [state])(others))
    const isSame = isSameState(versions, names)
    const rows = names.reduce((sum, name) => sum + versionOf(versions, name).rows, 0)
    const clients = Math.ceil((versionOf(versions, 'companies').rows * portions * cache.rowsPerStatement) / (rows + 1))
    const after = cursor === null ? sql`true` : sql`id > ${cursor}::uuid`
    const found = await read(
      sql<Row>`
        with upto as materialized (
          ${isWhole ? sql`select null::uuid as id where false` : sql`select id from companies where ${after} order by id offset ${clients} limit 1`}
        )
        select ${versionsJson(states)} as versions, (select id from upto) as upto,
          ${sql.join(copy.tables.map((table, index) => columnsOf(table, held, index)))}, ${also ?? sql`null`} as also`,
      (others) => isSame(others) && isRetained(others),
    )
    if (!isRetained(found.versions)) {
      keep.held = fresh()
      return null
    }
    for (const [index, { take }] of copy.tables.entries()) {
      const [signs, ...changed] = found.row[`changed${index}`] as [number[] | null, ...unknown[][]]
      if (signs) take(changed, signs)
      if (!isWhole) take(found.row[`read${index}`] as unknown[][], null)
    }
    const { upto } = found.row
    keep.held = {
      copy,
      states: names.map((name) => stateIn(found.versions, name)),
      cursor: upto ?? cursor,
      isWhole: isWhole || upto === null,
    }
    return keep.held.isWhole ? { value: use(copy, found.row.also), versions: found.versions } : null
  }

  const keepOf = (cache: ListContext['cache']) => {
    const known = kept.get(cache)
    if (known) return known
    const keep = { held: fresh(), last: Promise.resolve() as Promise<unknown> }
    kept.set(cache, keep)
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
    follow: keepOf,
    read: async (context, use, also) => {
      for (;;) {
        const done = await inTurn(context, use as (copy: C, also: unknown) => ReturnType<typeof use>, also)
        if (done) return done
      }
    },
  }
}

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** What changed of the clients that were read, and the rows of the next ones. Those without a client come with the first. */
const columnsOf = ({ name, client, columns }: CopiedTable, { states, cursor, isWhole }: Held<Copy>, index: number) => {
  const [table, whose] = [sql.raw(name), sql.raw(client)]
  const values = sql.join(columns.map((column, at) => sql`${sql.raw(column)} as ${sql.raw(`c${at}`)}`))
  const lists = sql.join(columns.map((_, at) => sql`coalesce(json_agg(${sql.raw(`c${at}`)}), '[]')`))
  const isRead = isWhole ? sql`` : sql`and (${whose} is null or ${whose} <= ${cursor}::uuid)`
  const after = cursor === null ? sql`` : sql`and ${whose} > ${cursor}::uuid`
  const others = cursor === null ? sql`union all select ${values} from ${table} t where ${whose} is null` : sql``
  const state = states[index]
  const changed =
    state &&
    sql`
    select json_build_array(json_agg(sign), ${lists}) from (
      select c.sign, ${values} from list_changes c cross join lateral json_populate_record(null::${table}, c.row) t
      where ${isChangeSince(state)} ${isRead}
    ) changed`
  const next = sql`
    select json_build_array(${lists}) from (
      select ${values} from ${table} t
      where ${whose} <= (select coalesce((select id from upto), ${last}::uuid)) ${after} ${others}
    ) next`
  return sql`
    ${changed ? sql`(${changed})` : sql`'[null]'::json`} as ${sql.raw(`changed${index}`)},
    ${isWhole ? sql`null::json` : sql`(${next})`} as ${sql.raw(`read${index}`)}`
}
