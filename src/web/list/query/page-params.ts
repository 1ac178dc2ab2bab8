import type { ListEndpoint } from '../../../contract/core/endpoint'
import { readListQuery } from '../../../contract/core/list-query'

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
  const isTaken = ([key]: [string, string]) => keys.includes(key)
  const isOwn = ([key]: [string, string]) => Object.hasOwn(own, key)
  const isOffered = ([key, value]: [string, string]) => own[key]?.includes(value)
  const read = readListQuery(endpoint, new URLSearchParams([...search].filter(isTaken)))
  const unknown = [...search].filter((one) => !isTaken(one) && !isOwn(one))
  const chosen = Object.keys(own).flatMap((key): [string, string][] => {
    const value = search.get(key)
    return value ? [[key, value]] : []
  })
  const wrong = chosen.filter((one) => !isOffered(one))
  const sent: Record<string, string> = { ...read.sent, ...Object.fromEntries(chosen.filter(isOffered)) }
  return { sent, ignored: { unknown: joined(unknown), wrong: [...read.ignored.wrong, ...joined(wrong)] } }
}

const joined = (params: [string, string][]) => params.map((param) => param.join('='))
