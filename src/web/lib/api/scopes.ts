import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod/mini'
import { additions, type Endpoint, type ListEndpoint } from '../../../contract/core/endpoint'
import { meQuery } from './client'

/** Whether a filter is an addition to the specification. */
export const isAddedFilter = ({ query: { shape } }: ListEndpoint, key: string) =>
  shape[key] !== undefined && additions.has(shape[key] as z.ZodMiniType)

const useMe = () => useQuery(meQuery)

/** True if the server supports the filter. Specification-only servers (those without `/me`) lack our additions. */
export const useSupportsFilter = (endpoint: ListEndpoint) => {
  const { isError } = useMe()
  return useCallback((key: string) => !isError || !isAddedFilter(endpoint, key), [isError, endpoint])
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
