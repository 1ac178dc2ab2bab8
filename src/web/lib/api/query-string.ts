import type { z } from 'zod/mini'
import { additions, type Endpoint, firstDay, lastDay, rangeEnd, rangeStart } from '../../../contract/core/endpoint'
import { endOfLocalDay, instantText, startOfLocalDay } from '../local-day'

/**
 * Query string of a request. Plain dates are sent as the first or last millisecond of the user’s day, or of the day in UTC
 * for what names a day, since the specification has only date-times.
 */
export const queryString = ({ query: schema }: Endpoint, query: Record<string, string> = {}) =>
  new URLSearchParams(
    Object.entries(query).map(([key, value]) => [
      key,
      isPlainDate.test(value) ? dateTime(schema?.shape[key], value) : value,
    ]),
  ).toString()

const isPlainDate = /^\d{4}-\d{2}-\d{2}$/

const starts = new Map<unknown, (day: string) => number>([
  [rangeStart, startOfLocalDay],
  [firstDay, Date.parse],
])
const ends = new Map<unknown, (day: string) => number>([
  [rangeEnd, endOfLocalDay],
  [lastDay, (day) => Date.parse(`${day}T23:59:59.999Z`)],
])

const dateTime = (schema: unknown, date: string) => {
  const type = typeOf(schema)
  const time = (starts.get(type) ?? ends.get(type))?.(date)
  return time === undefined || Number.isNaN(time) ? date : instantText(time)
}

const typeOf = (schema: unknown) => {
  const { def } = (schema as z.ZodMiniOptional)._zod
  return def.type === 'optional' ? def.innerType : schema
}

/** The keys of a range that ends before it starts, so that nothing can match; null if there is none. */
export const reversedRange = (endpoint: Endpoint, query: Record<string, string>) => {
  const shape = endpoint.query?.shape ?? {}
  const keys = Object.keys(shape)
  const sent = new URLSearchParams(queryString(endpoint, query))
  const instant = (key: string) => Date.parse(sent.get(key) ?? '')
  for (const [at, from] of keys.entries()) {
    const to = keys[at + 1]
    if (!to || !starts.has(typeOf(shape[from])) || !ends.has(typeOf(shape[to]))) continue
    if (instant(from) > instant(to)) return { from, to }
  }
  return null
}

/** Parameters that are not in the specification, or have values that are not. */
export const addedParameters = ({ query: schema, sort }: Endpoint, query: Record<string, string> = {}) =>
  Object.keys(query).filter(
    (key) =>
      additions.has(schema?.shape[key] as z.ZodMiniType) ||
      (key === sort?.by && sort.added?.includes(query[key] ?? '')),
  )
