import { sql } from 'kysely'
import type { Pace } from '../background'
import { includes, isChangeSince, isCovered, type State, stateIn, stateOf, versionOf } from '../table-versions'
import type { Checkpoints, ListCache, RowPosition } from './list-cache'
import {
  changesWhere,
  countKey,
  direction,
  growth,
  type ListContext,
  type ListSpec,
  matching,
  type Sql,
  source,
  where,
} from './list-spec'
import { readSince } from './read-since'

/** Where reading a list continues: at a row's position in some state, or null for the list's start. */
export type Checkpoint = (RowPosition & State) | null

const atOnce: Pace = async () => {}

/** Reads the checkpoints of a whole list in several statements, none of which takes long. */
const readCheckpoints = (context: ListContext, spec: ListSpec, pace?: Pace): Promise<Checkpoints | null> =>
  readNext(context, spec, null, Number.POSITIVE_INFINITY, pace).then((parts) => atOneVersion(context, spec, parts))

/**
 * Brings checkpoints up to date: positions move by what was written since, and gaps that have grown get checkpoints of their
 * own. Null if the change log no longer covers them.
 */
const shiftCheckpoints = async (context: ListContext, spec: ListSpec, checkpoints: Checkpoints, pace?: Pace) => {
  // The caller's versions may be older than those of the checkpoints.
  const moved = await atOneVersion(
    context,
    spec,
    [checkpoints],
    newest([checkpoints, stateIn(context.versions, spec.table.name)]),
  )
  if (!moved) return null
  const { rows, ...state } = moved
  const wide = 4 * context.cache.checkpointSpacing
  const starts: Checkpoint[] = [null, ...rows.map((row) => ({ ...row, ...state }))]
  const parts: Checkpoints[] = []
  // With conditions the number of rows is unknown here, so rows after the last checkpoint get none.
  const end = spec.conditions.length > 0 ? 0 : versionOf(context.versions, spec.table.name).rows
  for (const [index, start] of starts.entries()) {
    const length = (rows[index]?.position ?? end) - (start?.position ?? 0)
    const added =
      length > wide ? await readNext(context, spec, start, length, pace) : start && [{ ...state, rows: [start] }]
    if (!added && start) return null
    parts.push(...(added ?? []))
  }
  const isDenser = parts.reduce((sum, part) => sum + part.rows.length, 0) > rows.length
  return isDenser ? atOneVersion(context, spec, parts) : moved
}

/** With conditions, PostgreSQL may scan and sort all rows; a single statement then does so only once. */
const batchSize = ({ cache }: ListContext, { conditions }: ListSpec) =>
  conditions.length > 0 ? wholeList : cache.checkpointsPerStatement
const wholeList = 10_000_000

/** Reads the checkpoints of the next `length` rows; each part has the version of its own statement. */
const readNext = async (context: ListContext, spec: ListSpec, start: Checkpoint, length: number, pace = atOnce) => {
  const step = context.cache.checkpointSpacing
  const most = batchSize(context, spec)
  const parts: Checkpoints[] = []
  let checkpoint = start
  for (let left = length; left > 0; left -= most * step) {
    const size = Math.min(most, Math.ceil(left / step)) * step
    const { name } = spec.table
    const statement = nextStatement(spec, checkpoint, size, step)
    const result = await readSince(context.read, statement, name, ...(checkpoint ? [checkpoint] : []))
    if (!result) return null
    const { row, versions } = result
    const state = stateIn(versions, name)
    const first = (checkpoint?.position ?? 0) + Number(row.moved)
    const rows = (JSON.parse(row.rows) as [number, string, RowPosition['key']][]).map(([n, id, key]) => ({
      position: first + n,
      id,
      key,
    }))
    const next = rows.at(-1)
    const goesOn = next !== undefined && next.position === first + size
    parts.push({ ...state, rows: goesOn ? rows.slice(0, -1) : rows })
    if (!goesOn) break
    checkpoint = { ...next, ...state }
    await pace()
  }
  return parts
}

type Batch = { versions: string; moved: string; rows: string }

