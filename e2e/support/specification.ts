import type { z } from 'zod/mini'
import { basePath } from '../../src/contract/core/base-path'
import { additions, type Endpoint } from '../../src/contract/core/endpoint'
import { contract } from '../../src/contract/index'

const operations = Object.values(contract)
  .flatMap((resource) => Object.values<Endpoint>(resource))
  .filter(({ addition }) => !addition)

/** "users" is not an id, although it is in an id’s place. */
const patternOf = (path: string) =>
  new RegExp(`^${basePath}${path.replace(/:\w+/, path.startsWith('/companies/:') ? '(?!users$)[^/]+' : '[^/]+')}$`)

/** The specification’s operation for a request. */
export const operationOf = (method: string | undefined, { pathname }: URL) =>
  operations.find((operation) => operation.method === method && patternOf(operation.path).test(pathname))

/** Why the specification does not allow a query, or null if it does. */
export const faultOf = ({ query, sort }: Endpoint, { searchParams }: URL): string | null => {
  for (const [key, value] of searchParams) {
    const schema = query && Object.hasOwn(query.shape, key) ? (query.shape[key] as z.ZodMiniType) : undefined
    if (!schema || additions.has(schema)) return `Unknown parameter ${key}`
    if (key === sort?.by && sort.added?.includes(value)) return `Unknown value of ${key}`
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !schema.safeParse('text').success) return `${key} is not a date-time`
  }
  return query && !query.safeParse(Object.fromEntries(searchParams)).success ? 'Value out of range' : null
}
