import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import type { ApiResponse } from '../../lib/api/client'

type Page = Pick<ApiResponse<ListEndpoint>, 'data' | 'pagination'>
type Sent = Record<string, string>

const withoutPage = ({ page: _, limit: __, ...sent }: Sent) => hashKey([sent])

/** Sorts rows as the table does, by its pages that are still in the query cache. Unknown rows come last, in their given order. */
export const inTableOrder = <R extends { id: string }>(
  client: QueryClient,
  { path }: ListEndpoint,
  sent: Sent,
  rows: R[],
): R[] => {
  const places = new Map<string, number>()
  const read = client.getQueryCache().findAll({ queryKey: [path] })
  // The newest last: it says where a row is now.
  for (const { queryKey, state } of read.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)) {
    const { query } = queryKey[1] as { query?: Sent }
    if (!query || withoutPage(query) !== withoutPage(sent) || !state.data) continue
    const { data, pagination } = state.data as Page
    for (const [at, { id }] of (data as { id: string }[]).entries())
      places.set(id, (pagination.page - 1) * pagination.limit + at)
  }
  const placeOf = ({ id }: R) => places.get(id) ?? Number.MAX_SAFE_INTEGER
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
