import { sql } from 'kysely'
import {
  type Asked,
  changedSince,
  countKey,
  direction,
  growth,
  type Known,
  matching,
  readSince,
  type Sql,
  source,
  where,
} from './asked'
import type { Anchors, ListMemory, Place } from './memory'
import { versionOf, versionsJson } from './versions'

/** Where a list goes on: a place as it was at a version, or the list's start. */
export type Mark = (Place & { version: number }) | null

/** How the work is spread: what happens between two of its statements. */
type Pace = () => Promise<unknown>
const atOnce: Pace = async () => {}

/** Places at every so many rows of a list, read in pieces: none of its statements takes long. */
const findAnchors = (known: Known, asked: Asked, pace?: Pace): Promise<Anchors | null> =>
  stretch(known, asked, null, Number.POSITIVE_INFINITY, pace).then((parts) => settled(known, asked, parts))

/**
 * The same places at a newer version, moved by what was written since; where rows were added, places are added. Null when too
 * much was written to tell.
 */
const movedAnchors = async (known: Known, asked: Asked, anchors: Anchors, pace?: Pace) => {
  // Who moves them may know less than who found them.
  const at = Math.max(anchors.version, versionOf(known.versions, asked.table.name).version)
  const moved = await settled(known, asked, [anchors], at)
  if (!moved) return null
  const { rows, version } = moved
  const wide = 4 * known.memory.step
  const starts: Mark[] = [null, ...rows.map((row) => ({ ...row, version }))]
  const parts: Anchors[] = []
  for (const [index, start] of starts.entries()) {
    const length = (rows[index]?.place ?? 0) - (start?.place ?? 0)
    const added =
      length > wide ? await stretch(known, asked, start, length, pace) : start && [{ version, rows: [start] }]
    if (!added && start) return null
    parts.push(...(added ?? []))
  }
  return parts.length > rows.length ? settled(known, asked, parts) : moved
}

/** With conditions the database may rather go through all rows than follow the order, and then does so once. */
const piecesOf = ({ memory: { step, piece } }: Known, { conditions }: Asked) => ({
  step,
  piece: conditions.length > 0 ? wholeList : piece,
})
const wholeList = 10_000_000

/** The places of so many rows from a mark on, each piece as it was at its own version. */
const stretch = async (known: Known, asked: Asked, start: Mark, length: number, pace = atOnce) => {
  const { step, piece } = piecesOf(known, asked)
  const parts: Anchors[] = []
  let mark = start
  for (let left = length; left > 0; left -= piece * step) {
    const size = Math.min(piece, Math.ceil(left / step)) * step
    const { name } = asked.table
    const statement = pieceOf(asked, mark, size, step)
    const told = await (mark ? readSince(known.read, statement, name, mark.version) : known.read(statement, () => true))
    if (!told) return null
    const { row, versions } = told
    const { version } = versionOf(versions, name)
    const first = (mark?.place ?? 0) + Number(row.moved)
    const rows = (JSON.parse(row.rows) as [number, string, Place['key']][]).map(([n, id, key]) => ({
      place: first + n,
      id,
      key,
    }))
    const next = rows.at(-1)
    const goesOn = next !== undefined && next.place === first + size
    parts.push({ version, rows: goesOn ? rows.slice(0, -1) : rows })
    if (!goesOn) break
    mark = { ...next, version }
    await pace()
  }
  return parts
}

type Piece = { versions: string; moved: string; rows: string }

const pieceOf = (asked: Asked, mark: Mark, size: number, step: number) => {
  const order = sql`key ${direction(asked)} nulls last, id`
  const parts = mark ? after(mark, asked) : [null]
  const rows = parts.map(
    (part) => sql`(
      select t.id, ${sql.raw(asked.sort)} as key from ${source(asked)} t ${where(...matching(asked), ...(part ? [part] : []))}
      order by ${sql.raw(asked.sort)} ${direction(asked)} nulls last, t.id limit ${size + 1})`,
  )
  return sql<Piece>`
    with piece as materialized (
      select id, key, row_number() over (order by ${order}) - 1 as n from (
        select * from (${sql.join(rows, sql` union all `)}) t order by ${order} limit ${size + 1}
      ) t
    )
    select ${versionsJson} as versions, ${mark ? movedBefore(asked, mark) : sql`0`} as moved, (
      select coalesce(json_agg(json_build_array(n, id, key) order by n), '[]')::text from piece where n % ${sql.lit(step)} = 0
    ) as rows`
}

/** By how many rows a place has moved since its version. */
export const movedBefore = (asked: Asked, mark: NonNullable<Mark>) => growth(asked, mark.version, isBefore(asked, mark))

export const isBefore = (asked: Asked, mark: Pick<Place, 'id' | 'key'>) =>
  sql`not (${sql.join(after(mark, asked), sql` or `)})`

/** The rows from an anchor on, in parts of which each is one range of the sort's index. */
export const after = ({ id, key }: Pick<Place, 'id' | 'key'>, { sort, descending }: Asked): Sql[] => {
  const column = sql.raw(sort)
  if (key === null) return [sql`(${column} is null and t.id >= ${id})`]
  return [
    sql`(${column} = ${key} and t.id >= ${id})`,
    sql`${column} ${sql.raw(descending ? '<' : '>')} ${key}`,
    sql`${column} is null`,
  ]
}