const nextStatement = (spec: ListSpec, checkpoint: Checkpoint, size: number, step: number) => {
  const order = sql`key ${direction(spec)} nulls last, id`
  const parts = checkpoint ? rowsFrom(checkpoint, spec) : [null]
  const rows = parts.map(
    (part) => sql`(
      select t.id, ${sql.raw(spec.sort)} as key from ${source(spec)} t ${where(...matching(spec), ...(part ? [part] : []))}
      order by ${sql.raw(spec.sort)} ${direction(spec)} nulls last, t.id limit ${size + 1})`,
  )
  return (versions: Sql) => sql<Batch>`
    with batch as materialized (
      select id, key, row_number() over (order by ${order}) - 1 as n from (
        select * from (${sql.join(rows, sql` union all `)}) t order by ${order} limit ${size + 1}
      ) t
    )
    select ${versions} as versions, ${checkpoint ? shiftBefore(spec, checkpoint) : sql`0`} as moved, (
      select coalesce(json_agg(json_build_array(n, id, key) order by n), '[]')::text from batch where n % ${sql.lit(step)} = 0
    ) as rows`
}

/** By how many rows a checkpoint has moved since its state. */
export const shiftBefore = (spec: ListSpec, checkpoint: NonNullable<Checkpoint>) =>
  growth(spec, checkpoint, isBefore(spec, checkpoint))

export const isBefore = (spec: ListSpec, checkpoint: Pick<RowPosition, 'id' | 'key'>) =>
  sql`not (${sql.join(rowsFrom(checkpoint, spec), sql` or `)})`

/** The rows from a checkpoint on, as conditions that are one range of the sort's index each. */
export const rowsFrom = ({ id, key }: Pick<RowPosition, 'id' | 'key'>, { sort, descending }: ListSpec): Sql[] => {
  const column = sql.raw(sort)
  if (key === null) return [sql`(${column} is null and t.id >= ${id})`]
  return [
    sql`(${column} = ${key} and t.id >= ${id})`,
    sql`${column} ${sql.raw(descending ? '<' : '>')} ${key}`,
    sql`${column} is null`,
  ]
}

/** Consecutive parts that were read at several versions, brought to one. */
const atOneVersion = async (
  context: ListContext,
  spec: ListSpec,
  parts: Checkpoints[] | null,
  at = newest(parts ?? []),
): Promise<Checkpoints | null> => {
  const rows: RowPosition[] = []
  for (const part of mergeRuns(parts ?? [])) {
    if (!includes(at, part)) return null
    const shifts = part.stateId === at.stateId ? [] : await shiftsAt(context, spec, part, at)
    if (!shifts) return null
    rows.push(
      ...part.rows.map(({ id, key, position }, index) => ({ id, key, position: position + (shifts[index] ?? 0) })),
    )
  }
  return parts && { ...at, rows }
}

const newest = (states: readonly State[]): State =>
  stateOf(states.reduce((last, one) => (one.version > last.version ? one : last), beginning))
const beginning: State = { version: 0, stateId: '', slots: [] }

/** Merges neighbouring parts that were read in the same state. */
const mergeRuns = (parts: Checkpoints[]) => {
  const joint: Checkpoints[] = []
  for (const part of parts) {
    const last = joint.at(-1)
    if (last?.stateId === part.stateId) last.rows.push(...part.rows)
    else joint.push({ ...part, rows: [...part.rows] })
  }
  return joint
}

/** For each checkpoint, by how many rows it has moved in the state `at`. */
const shiftsAt = async (context: ListContext, spec: ListSpec, from: Checkpoints, at: State) => {
  const { rows } = from
  const { name, columns } = spec.table
  // An expression, such as least(), has the type of its first column.
  const typeOf = (sort: string) => {
    const first = /\bt\.(\w+)/.exec(sort)?.[1]
    return columns.find((column) => column.name === first)?.type
  }
  const [type, idType] = [typeOf(spec.sort), typeOf('t.id')]
  if (!type || !idType) return null
  const as = (one: string) => sql.raw(one === 'text' ? 'text collate "C"' : one)
  const result = await readSince(
    context.read,
    (versions) => sql<{ versions: string; shifts: string }>`
      select ${versions} as versions, (
        select coalesce(json_agg(shift order by i), '[]')::text from (
          select i, sum(sign) over (order by key ${direction(spec)} nulls last, id, kind rows unbounded preceding) as shift
          from (
            select x.i, 0 as sign, x.id, x.key, 0 as kind
            from json_to_recordset(${JSON.stringify(rows.map(({ id, key }, i) => ({ i, id, key })))}::json)
              as x(i int, id ${as(idType)}, key ${as(type)})
            union all
            select null, c.sign, t.id, ${sql.raw(spec.sort)}, 1
            ${changesWhere(spec, isChangeSince(from, at))}
          ) u
        ) s where i is not null
      ) as shifts`,
    name,
    from,
    at,
  )
  return result && (JSON.parse(result.row.shifts) as number[])
}

