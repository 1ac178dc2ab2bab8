import { hashKey } from '@tanstack/react-query'
import { getOwn } from '../../lib/text/get-own'
import { humanize } from '../../lib/text/humanize'
import { lowered } from '../../lib/text/lowered'
import { dayText } from '../../ui/format/day'
import { formatExact, formatInstant } from '../../ui/format/format'
import { formatMoney, unitPriceText } from '../../ui/format/money'

/** How a field is called and written in the history. Fields without a description are named after their key. */
type HistoryField = {
  label: string
  /** Labels of enum values. */
  words?: Record<string, string>
  /** Money also applies to all numbers below; a year has no thousands separator. */
  format?: 'money' | 'price' | 'year'
  /** What one entry of a list is called. */
  entry?: string
  /** Fields of a nested object, or of each entry of a list. */
  fields?: HistoryFields
}
export type HistoryFields = Record<string, HistoryField>

/** One changed value; `note` says what cannot be shown as two values, such as an added entry. */
export type Change = { what: string; was: string; is: string } | { what: string; note: string }

type Values = Record<string, unknown>
/** The currencies before and after. */
type Currencies = { was: string | null; is: string | null }
type Spec = Partial<HistoryField>
/** Where in a record two values stand. */
type Place = { what: string; spec: Spec; currencies: Currencies; depth: number }

export type Event = { id: string; before?: unknown; after?: unknown }

/**
 * Changes of each event, newest first. Amounts are in the currency that the record had at the time, so the walk starts
 * from its current currency.
 */
export const changesOf = (events: Event[], fields: HistoryFields, currency: string | null): Change[][] => {
  let is = currency
  return events.map(({ before, after }) => {
    const [was, now] = [valuesOf(before), valuesOf(after)]
    is = currencyOf(now) ?? is
    const currencies = { was: currencyOf(was) ?? is, is }
    const changes = ofObjects(was, now, { what: '', spec: { fields }, currencies, depth: 0 })
    is = currencies.was
    return changes
  })
}

/** Fields that change with every write, IDs, which no one reads, and what the state of a follow-up says already. */
const silent = ['id', 'createdAt', 'updatedAt', 'updatedBy', 'version', 'followUpRequired', 'followUpCompleted']
/** Deeper values are only said to have changed. */
const deepest = 4

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const valuesOf = (value: unknown): Values => (isValues(value) ? value : {})
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const currencyOf = ({ currency }: Values) => (typeof currency === 'string' && currency ? currency : null)

const ofObjects = (was: Values, is: Values, { what, spec, depth, ...around }: Place): Change[] => {
  const currencies = { was: currencyOf(was) ?? around.currencies.was, is: currencyOf(is) ?? around.currencies.is }
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !silent.includes(key) && !isSame(was[key], is[key]))
    .flatMap((key) => {
      const own = specOf(spec, key)
      return ofValues(was[key], is[key], { what: within(what, own.label), spec: own, currencies, depth: depth + 1 })
    })
}

const specOf = (spec: Spec, key: string): HistoryField => {
  const own = getOwn(spec.fields ?? {}, key) ?? { label: humanize(key) || key }
  return spec.format ? { format: spec.format, ...own } : own
}

const within = (what: string, label: string) => (what ? `${what}: ${lowered(label)}` : label)

const ofValues = (was: unknown, is: unknown, place: Place): Change[] => {
  const { what, spec, currencies, depth } = place
  const texts = [textOf(was, spec, currencies.was), textOf(is, spec, currencies.is)] as const
  if (texts[0] !== null && texts[1] !== null) return [{ what, was: texts[0], is: texts[1] }]
  if (depth > deepest) return [{ what, note: 'changed' }]
  const [before, after] = [isEmpty(was) ? emptyLike(is) : was, isEmpty(is) ? emptyLike(was) : is]
  if (Array.isArray(before) && Array.isArray(after)) {
    const isPlain = [...before, ...after].every((entry) => textOf(entry, spec, null) !== null)
    return isPlain ? ofTexts(before, after, place) : ofEntries(before, after, place)
  }
  if (!isValues(before) || !isValues(after)) return [{ what, note: 'changed' }]
  const changes = ofObjects(before, after, place)
  return changes.length > 0 ? changes : [{ what, note: isEmpty(was) ? 'added' : isEmpty(is) ? 'removed' : 'changed' }]
}

const emptyLike = (value: unknown) => (Array.isArray(value) ? [] : {})

