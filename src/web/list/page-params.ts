import type { ListEndpoint } from '../../contract/core/endpoint'
import { readListQuery } from '../../contract/core/list-query'

/**
 * Parses the URL of a page that is not a list: some list parameters and some of its own. Invalid parameters are ignored
 * and named.
 */
export const readPageParams = (
  endpoint: ListEndpoint,
  search: URLSearchParams,
  keys: string[],
  own: Record<string, readonly string[]> = {},
) => {
  const rest = new URLSearchParams([...search].filter(([key]) => !Object.hasOwn(own, key)))
  const read = readListQuery(endpoint, rest)
  const isTaken = ([key]: [string, string]) => keys.includes(key)
  const all = Object.entries(read.sent)
  const chosen = Object.keys(own).flatMap((key): [string, string][] => {
    const value = search.get(key)
    return value ? [[key, value]] : []
  })
  const isOffered = ([key, value]: [string, string]) => own[key]?.includes(value)
  const sent: Record<string, string> = Object.fromEntries([...all.filter(isTaken), ...chosen.filter(isOffered)])
  const others = [...all.filter((one) => !isTaken(one)), ...chosen.filter((one) => !isOffered(one))]
  return { sent, ignored: [...read.ignored, ...others.map((one) => one.join('='))] }
}
