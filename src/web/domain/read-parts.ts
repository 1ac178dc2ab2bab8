import type { QueryClient } from '@tanstack/react-query'
import { isMissing, isRefused } from '../lib/api/api-error'
import { meQuery } from '../lib/api/client'
import { hasNoAdditions } from '../lib/api/missing-operations'

/** Null for what is refused. */
export const orNull = <T>(part: Promise<T>) =>
  part.catch((error) => {
    if (isRefused(error)) return null
    throw error
  })

/** False for a server of the specification alone, which has no `/me`, whatever it answers instead. */
export const hasAdditions = (client: QueryClient) =>
  client.fetchQuery(meQuery).then(
    () => true,
    (error) => {
      if (isMissing(error) || hasNoAdditions()) return false
      throw error
    },
  )
