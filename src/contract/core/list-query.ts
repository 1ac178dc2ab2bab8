import * as z from 'zod/mini'
import { canonicalId } from './canonical-id'
import { additions, type ListEndpoint, object, oneOf } from './endpoint'

/** What an address has and a page ignores, as "key=value": parameters it does not know, and others whose value it does not take. */
export type Ignored = { unknown: string[]; wrong: string[] }

export type ListQuery = {
  /** Every query parameter with its value or default. */
  values: Record<string, unknown> & { page: number; limit: number }
  /** The parameters that differ from their defaults, as sent to the API and shown in the URL. */
  sent: Record<string, string>
  ignored: Ignored
}

/** Parses a list page's URL parameter by parameter, so that one invalid value does not affect the others. */
export const readListQuery = ({ query }: ListEndpoint, search: URLSearchParams): ListQuery => {
  const values = query.parse({}) as ListQuery['values']
  const sent: Record<string, string> = {}
  const ignored: Ignored = { unknown: [], wrong: [] }
  for (const [key, given] of search) {
    const schema = Object.hasOwn(query.shape, key) ? query.shape[key] : undefined
    const text = schema ? idOf(schema, given) : given
    const read = schema && z.safeParse(schema, text)
    if (!read?.success || key in sent) ignored[schema ? 'wrong' : 'unknown'].push(`${key}=${text}`)
    else if (read.data !== values[key] && text !== '') {
      ;(values as Record<string, unknown>)[key] = read.data
      // Text as its schema normalises it, such as the “t” of a date-time in upper case.
      sent[key] = typeof read.data === 'string' ? read.data : text
    }
  }
  return { values, sent, ignored }
}

/** A filter that takes only IDs takes them in every form. */
const idOf = (schema: z.core.$ZodType, text: string) => {
  const id = canonicalId(text)
  return id && !z.safeParse(schema, '-').success && z.safeParse(schema, id).success ? id : text
}

/** The operation's maximum page size. */
export const largestPage = ({ query }: ListEndpoint) =>
  [100, 50, 25, 20].find((limit) => z.safeParse(query, { limit: String(limit) }).success) ?? 10

const bare = new WeakMap<ListEndpoint, ListEndpoint>()

/** The list as servers have it that keep to the specification: without added filters and sort keys. */
export const withoutAdditions = (endpoint: ListEndpoint): ListEndpoint => {
  const known = bare.get(endpoint)
  if (known) return known
  const { query, sort } = endpoint
  const keys = sort.keys.filter((key) => !sort.added?.includes(key))
  const specified = () => Object.entries(query.shape).filter(([, schema]) => !additions.has(schema as z.ZodMiniType))
  const made = {
    ...endpoint,
    sort: { ...sort, keys, added: [] },
    query: object(() => ({
      ...Object.fromEntries(specified()),
      ...(sort.added?.length && { [sort.by]: z._default(oneOf(keys), sort.initial.key) }),
    })),
  }
  bare.set(endpoint, made)
  return made
}
