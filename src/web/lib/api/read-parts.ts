import type { QueryClient } from '@tanstack/react-query'
import { ApiError, isMissing, meQuery } from './client'

/** True of what the server or this access does not have. What fails for a moment is no reason to leave it out. */
export const isRefused = (error: unknown): error is ApiError =>
  isMissing(error) || (error instanceof ApiError && error.status === 403)

/** Null for what is refused. */
export const orNull = <T>(part: Promise<T>) =>
  part.catch((error) => {
    if (isRefused(error)) return null
    throw error
  })

/** False for a server of the specification alone, which has no `/me`. */
export const hasAdditions = (client: QueryClient) =>
  client.fetchQuery(meQuery).then(
    () => true,
    (error) => {
      if (isMissing(error)) return false
      throw error
    },
  )
