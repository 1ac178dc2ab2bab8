import type { z } from 'zod/mini'
import { additions, type Endpoint, rangeEnd, rangeStart } from '../../../contract/core/endpoint'

/**
 * Query string of a request. Plain dates are sent as the first or last millisecond of the UTC day, since the
 * specification has only date-times.
 */
export const queryString = ({ query: schema }: Endpoint, query: Record<string, string> = {}) =>
  new URLSearchParams(
    Object.entries(query).map(([key, value]) => [
      key,
      isPlainDate.test(value) ? dateTime(schema?.shape[key], value) : value,
    ]),
  ).toString()

const isPlainDate = /^\d{4}-\d{2}-\d{2}$/

const dateTime = (schema: unknown, date: string) => {
  const end = endOf(schema)
  return end === 'start' ? `${date}T00:00:00.000Z` : end === 'end' ? `${date}T23:59:59.999Z` : date
}

const endOf = (schema: unknown) => {
  const { innerType } = (schema as z.ZodMiniOptional)._zod.def
  return innerType === rangeStart ? 'start' : innerType === rangeEnd ? 'end' : null
}

/** The keys of a range that ends before it starts, so that nothing can match; null if there is none. */
export const reversedRange = (endpoint: Endpoint, query: Record<string, string>) => {
  const shape = endpoint.query?.shape ?? {}
  const keys = Object.keys(shape)
  const sent = new URLSearchParams(queryString(endpoint, query))
  const instant = (key: string) => Date.parse(sent.get(key) ?? '')
  for (const [at, from] of keys.entries()) {
    const to = keys[at + 1]
    if (!to || endOf(shape[from]) !== 'start' || endOf(shape[to]) !== 'end') continue
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
