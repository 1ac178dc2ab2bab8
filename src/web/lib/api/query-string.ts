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
  const { innerType } = (schema as z.ZodMiniOptional)._zod.def
  if (innerType === rangeStart) return `${date}T00:00:00.000Z`
  return innerType === rangeEnd ? `${date}T23:59:59.999Z` : date
}

/** Parameters that are not in the specification. */
export const addedParameters = ({ query: schema }: Endpoint, query: Record<string, string> = {}) =>
  Object.keys(query).filter((key) => additions.has(schema?.shape[key] as z.ZodMiniType))
