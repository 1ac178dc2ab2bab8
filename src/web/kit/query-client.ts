import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api'
import { sessionWorks } from './session'

const isPassing = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Waits as long as the server asks, else a second, two, four. */
const retryDelay = (attempt: number, error: Error) =>
  (error instanceof ApiError && error.extra.retryAfter ? error.extra.retryAfter : 2 ** attempt) * 1000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onSuccess: sessionWorks }),
  mutationCache: new MutationCache({
    // The one place where a write makes what was read old; nobody has to remember which lists it touched.
    onSettled: (_data, _error, _sent, _context, { meta }) =>
      meta?.changesNothing ? undefined : queryClient.invalidateQueries(),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 2 && isPassing(error),
      retryDelay,
    },
  },
})
