import * as z from 'zod/mini'
import { endpoint, object, one, oneOf, search, text, wholeNumber } from './core/endpoint'
import type { Scope } from './core/scopes'

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

const valuesOf = <const F extends readonly [string, ...string[]]>(
  path: `/${string}`,
  noun: string,
  scope: Scope,
  filters: F,
) =>
  endpoint({
    method: 'GET',
    path: `/filter-values${path}`,
    summary: `List the values of a filter of ${noun}`,
    scope,
    addition: true,
    query: object(() => ({
      filter: oneOf<F>(filters),
      /** Every word of it is in the name of the value or of its client. */
      search: z.optional(search),
      value: z.optional(text({ min: 1, max: 255 })),
      limit: z._default(wholeNumber(1, 100), 25),
    })),
    response: one(FilterValues),
  })

export type FilterValuesEndpoint = ReturnType<typeof valuesOf>

/** The values of those filters of lists that have no list of their own, such as locations. */
export const filterValues = {
  devices: valuesOf('/devices', 'devices', 'devices:read', ['status', 'deviceTypeId', 'manufacturer', 'locationId']),
  companyUsers: valuesOf('/companies/users', 'company users', 'users:read', ['roleId']),
  users: valuesOf('/users', 'users', 'users:read', ['roleId']),
  goals: valuesOf('/goals', 'goals', 'goals:read', ['quarter']),
  reports: valuesOf('/reports', 'reports', 'reports:read', ['reportTypeId']),
  enrollments: valuesOf('/training/enrollments', 'training enrollments', 'enrollments:read', ['courseId']),
  certificates: valuesOf('/training/certificates', 'training certificates', 'certificates:read', ['courseId']),
}
