import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from './client'

/** No response or a gateway error: temporary and unrelated to the request. */
export const isUnreachable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/**
 * Why something on the page cannot be refreshed, most recent failure first. Another query that succeeds says nothing about
 * these, so the error stays until they succeed or leave the page.
 */
export const connectionErrorOf = (cache: QueryCache): ApiError | null => {
  const failed = cache
    .getAll()
    .filter((query) => query.isActive() && isUnreachable(query.state.error))
    .toSorted((a, b) => b.state.errorUpdatedAt - a.state.errorUpdatedAt)
  const error = failed[0]?.state.error
  return isUnreachable(error) ? error : null
}

export const useConnectionError = () => {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    () => connectionErrorOf(cache),
    () => null,
  )
}
