import { useQuery } from '@tanstack/react-query'
import type { Endpoint, ListEndpoint } from '../../../contract/core/endpoint'
import { withoutAdditions } from '../../../contract/core/list-query'
import { meQuery } from './client'

const useMe = () => useQuery(meQuery)

/** False for servers that keep to the specification: those without `/me`. */
export const useHasAdditions = () => !useMe().isError

/** The list as this server has it. */
export const useOfferedList = (endpoint: ListEndpoint) => (useHasAdditions() ? endpoint : withoutAdditions(endpoint))

/** True if the server supports the filter. */
export const useSupportsFilter = (endpoint: ListEndpoint) => {
  const offered = useOfferedList(endpoint)
  return (key: string) => key in offered.query.shape
}

/** Whether the key lacks an endpoint's scope; false if that is unknown. */
export const useLacksScope = () => {
  const held = useMe().data?.data.scopes
  return ({ scope }: Endpoint) => Boolean(scope && held && !held.includes(scope))
}

/** The missing scope as a sentence; null if allowed or unknown. */
export const useMissingScope = ({ scope }: Endpoint): string | null => {
  const { data } = useMe()
  const held = data?.data.scopes
  if (!scope || !held || held.includes(scope)) return null
  return data.data.kind === 'person'
    ? `Your role is missing the ${scope} scope. Ask an admin for a role with this scope.`
    : `Your key is missing the ${scope} scope. Ask an admin for a key with this scope.`
}
