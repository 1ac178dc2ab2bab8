import type { QueryClient, QueryKey } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** The path of the operation that a mutation sends. Without it, a mutation changes nothing that was read. */
    mutationMeta: { writes: string }
  }
}

/** A write as far as answers depend on it: the path of its operation, and the fields that it set. */
export type Write = { path: string; fields: string[] }

const history = '/audit-events'

/** Lists whose records name their company. Plain paths, so that the first page does not load the contract of all resources. */
export const namingCompanies = [
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

/** Resources whose answers a write can have changed. */
const resourcesOf = ({ path, fields }: Write) => {
  const [resource = path] = path.split('/:')
  if (resource === '/companies') return [resource, history, ...(fields.includes('name') ? namingCompanies : [])]
  if (resource === '/api-keys') return [resource, history, '/me']
  return [resource, history]
}

/** Whether a write can have changed the answer to a query. */
export const isAffected = (write: Write, [key]: QueryKey) => {
  // Made of the answers of several resources.
  if (typeof key !== 'string' || !key.startsWith('/')) return true
  return resourcesOf(write).some((resource) => key === resource || key.startsWith(`${resource}/:`))
}

/** Asks again for what a write can have changed. Not awaited: without a network it would take as long as that is away. */
export const invalidateAfter = (client: QueryClient, write: Write) => {
  const affected = { predicate: ({ queryKey }: { queryKey: QueryKey }) => isAffected(write, queryKey) }
  // What was prefetched before a write may be answered after it, and would pass for new.
  void client.cancelQueries({ type: 'inactive', ...affected })
  void client.invalidateQueries(affected)
}
