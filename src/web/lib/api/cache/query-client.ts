import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isForbidden, isMissing } from '../api-error'
import { isPolled, reportResult } from '../connection-status'
import { hasNoAdditions } from '../missing-operations'
import { endSession, markSessionActive } from '../session/session'
import { notifyTabs, onTabMessage } from '../session/tab-channel'
import { invalidateAfter, type Write } from './invalidation'

/** Retry at once, unless the server asks to wait: then the user sees a countdown. */
const isPassing = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && !error.extra.retryAfter

/** Polls while the server is unreachable or busy, so pages recover without a reload. */
export const untilItPasses = ({ state: { error } }: { state: { error: Error | null } }) =>
  isPolled(error) && (error.extra.retryAfter ?? 5) * 1000

/** Fields a mutation sends, if in its variables. */
const fieldsOf = (sent: unknown) => {
  const body = typeof sent === 'object' && sent !== null && 'body' in sent ? sent.body : null
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}

/** Forms that ask before leaving. While there is one, a sign-in with another key keeps the page; one by another person never does. */
export const leaveBlockers = new Set<symbol>()

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_data, query) => {
      markSessionActive()
      reportResult(query, null)
    },
    onError: (error, query) => {
      hideWithdrawn()
      reportResult(query, error)
    },
  }),
  mutationCache: new MutationCache({
    onSettled: (_data, _error, sent, _result, { meta }) => {
      if (meta) afterWrite({ path: meta.writes, fields: fieldsOf(sent) })
    },
  }),
  defaultOptions: {
    // Writes fail immediately when offline; the user may not want them later.
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

/** What this session may not read, or no longer, and a record that is gone: not one that this server never shows by its ID. */
const isWithdrawn = ({ queryKey: [path], state: { error } }: Query) =>
  isForbidden(error) || (isMissing(error) && !hasNoAdditions() && String(path).includes('/:id'))

export const hideWithdrawn = () => {
  if (leaveBlockers.size > 0) return
  for (const query of queryClient.getQueryCache().findAll({ predicate: isWithdrawn }))
    query.setState({ data: undefined, dataUpdatedAt: 0 })
}

/** After a write in this tab, whether it was confirmed or not. */
export const afterWrite = (write: Write) => {
  invalidateAfter(queryClient, write)
  notifyTabs({ type: 'written', write })
}

onTabMessage('written', ({ write }) => invalidateAfter(queryClient, write))
/** What was read belongs to another session. */
export const invalidateAll = () => {
  // Reads that wait for the sign-in go on.
  if (leaveBlockers.size === 0) queryClient.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  void queryClient.invalidateQueries()
}

onTabMessage('signed out', () => {
  const isUnsaved = leaveBlockers.size > 0
  endSession(isUnsaved)
  if (isUnsaved) invalidateAll()
})
