import { dayLong } from '../../../contract/core/days'
import { getOwn } from '../../lib/text/get-own'
import { withArticle } from '../../lib/text/with-article'
import { isObject, quoted, valueText } from '../sentences/labels'
import { instantsOf, isDay } from './instants'

/** True, false, or the reason it can’t be decided. */
export type Answer = boolean | string

type Compare = (actual: unknown, expected: unknown, now: number) => Answer

/**
 * Whether a field's value meets a condition.
 *
 * Source: none. The specification names `field`, `operator` and `value` of a condition (part 2) and says that the operators
 * are not shown; so each is read here as its name says, and where servers are known to differ it is not decided:
 * - Text is compared exactly; values that differ only in case are undecided. A Ref is compared by its name and by its id, and
 *   text is looked for in its name.
 * - An empty field equals nothing, contains nothing and is not more, less, before or after; whether it then counts as "is
 *   not", "does not contain" or "is none of" is undecided.
 * - Numbers compare with numbers and dates with dates; mixed types are undecided.
 * - A plain date is a day of some time zone, so an instant within that day in any zone is undecided.
 * - "Within n days" is before or after now, "older than n days" only before; the day at the edge cannot be told, as some
 *   count days and some count hours.
 * - A value with {{...}} in it is filled in by the server, and an operator that is unknown decides nothing. "Is empty" takes no
 *   value but true.
 */
export const compare = (operator: string, actual: unknown, expected: unknown, now: number): Answer => {
  const test = getOwn(tests, operator)
  if (!test) return operator ? `this console doesn’t know the operator ${quoted(operator)}` : 'no operator is given'
  if (JSON.stringify(expected)?.includes('{{')) return 'the server fills in the value to compare with'
  return test(actual, expected, now)
}

const isBlank = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

const negated =
  (test: Compare): Compare =>
  (actual, expected, now) => {
    if (isBlank(actual) && !isBlank(expected)) return 'the field is empty, which may or may not count as different'
    const answer = test(actual, expected, now)
    return typeof answer === 'boolean' ? !answer : answer
  }

const anyOf = (answers: Answer[]): Answer =>
  answers.includes(true) || (answers.find((answer) => typeof answer === 'string') ?? false)

/** Texts of a value: a Ref’s names, otherwise the value if it is text. */
const textsIn = (value: unknown): string[] =>
  (isObject(value) ? [value.name, value.title, value.fullName] : [value]).filter((text) => typeof text === 'string')

/** What a value may be called: a Ref by its names or its id, otherwise the value. */
const names = (value: unknown): unknown[] => (isObject(value) ? [...textsIn(value), ...textsIn(value.id)] : [value])

const folded = (text: string) => text.trim().toLowerCase()

const same = (actual: unknown, expected: unknown): Answer => {
  if (isBlank(expected)) return isBlank(actual)
  if (isBlank(actual)) return false
  if (Array.isArray(actual) || typeof expected === 'object')
    return `${shown(actual)} and ${shown(expected)} are different kinds of value`
  const candidates = names(actual)
  if (candidates.length === 0) return `${shown(actual)} has no name to compare`
  return anyOf(candidates.map((candidate) => sameOne(candidate, expected)))
}

const sameOne = (actual: unknown, expected: unknown): Answer => {
  if (actual === expected) return true
  const [a, b] = [instantsOf(actual), instantsOf(expected)]
  if (a && b) {
    if (isDay(actual) && isDay(expected)) return dateOf(actual) === dateOf(expected)
    if (!isDay(actual) && !isDay(expected)) return a.from === b.from && a.to === b.to
    const [date, time] = isDay(actual) ? [a, b] : [b, a]
    return time.to < date.from || time.from > date.to + dayLong ? false : 'a date and a time of day are compared'
  }
  if (folded(String(actual)) !== folded(String(expected))) return false
  return typeof actual === typeof expected
    ? `${shown(actual)} and ${shown(expected)} differ only in capitals or spaces`
    : `one is ${kindOf(actual)} and the other ${kindOf(expected)}`
}

const kindOf = (value: unknown) =>
  typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'yes or no' : withArticle(typeof value)

const shown = (value: unknown) => {
  const text = valueText(value)
  return quoted(text.length > 40 ? `${text.slice(0, 40)} …` : text)
}

