import { useQuery } from '@tanstack/react-query'
import type { Endpoint, ListEndpoint } from '../../../contract/core/endpoint'
import { withoutAdditions } from '../../../contract/core/list-query'
import { meQuery } from './client'
import { hasNoAdditions } from './missing-operations'

const useMe = () => useQuery(meQuery)

/**
 * False for servers that keep to the specification: their answer to `/me` was 404, 405 or no JSON, and is remembered. Any
 * other failure says nothing about the server.
 */
export const useHasAdditions = () => {
  const { errorUpdateCount } = useMe()
  // Its error goes away while it is asked again. Without an answer yet, a page is what the server rendered.
  return errorUpdateCount === 0 || !hasNoAdditions()
}

/** The list as this server has it. */
export const useOfferedList = (endpoint: ListEndpoint) => (useHasAdditions() ? endpoint : withoutAdditions(endpoint))

/** True if the server supports the filter. */
export const useSupportsFilter = (endpoint: ListEndpoint) => {
  const offered = useOfferedList(endpoint)
  return (key: string) => key in offered.query.shape
}

/** Gives the first scope that an endpoint needs and the key lacks; undefined if there is none, or it is unknown. */
const useLacking = () => {
  const held = useMe().data?.data.scopes
  return ({ scope, readScope }: Endpoint) =>
    [scope, readScope].find((needed) => needed && held && !held.includes(needed))
}

/** Whether the key lacks a scope of an endpoint; false if that is unknown. */
export const useLacksScope = () => {
  const lacking = useLacking()
  return (endpoint: Endpoint) => Boolean(lacking(endpoint))
}

/** What gives someone their scopes. */
export const holderOf = (own: { kind?: string | null } | undefined) => (own?.kind === 'person' ? 'role' : 'key')

/** The missing scope as a sentence; null if allowed or unknown. */
export const useMissingScope = (endpoint: Endpoint): string | null => {
  const lacking = useLacking()(endpoint)
  const { data } = useMe()
  if (!lacking) return null
  const holder = holderOf(data?.data)
  return `Your ${holder} is missing the ${lacking} scope. Ask an admin for a ${holder} with this scope.`
}
