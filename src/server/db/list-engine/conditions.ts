import { type RawBuilder, sql } from 'kysely'
import { fold } from './search-text'
import { type Rarity, trigramsOf } from './trigrams'

type Sql = RawBuilder<unknown>

/** What rows of a list have to fulfil, and what of it helps to count them without looking at each. */
export type Condition = {
  /** Whether the row `t` matches, said so that no index can be used: for rows that are gone through in order anyway. */
  matches: Sql
  /** The same, said so that an index finds the rows; `rarity` is how often three letters occur in the searched texts. */
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

export const condition = (matches: Sql): Condition => ({ matches, finds: () => matches })

/** A filter of one column: how many rows have each of its values is counted beforehand. */
export type Filter<V> = ((value: V) => Condition | null) & { column?: string }

/* The conditions that most filters are. Columns are named in our own code, values travel as parameters. */

export const equals = (column: string) =>
  Object.assign(
    (value: string | number | boolean): Condition => ({
      ...condition(sql`${sql.raw(column)} = ${value}`),
      equal: { column, value },
    }),
    { column },
  )

/** For ids that are kept as text, which is the same id in capitals; the database itself compares those of type uuid so. */
export const equalsId = (column: string) => Object.assign((id: string) => equals(column)(id.toLowerCase()), { column })

export const isOneOf = (column: string) => (values: string[]) =>
  condition(sql`${sql.raw(column)} in (${sql.join(values)})`)

/**
 * Contains the whole text, ignoring case; empty text is no search. The index is asked for a few rare letters of it only: it
 * reads a list of rows for every three letters that it is asked for, and an e-mail address has forty.
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

/** Both ends are inclusive, and a plain date is its whole day in UTC. */
export const notBefore = (column: string) => (value: string) => between({ column, from: new Date(value) })
export const notAfter = (column: string) => (value: string) =>
  between(
    value.includes('T')
      ? { column, to: new Date(value) }
      : { column, below: new Date(Date.parse(value) + 24 * 60 * 60 * 1000) },
  )
