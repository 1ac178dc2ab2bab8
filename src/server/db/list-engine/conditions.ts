import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../../contract/core/canonical-id'
import { dayLong } from '../../../contract/core/days'
import { fold } from './search-text'
import { type Rarity, trigramsOf } from './trigrams'

type Sql = RawBuilder<unknown>

/** A condition on the rows of a list, with the parts of it that allow counting without reading every row. */
export type Condition = {
  /** Whether the row `t` matches, as an expression without index support: for rows that are scanned in order anyway. */
  matches: Sql
  /** The same, as an expression that an index supports. `rarity` gives the frequency of a trigram in the searched texts. */
  finds: (rarity?: Rarity) => Sql
  /** Contains this text, folded. */
  text?: string
  /** Equals this value. */
  equal?: { column: string; value: unknown }
  /** Lies between two ends, both inclusive but for `below`. */
  range?: Range
}

export type Bound = number | Date
export type Range = { column: string; from?: Bound; to?: Bound; below?: Bound }

/** Reads the row `t` alone, and no clock: counts and cached pages are kept for as long as the list’s own table stays the same. */
export const condition = (matches: Sql): Condition => ({ matches, finds: () => matches })

/** A filter. If it names its column, the rows per value of that column are counted in advance. */
export type Filter<V> = ((value: V) => Condition | null) & { column?: string }

/* The conditions of most filters. Column names come from our own code; values are sent as parameters. */

export const equals = (column: string) =>
  Object.assign(
    (value: string | number | boolean): Condition => ({
      ...condition(sql`${sql.raw(column)} = ${value}`),
      equal: { column, value },
    }),
    { column },
  )

export const isOneOf = (column: string) => (values: string[]) =>
  condition(sql`${sql.raw(column)} in (${sql.join(values)})`)

/** Equality for IDs in a column of text, which compares letter by letter: text as it is, and a UUID in any case. */
export const equalsId = (column: string) => {
  const matches = (id: string) => {
    const lower = id.toLowerCase()
    return lower !== id && isUuid(id) ? isOneOf(column)([id, lower]) : equals(column)(id)
  }
  return Object.assign(matches, { column })
}

/**
 * Contains the whole text, ignoring case; empty text is no search. Only a few rare trigrams are looked up in the index, because
 * each costs the reading of a list of rows, and an email address has forty.
 */
export const contains =
  (column = 't.search_text') =>
  (value: string): Condition | null => {
    if (value === '') return null
    const text = fold(value)
    const searched = sql.raw(column)
    const matches = sql`strpos(${searched}, ${text}) > 0`
    const finds = (rarity?: Rarity) => {
      const trigrams = trigramsOf(text, rarity)
      if (trigrams.length === 0) return sql`${searched} like ${containsPattern(text)}`
      return sql.join([...trigrams.map((three) => sql`${searched} like ${`%${three}%`}`), matches], sql` and `)
    }
    return { matches, finds, text }
  }

/** Whether one of two filters of the same value matches, each by its own index. */
export const either =
  <V>(one: Filter<V>, other: Filter<V>): Filter<V> =>
  (value) => {
    const [a, b] = [one(value), other(value)]
    if (!a || !b) return null
    return {
      matches: sql`(${a.matches} or ${b.matches})`,
      finds: (rarity) => sql`((${a.finds(rarity)}) or (${b.finds(rarity)}))`,
    }
  }

/** A LIKE pattern for "contains this text", in which `%`, `_` and `\` are ordinary characters. */
const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const between = (range: Range): Condition => {
  const column = sql.raw(range.column)
  const ends = [
    ...(range.from === undefined ? [] : [sql`${column} >= ${range.from}`]),
    ...(range.to === undefined ? [] : [sql`${column} <= ${range.to}`]),
    ...(range.below === undefined ? [] : [sql`${column} < ${range.below}`]),
  ]
  return { ...condition(sql.join(ends, sql` and `)), range }
}

/** The milliseconds before which a range ends. Both ends are inclusive, and a plain date is its whole day in UTC. */
export const endOfRange = (value: string) => Date.parse(value) + (value.includes('T') ? 1 : dayLong)
export const notBefore = (column: string) => (value: string) => between({ column, from: new Date(value) })
export const notAfter = (column: string) => (value: string) =>
  between(value.includes('T') ? { column, to: new Date(value) } : { column, below: new Date(endOfRange(value)) })
