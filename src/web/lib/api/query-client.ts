import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client'
import { isUnreachable, reportResult } from './connection-status'
import { markSessionActive } from './session'
import './shared-timers'
import { notifyTabs, onTabMessage } from './tab-channel'

/** Worth another try at once. Where the server says how long to wait, the person is told so and can watch it. */
const isPassing = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && !error.extra.retryAfter

/** Asks again for as long as nobody answers or is too busy, when the server wants it, so that every page comes back by itself. */
const untilItPasses = ({ state: { error } }: { state: { error: Error | null } }) =>
  (isUnreachable(error) || (error instanceof ApiError && error.status === 429)) && (error.extra.retryAfter ?? 5) * 1000

/** Nobody waits for it: without a network it would take as long as that is away. */
const readAgain = () => {
  // What was asked ahead before a write may be answered after it, and would pass for new.
  void queryClient.cancelQueries({ type: 'inactive' })
  void queryClient.invalidateQueries()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: () => {
      markSessionActive()
      reportResult(null)
    },
    onError: reportResult,
  }),
  mutationCache: new MutationCache({
    // The one place where a write makes what was read old; nobody has to remember which lists it touched.
    onSettled: (_data, _error, _sent, _context, { meta }) => {
      if (meta?.changesNothing) return
      readAgain()
      notifyTabs('written')
    },
  }),
  defaultOptions: {
    // Without a network a write fails at once and stays with the person, who may not want it later.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 2 && isPassing(error),
      refetchInterval: untilItPasses,
      retryDelay: (attempt) => 2 ** attempt * 1000,
    },
  },
})

onTabMessage('written', readAgain)
onTabMessage('signed out', readAgain)
