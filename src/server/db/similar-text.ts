import { type RawBuilder, sql } from 'kysely'
import { fold, withoutAccents } from './list-engine/search-text'

type Sql = RawBuilder<unknown>

/** Shorter words must match exactly: with one letter changed, too many other words would match. */
const shortest = 4
const maxWords = 5

/** Words that are compared: without case and accents. */
export const wordsOf = (text: string) => withoutAccents(fold(text)).match(/[\p{L}\p{N}]+/gu) ?? []

/** 0 if two words are equal, 1 if one letter is wrong, missing, added, or swapped with its neighbour; else infinite. */
const distance = (a: string, b: string) => {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > 1) return Number.POSITIVE_INFINITY
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isSwapped = x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0]
  return x.length <= 1 && y.length <= 1 ? 1 : isSwapped ? 1 : Number.POSITIVE_INFINITY
}

/** The distance of a word that someone is still typing to one that begins with it. */
const beginning = 0.5

const wordDistance = (typed: string, word: string) => {
  if (typed.length < shortest)
    return typed === word ? 0 : typed.length > 1 && word.startsWith(typed) ? beginning : Number.POSITIVE_INFINITY
  const parts = [-1, 0, 1].map((more) => word.slice(0, typed.length + more))
  return Math.min(distance(typed, word), beginning + Math.min(...parts.map((part) => distance(typed, part))))
}

/** The sum of the typed words' distances to their nearest words in a name; infinite if more than one letter is wrong. */
export const nameDistance = (typed: string[], name: string) => {
  const words = wordsOf(name)
  const distances = typed.map((word) => Math.min(...words.map((other) => wordDistance(word, other))))
  const wrong = distances.reduce((sum, one) => sum + Math.floor(one), 0)
  return wrong <= 1 ? distances.reduce((sum, one) => sum + one, 0) : Number.POSITIVE_INFINITY
}

/**
 * A condition for rows whose search text may contain a similar name, answered by the trigram index: all words but one are there,
 * and the beginning or the end of that one. Null if every word is too short.
 */
export const mayBeSimilar = (typed: string[]): Sql | null => {
  const words = typed.slice(0, maxWords)
  const cases = words.flatMap((word, index) => {
    if (word.length < shortest) return []
    const others = words.filter((_, other) => other !== index).map((other) => like(`%${other}%`))
    return [sql`(${sql.join([partIsIntact(word), ...others], sql` and `)})`]
  })
  return cases.length > 0 ? sql`(${sql.join(cases, sql` or `)})` : null
}

const like = (pattern: string) => sql`t.search_text like ${pattern}`

/** Beginning and end leave one letter out, so that two swapped letters spoil only one of them. Short ones must be at the edge of a word. */
const partIsIntact = (word: string) => {
  const length = Math.ceil((word.length - 1) / 2)
  const [start, end] = [word.slice(0, word.length - 1 - length), word.slice(-length)]
  const starts = start.length < 3 ? [`${start}%`, `% ${start}%`, `%\uFFFF${start}%`] : [`%${start}%`]
  const ends = end.length < 3 ? [`%${end}`, `%${end} %`, `%${end}\uFFFF%`] : [`%${end}%`]
  return sql`(${sql.join([...starts, ...ends].map(like), sql` or `)})`
}
