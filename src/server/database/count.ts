import { sql } from 'kysely'
import { knownAnchors, leading } from './anchors'
import { type Asked, countKey, type Known, readSince, type Sql, source, where } from './asked'
import type { Bound, Range } from './conditions'
import { countOfValue, isUsable } from './digest'
import type { Counted, ListMemory, Place } from './memory'
import { likely } from './trigrams'
import { sameState, versionOf, versionsJson } from './versions'

/** The conditions of a list, said so that an index finds its rows. */
export const findingIn = ({ digests }: ListMemory, { table, conditions }: Asked): Sql[] =>
  conditions.map(({ finds }) => finds(digests.get(table.name)?.sample.rarity))

/** How many rows match, at some version. */
export const countOf = async (known: Known, asked: Asked): Promise<Counted> => {
  const { memory, versions } = known
  const key = countKey(asked)
  const counted = memory.counts.get(key)
  if (counted && counted.version >= versionOf(versions, asked.table.name).floor) return counted
  return memory.once(`count ${key}`, async () => {
    const found = (await countKnown(known, asked)) ?? (await countRows(known, asked))
    memory.counts.set(key, found)
    return found
  })
}

type Row = { versions: string; count: string }

const countRows = async (known: Known, asked: Asked): Promise<Counted> => {
  const { name } = asked.table
  const { row, ...told } = await known.read(
    sql<Row>`
      select ${versionsJson} as versions, count(*) as count from ${source(asked)} t ${where(...findingIn(known.memory, asked))}`,
    sameState(known.versions, [name]),
  )
  return { version: versionOf(told.versions, name).version, count: Number(row.count) }
}

/** Up to so many rows, the index is asked and not the kept texts; also when words are common that hardly come together. */
const rare = 10_000
const common = 30_000
const hardly = 2000

/** One condition whose count needs no look at the rows, or only at a few. */
const countKnown = async (known: Known, asked: Asked): Promise<Counted | null> => {
  const [one, ...others] = asked.conditions
  if (!one || others.length > 0) return null
  const { memory, versions } = known
  const state = versionOf(versions, asked.table.name)
  const digest = memory.digests.get(asked.table.name)
  if (isUsable(digest, state)) {
    const { version } = digest
    if (one.equal) {
      const count = countOfValue(digest, one.equal)
      if (count !== null) return { version, count }
    }
    if (one.text !== undefined && digest.shape.isSearched && !one.text.includes('\0')) {
      const { rarest, together } = likely(one.text, digest.sample.rarity)
      const isRare = rarest * state.rows < rare || (rarest * state.rows < common && together * state.rows < hardly)
      if (!isRare) return { version, ...(await digest.texts.search(one.text, memory.few)) }
    }
  }
  return one.range ? countRange(known, asked, one.range) : null
}

/** A range of what a list is sorted by: the place of its end, less that of its start. */
const countRange = async (known: Known, asked: Asked, range: Range): Promise<Counted | null> => {
  const { table } = asked
  const { from, to, below, column } = range
  const upper = to ?? below
  const isOpen = upper === undefined
  const order: Asked = { ...asked, conditions: [], key: everything, sort: column, descending: isOpen }
  const anchors = knownAnchors(known, order)
  if (!anchors) return null
  const name = sql.raw(column)
  const start =
    from !== undefined && !isOpen
      ? leading(order, anchors, (key) => compare(key, from) < 0, sql`${name} < ${from}`)
      : sql`0`
  const inside = isOpen
    ? leading(order, anchors, (key) => compare(key, from as Bound) >= 0, sql`${name} >= ${from}`)
    : to !== undefined
      ? leading(order, anchors, (key) => compare(key, to) <= 0, sql`${name} <= ${to}`)
      : leading(order, anchors, (key) => compare(key, upper) < 0, sql`${name} < ${upper}`)
  const told = await readSince(
    known.read,
    sql<Row>`select ${versionsJson} as versions, ${inside} - ${start} as count`,
    table.name,
    anchors.version,
  )
  return told && { version: versionOf(told.versions, table.name).version, count: Number(told.row.count) }
}

/** The key of a list without conditions. */
export const everything = JSON.stringify([[], []])

const compare = (key: Place['key'], bound: Bound) =>
  bound instanceof Date ? Date.parse(String(key)) - bound.getTime() : Number(key) - bound