/** Lists of plain values, such as tags: what came and what went. */
const ofTexts = (was: unknown[], is: unknown[], { what, spec }: Place): Change[] => {
  const texts = (list: unknown[]) => list.map((value) => textOf(value, spec, null) ?? '')
  const [before, after] = [texts(was), texts(is)]
  const parts = [partOf('added', without(after, before)), partOf('removed', without(before, after))].filter(
    (part) => part !== null,
  )
  return [{ what, note: parts.join('; ') || 'order changed' }]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** IDs are counted instead of listed. */
const partOf = (verb: string, texts: string[]) =>
  texts.length === 0
    ? null
    : texts.every((text) => uuid.test(text))
      ? `${formatExact(texts.length)} ${verb}`
      : `${verb} ${texts.join(', ')}`

/** Values missing from the other list, counting duplicates. */
const without = (list: string[], others: string[]) => {
  const left = [...others]
  return list.filter((text) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Lists of objects, matched by ID or, without one, by position. */
const ofEntries = (was: unknown[], is: unknown[], { what, spec, currencies, depth }: Place): Change[] => {
  const [before, after] = [byKey(was), byKey(is)]
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const changes = keys.flatMap((key, at): Change[] => {
    const [old, current] = [before.get(key), after.get(key)]
    if (isSame(old, current)) return []
    const named = entryName(what, old, current, spec, at)
    if (!before.has(key)) return [{ what: named, note: withFacts('added', current, spec, currencies.is) }]
    if (!after.has(key)) return [{ what: named, note: withFacts('removed', old, spec, currencies.was) }]
    return ofValues(old, current, { what: named, spec, currencies, depth: depth + 1 })
  })
  return changes.length > 0 ? changes : [{ what, note: 'order changed' }]
}

const byKey = (entries: unknown[]) =>
  new Map(entries.map((entry, at) => [isValues(entry) && !isEmpty(entry.id) ? `id ${entry.id}` : `at ${at}`, entry]))

const nameKeys = ['description', 'name', 'title', 'label']

const nameIn = (entry: unknown) =>
  isValues(entry) ? nameKeys.map((key) => entry[key]).find((name) => typeof name === 'string' && name !== '') : null

const entryName = (what: string, was: unknown, is: unknown, { entry }: Spec, at: number) => {
  const name = nameIn(is) ?? nameIn(was)
  const kind = entry ?? `${what}:`
  return name ? `${kind} “${name}”` : `${kind} ${entry ? '' : 'entry '}${at + 1}`
}

/** "added: quantity 3, unit price €120.00", by the described fields. */
const withFacts = (verb: string, entry: unknown, spec: Spec, currency: string | null) => {
  const values = valuesOf(entry)
  const facts = Object.entries(spec.fields ?? {}).flatMap(([key, field]) => {
    if (nameKeys.includes(key) || isEmpty(values[key])) return []
    const text = textOf(values[key], specOf(spec, key), currencyOf(values) ?? currency)
    return text === null ? [] : [`${lowered(field.label)} ${text}`]
  })
  return facts.length > 0 ? `${verb}: ${facts.join(', ')}` : verb
}

const instant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}\S*)?$/

/** A single value in words; null for lists and objects that have more than a name. */
const textOf = (value: unknown, { words, format }: Spec, currency: string | null): string | null => {
  if (isEmpty(value)) return 'empty'
  if (typeof value === 'boolean') return getOwn(words ?? {}, String(value)) ?? (value ? 'yes' : 'no')
  if (typeof value === 'number') {
    if (format === 'money') return formatMoney(value, currency)
    if (format === 'price') return unitPriceText(value, currency)
    return format === 'year' ? String(value) : formatExact(value)
  }
  if (typeof value === 'string') return getOwn(words ?? {}, value) ?? dateText(value) ?? value
  if (!isValues(value)) return null
  const isRef = typeof value.name === 'string' && Object.keys(value).every((key) => key === 'id' || key === 'name')
  return isRef ? String(value.name) : null
}

const dateText = (value: string) => {
  if (!instant.test(value) || Number.isNaN(Date.parse(value))) return null
  return value.length === 10 ? dayText(value) : formatInstant(new Date(value))
}

/** The order of keys does not matter, and null is the same as missing. */
const isSame = (a: unknown, b: unknown) => hashOf(a) === hashOf(b)

const hashOf = (value: unknown) => hashKey(JSON.parse(JSON.stringify([value], (_key, one) => one ?? undefined)))