/** SQL that counts the rows before a bound: a checkpoint's position, what was written since, and the rows between the two. */
export const countLeading = (
  spec: ListSpec,
  checkpoints: Checkpoints,
  isInside: (key: RowPosition['key']) => boolean,
  bound: Sql,
) => {
  const { rows } = checkpoints
  const last = rows[lastIndex(rows, ({ key }) => key !== null && isInside(key))]
  const rest = (part: Sql) => sql`(select count(*) from ${source(spec)} t where ${part} and ${bound})`
  if (!last) return rest(sql`true`)
  const parts = rowsFrom(last, spec).slice(0, 2).map(rest)
  return sql`(${last.position}::bigint + ${shiftBefore(spec, { ...last, ...stateOf(checkpoints) })} + ${sql.join(parts, sql` + `)})`
}

/** Binary search for the last value that satisfies a condition, which all values before it satisfy too. */
export const lastIndex = <T>(values: readonly T[], holds: (value: T) => boolean) => {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(values[middle] as T)) low = middle + 1
    else high = middle
  }
  return low - 1
}

const checkpointsKey = (spec: ListSpec) => `${countKey(spec)} ${spec.sort} ${spec.descending}`

export const cachedCheckpoints = ({ cache, versions }: ListContext, spec: ListSpec) => {
  const checkpoints = cache.checkpoints.get(checkpointsKey(spec))
  return checkpoints && isCovered(versionOf(versions, spec.table.name), checkpoints) ? checkpoints : undefined
}

/** The position remembered from the last deep page of a list without checkpoints, if it is near the requested page. */
export const lastDeepPage = ({ cache, versions }: ListContext, spec: ListSpec, moved: number) => {
  const remembered = cache.deepPages.get(checkpointsKey(spec))
  const [row] = remembered?.rows ?? []
  if (!remembered || !row || spec.offset - moved - row.position > 2 * cache.checkpointSpacing) return undefined
  return isCovered(versionOf(versions, spec.table.name), row.last ?? remembered) ? remembered : undefined
}

export const rememberDeepPage = (
  cache: ListCache,
  spec: ListSpec,
  state: State,
  [position, id, key]: [position: number, id: string, key: RowPosition['key']],
) => cache.deepPages.set(checkpointsKey(spec), { ...state, rows: [{ position, id, key }] })

/** The cached checkpoints, or else new ones. */
export const checkpointsOf = async (context: ListContext, spec: ListSpec, pace?: Pace): Promise<Checkpoints | null> =>
  cachedCheckpoints(context, spec) ?? (await renewCheckpoints(context, spec, pace))

/** Brings cached checkpoints up to date, or reads them anew. */
export const renewCheckpoints = (context: ListContext, spec: ListSpec, pace?: Pace) => {
  const key = checkpointsKey(spec)
  return context.cache.once(`checkpoints ${key}`, async () => {
    const old = cachedCheckpoints(context, spec)
    const checkpoints =
      (old && (await shiftCheckpoints(context, spec, old, pace))) ?? (await readCheckpoints(context, spec, pace))
    if (checkpoints) context.cache.checkpoints.set(key, checkpoints)
    return checkpoints
  })
}

/** In the background: until it is done, the old checkpoints still give right answers. */
export const refreshCheckpoints = (context: ListContext, spec: ListSpec) => {
  renewCheckpoints(context, spec).catch(() => {})
}
