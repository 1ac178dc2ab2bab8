import { type QueryKey, type QueryState, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryContext } from '../lib/api/client'

type Context<T> = QueryContext & {
  /** What an earlier attempt came to, to go on from. */
  kept: T | undefined
  onProgress: (value: T) => void
}

export type Work<T> = {
  /** What is calculated so far; undefined until there is something. */
  value: T | undefined
  isReading: boolean
  error: Error | null
  stop: () => void
  goOn: () => void
}

type Options = {
  /** Begins with `goOn` only. */
  onRequest?: boolean
}

/** Marks data that is still growing: its `updatedAt` is 0, which finished data never has. */
const unfinished = { updatedAt: 0 }
const isUnfinished = (state: { dataUpdatedAt: number }) => state.dataUpdatedAt === unfinished.updatedAt

/** Whether something was written since. React Query also invalidates after a failure; a write after that resets the query. */
const isOutdated = (state: QueryState | undefined) => state?.isInvalidated && state.status !== 'error'

/**
 * A query of many requests, whose data is shown while it grows. A part that was left or failed is stale, so it resumes as a stale query
 * would; one that was cancelled is not. Nothing is done while `work` is null.
 */
export const useWork = <T>(
  queryKey: QueryKey,
  work: ((context: Context<T>) => Promise<T>) | null,
  { onRequest = false }: Options = {},
): Work<T> => {
  const client = useQueryClient()
  const keep = (value: T | undefined, options?: typeof unfinished) => client.setQueryData<T>(queryKey, value, options)
  const known = () => client.getQueryState<T>(queryKey)
  const { data, dataUpdatedAt, error, fetchStatus, refetch } = useQuery<T>({
    queryKey,
    queryFn: work
      ? (context) => {
          const state = known()
          const isShown = !state || isUnfinished(state)
          return work({
            ...context,
            kept: isShown && !isOutdated(state) ? state?.data : undefined,
            onProgress: (value) => {
              if (isShown && !context.signal.aborted) keep(value, unfinished)
            },
          })
        }
      : skipToken,
    enabled: ({ state }) => !onRequest || (state.data !== undefined && isUnfinished(state)),
    staleTime: ({ state }) => (isUnfinished(state) ? 0 : Number.POSITIVE_INFINITY),
    structuralSharing: false,
  })
  return {
    value: data,
    isReading: fetchStatus !== 'idle' && isUnfinished({ dataUpdatedAt }),
    error,
    stop: () => {
      void client.cancelQueries({ queryKey, exact: true })
      keep(known()?.data)
    },
    goOn: () => {
      const state = known()
      if (isOutdated(state)) void client.resetQueries({ queryKey, exact: true })
      else keep(state?.data, unfinished)
      void refetch()
    },
  }
}
