import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** Path of a mutation’s operation; mutations without it invalidate nothing. */
    mutationMeta: { writes: string }
  }
}

/** The part of a write that matters for invalidation: path and changed fields. */
export type Write = { path: string; fields: string[] }

const history = '/audit-events'

/** Lists whose records name their company. Plain paths, so that the first page does not load the contract of all resources. */
export const namingCompanies = [
  '/brief-deliveries',
  '/brief-schedules',
  '/briefs',
  '/budgets',
  '/companies/users',
  '/dashboards/external',
  '/devices',
  '/goals',
  '/report-schedules',
  '/reports',
  '/surveys/nps/responses',
  '/users',
]

/** Figures that are calculated from records of many resources. */
export const figurePaths = [
  '/client-overview',
  '/companies/:id/since',
  '/goal-road-map',
  '/nps-counts',
  '/nps-words',
  '/replacement-plan',
  '/response-coverage',
]

/** Resources a write may affect. */
const resourcesOf = ({ path, fields }: Write) => {
  const [resource = path] = path.split('/:')
  if (path.startsWith('/session/')) return ['/session/all', '/session/people']
  if (path.endsWith('/brief/send')) return ['/brief-deliveries', history]
  if (resource === '/brief-schedules') return [resource, '/brief-deliveries', history]
  if (resource === '/companies') return [resource, history, ...(fields.includes('name') ? namingCompanies : [])]
  if (resource === '/api-keys') return [resource, history, '/me']
  return [resource, history]
}

/** True if a write may affect the query’s data. */
export const isAffected = (write: Write, [key]: QueryKey) => {
  // Combines several resources.
  if (typeof key !== 'string' || !key.startsWith('/')) return true
  if (figurePaths.some((path) => key === path || key.startsWith(`${path}/`))) return true
  return resourcesOf(write).some((resource) =>
    [resource, `/filter-values${resource}`].some((path) => key === path || key.startsWith(`${path}/:`)),
  )
}

const isFailedPart = ({ state }: Query) => state.status === 'error' && state.data !== undefined && !state.dataUpdatedAt

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'

/** Refetches affected queries. Not awaited: that would block while offline. */
export const invalidateAfter = (client: QueryClient, write: Write) => {
  const affected = { predicate: ({ queryKey }: { queryKey: QueryKey }) => isAffected(write, queryKey) }
  // React Query marks failed queries as invalidated already, so partial data from before would be reused; and it lets a first
  // read go on, which may have been answered before the write.
  void client.resetQueries({
    predicate: (query) => (isFailedPart(query) || isFirstRead(query)) && isAffected(write, query.queryKey),
  })
  // A prefetch started before the write would look fresh but be stale.
  void client.cancelQueries({ type: 'inactive', ...affected })
  void client.invalidateQueries(affected)
}