/** Parts of several versions, one after the other, as they were at one. */
const settled = async (
  known: Known,
  asked: Asked,
  parts: Anchors[] | null,
  at = Math.max(...(parts ?? []).map(({ version }) => version)),
): Promise<Anchors | null> => {
  const rows: Place[] = []
  for (const part of joined(parts ?? [])) {
    const shifts = part.version === at ? [] : await shiftsOf(known, asked, part, at)
    if (!shifts) return null
    rows.push(...part.rows.map(({ id, key, place }, index) => ({ id, key, place: place + (shifts[index] ?? 0) })))
  }
  return parts && { version: at, rows }
}

/** Neighbours of one version as one. */
const joined = (parts: Anchors[]) => {
  const joint: Anchors[] = []
  for (const part of parts) {
    const last = joint.at(-1)
    if (last?.version === part.version) last.rows.push(...part.rows)
    else joint.push({ version: part.version, rows: [...part.rows] })
  }
  return joint
}

/** For each place, how many more rows stand before it at version `at`. */
const shiftsOf = async (known: Known, asked: Asked, { version, rows }: Anchors, at: number) => {
  const { name, columns } = asked.table
  const typeOf = (column: string) => columns.find((one) => `t.${one.name}` === column)?.type
  const [type, idType] = [typeOf(asked.sort), typeOf('t.id')]
  if (!type || !idType) return null
  const as = (one: string) => sql.raw(one === 'text' ? 'text collate "C"' : one)
  const told = await readSince(
    known.read,
    sql<{ versions: string; shifts: string }>`
      select ${versionsJson} as versions, (
        select coalesce(json_agg(shift order by i), '[]')::text from (
          select i, sum(sign) over (order by key ${direction(asked)} nulls last, id, kind rows unbounded preceding) as shift
          from (
            select x.i, 0 as sign, x.id, x.key, 0 as kind
            from json_to_recordset(${JSON.stringify(rows.map(({ id, key }, i) => ({ i, id, key })))}::json)
              as x(i int, id ${as(idType)}, key ${as(type)})
            union all
            select null, c.sign, t.id, ${sql.raw(asked.sort)}, 1
            ${changedSince(asked, version, sql`c.version <= ${at}::bigint`)}
          ) u
        ) s where i is not null
      ) as shifts`,
    name,
    version,
    at,
  )
  return told && (JSON.parse(told.row.shifts) as number[])
}

/** Leading rows of a list that are on this side of a bound, at the version of the same statement. */
export const leading = (asked: Asked, anchors: Anchors, isInside: (key: Place['key']) => boolean, bound: Sql) => {
  const { rows, version } = anchors
  const last = rows[lastIndex(rows, ({ key }) => key !== null && isInside(key))]
  const rest = (part: Sql) => sql`(select count(*) from ${source(asked)} t where ${part} and ${bound})`
  if (!last) return rest(sql`true`)
  const parts = after(last, asked).slice(0, 2).map(rest)
  return sql`(${last.place}::bigint + ${movedBefore(asked, { ...last, version })} + ${sql.join(parts, sql` + `)})`
}

/** The last one for which something holds that holds for all before it. */
export const lastIndex = <T>(values: readonly T[], holds: (value: T) => boolean) => {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(values[middle] as T)) low = middle + 1
    else high = middle
  }
  return low - 1
}

const anchorsKey = (asked: Asked) => `${countKey(asked)} ${asked.sort} ${asked.descending}`

export const knownAnchors = ({ memory, versions }: Known, asked: Asked) => {
  const anchors = memory.anchors.get(anchorsKey(asked))
  return anchors && anchors.version >= versionOf(versions, asked.table.name).floor ? anchors : undefined
}

/** The one place that is known of a list of which nobody keeps any, where it is not far from what is asked for. */
export const leftPlace = ({ memory, versions }: Known, asked: Asked, moved: number) => {
  const left = memory.left.get(anchorsKey(asked))
  const [row] = left?.rows ?? []
  if (!left || !row || asked.offset - moved - row.place > 2 * memory.step) return undefined
  return (row.last ?? left).version >= versionOf(versions, asked.table.name).floor ? left : undefined
}

export const leavePlace = (
  memory: ListMemory,
  asked: Asked,
  version: number,
  [place, id, key]: [place: number, id: string, key: Place['key']],
) => memory.left.set(anchorsKey(asked), { version, rows: [{ place, id, key }] })

/** Those that are known, or found now. */
export const anchorsOf = async (known: Known, asked: Asked, pace?: Pace): Promise<Anchors | null> =>
  knownAnchors(known, asked) ?? (await renewed(known, asked, pace))

/** Moves what is known along, or finds it anew. */
export const renewed = (known: Known, asked: Asked, pace?: Pace) => {
  const key = anchorsKey(asked)
  return known.memory.once(`anchors ${key}`, async () => {
    const old = knownAnchors(known, asked)
    const anchors = (old && (await movedAnchors(known, asked, old, pace))) ?? (await findAnchors(known, asked, pace))
    if (anchors) known.memory.anchors.set(key, anchors)
    return anchors
  })
}

/** Beside what asks: the old ones are right as long as the changes since are told. */
export const refreshAnchors = (known: Known, asked: Asked) => {
  renewed(known, asked).catch(() => {})
}