/** Text test, with and without case; undecided where the two differ. */
const textual =
  (test: (actual: string, expected: string) => boolean): Compare =>
  (actual, expected) => {
    if (isBlank(actual)) return false
    if (typeof expected !== 'string' || expected === '') return `${shown(expected)} isn’t text to look for`
    const texts = textsIn(actual)
    const isById = isObject(actual) && textsIn(actual.id).some((id) => test(id.toLowerCase(), expected.toLowerCase()))
    if (texts.length === 0 && !isById) return `${shown(actual)} isn’t text`
    return anyOf([
      ...texts.map((text) =>
        test(text, expected)
          ? true
          : test(text.toLowerCase(), expected.toLowerCase())
            ? `${shown(text)} and ${shown(expected)} differ only in capitals`
            : false,
      ),
      isById && `${shown(expected)} is found only in its ID, which the server may not look at`,
    ])
  }

const contains: Compare = (actual, expected, now) =>
  Array.isArray(actual)
    ? anyOf(actual.map((item) => same(item, expected)))
    : textual((text, part) => text.includes(part))(actual, expected, now)

const isOneOf: Compare = (actual, expected) =>
  Array.isArray(expected) ? anyOf(expected.map((one) => same(actual, one))) : `${shown(expected)} isn’t a list`

const isEmpty: Compare = (actual, expected) =>
  isBlank(expected) || expected === true
    ? isBlank(actual)
    : `“is empty” takes no value, and this one has ${shown(expected)}`

const dateOf = (value: unknown) => String(value).slice(0, 10)

/** Order of two numbers, or of two dates if their instants are known well enough. */
const ordered =
  (numbers: (a: number, b: number) => boolean, dates: Compare): Compare =>
  (actual, expected, now) => {
    if (isBlank(actual)) return false
    if (typeof actual === 'number' && typeof expected === 'number') return numbers(actual, expected)
    return dates(actual, expected, now)
  }

const before: Compare = (actual, expected) => {
  if (isBlank(actual)) return false
  const [a, e] = [instantsOf(actual), instantsOf(expected)]
  if (!a || !e) return `${shown(actual)} and ${shown(expected)} can’t be put in order`
  if (isDay(actual) && isDay(expected)) return dateOf(actual) < dateOf(expected)
  return a.to < e.from ? true : a.from >= e.to ? false : 'the day starts at a different time in other time zones'
}

const after: Compare = (actual, expected) => {
  if (isBlank(actual)) return false
  const [a, e] = [instantsOf(actual), instantsOf(expected)]
  if (!a || !e) return `${shown(actual)} and ${shown(expected)} can’t be put in order`
  if (isDay(actual) && isDay(expected)) return dateOf(actual) > dateOf(expected)
  const end = isDay(expected) ? e.to + dayLong : e.to
  return a.from > end ? true : a.to <= e.from ? false : 'the day ends at a different time in other time zones'
}

const opposite =
  (test: Compare): Compare =>
  (actual, expected, now) => {
    const answer = test(actual, expected, now)
    return typeof answer === 'boolean' ? !answer : answer
  }

/** Actual and expected number of days. */
const relative =
  (test: (age: number, days: number) => Answer): Compare =>
  (actual, expected, now) => {
    if (isBlank(actual)) return false
    const at = instantsOf(actual)
    if (!at) return `${shown(actual)} isn’t a date`
    if (typeof expected !== 'number' || expected < 0) return `${shown(expected)} isn’t a number of days`
    const [first, last] = [test((now - at.from) / dayLong, expected), test((now - at.to) / dayLong, expected)]
    return first === last ? first : onTheEdge
  }
const onTheEdge = 'the date is exactly at the limit, which some servers count in days and others in hours'

const tests: Record<string, Compare> = {
  equals: same,
  not_equals: negated(same),
  contains,
  not_contains: negated(contains),
  starts_with: textual((text, part) => text.startsWith(part)),
  ends_with: textual((text, part) => text.endsWith(part)),
  in: isOneOf,
  not_in: negated(isOneOf),
  greater_than: ordered((a, b) => a > b, after),
  less_than: ordered((a, b) => a < b, before),
  greater_or_equal: ordered((a, b) => a >= b, opposite(before)),
  less_or_equal: ordered((a, b) => a <= b, opposite(after)),
  is_empty: isEmpty,
  is_not_empty: opposite(isEmpty),
  before,
  after,
  within_days: relative((age, days) => (Math.abs(age) <= days ? true : Math.abs(age) >= days + 1 ? false : onTheEdge)),
  older_than_days: relative((age, days) => (age > days + 1 ? true : age <= days ? false : onTheEdge)),
}
