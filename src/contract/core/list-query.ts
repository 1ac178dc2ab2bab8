import * as z from 'zod/mini'
import type { ListEndpoint } from './endpoint'

export type ListQuery = {
  /** Every key of the API's query with its value: as given, else its default. */
  values: Record<string, unknown> & { page: number; limit: number }
  /** What of it goes over the wire and stands in the address of a page: all that is not a default. */
  sent: Record<string, string>
  /** Parts that this list does not understand, and so leaves out. */
  ignored: string[]
}

/** Reads the address of a page with a list key by key: one bad value never spoils the others. */
export const readListQuery = ({ query }: ListEndpoint, search: URLSearchParams): ListQuery => {
  const values = query.parse({}) as ListQuery['values']
  const sent: Record<string, string> = {}
  const ignored: string[] = []
  for (const [key, text] of search) {
    const schema = Object.hasOwn(query.shape, key) ? query.shape[key] : undefined
    const read = schema && z.safeParse(schema, text)
    if (!read?.success || key in sent) ignored.push(`${key}=${text}`)
    else if (read.data !== values[key] && text !== '') {
      ;(values as Record<string, unknown>)[key] = read.data
      sent[key] = text
    }
  }
  return { values, sent, ignored }
}

/** The largest page that the operation gives. */
export const largestPage = ({ query }: ListEndpoint) =>
  [100, 50, 25, 20].find((limit) => z.safeParse(query, { limit: String(limit) }).success) ?? 10
