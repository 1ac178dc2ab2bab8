import * as z from 'zod/mini'
import { endpoint, object, one, oneOf, type Scope, search, text, wholeNumber } from './endpoint'

/** A value that a filter of a list can have. */
export const FilterValue = object(() => ({
  value: z.string(),
  name: z.string(),
  /** The client that it belongs to, if it belongs to one. */
  companyName: z.nullable(z.string()),
}))

export const FilterValues = object(() => ({
  values: z.array(FilterValue),
  totalCount: z.int(),
  /** False if there are more than the server looks through. */
  isComplete: z.boolean(),
}))

/** Lists the values of filters that have no list of their own, such as locations. `filters` are parameters of the list at `path`. */
export const filterValues = <const P extends `/${string}`, const F extends readonly [string, ...string[]]>(o: {
  path: P
  noun: string
  scope: Scope
  filters: F
}) =>
  endpoint({
    method: 'GET',
    path: `/filter-values${o.path}`,
    summary: `List the values of a filter of ${o.noun}`,
    scope: o.scope,
    addition: true,
    query: object(() => ({
      filter: oneOf<F>(o.filters),
      /** Every word of it is in the name of the value or of its client. */
      search: z.optional(search),
      value: z.optional(text({ min: 1, max: 255 })),
      limit: z._default(wholeNumber(1, 100), 25),
    })),
    response: one(FilterValues),
  })

export type FilterValuesEndpoint = ReturnType<typeof filterValues>
