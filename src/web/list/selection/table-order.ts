import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import type { ApiResponse } from '../../lib/api/client'
import { readAll } from '../../lib/api/read-all'
import type { ListAddress } from '../query/list-query'
import type { Selection } from './selection'

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

/** The selected rows as the table has them, or all rows without a selection; loaded where they are not all known. */
export const readRows = async <R extends { id: string }>(
  client: QueryClient,
  { endpoint, sent }: Pick<ListAddress, 'endpoint' | 'sent'>,
  selection: Selection<R> | null,
  options: Parameters<typeof readAll<ListEndpoint, R>>[2],
) => {
  if (selection?.selectedRows) return inTableOrder(client, endpoint, sent, selection.selectedRows)
  const { rows } = await readAll<ListEndpoint, R>(endpoint, sent, options)
  return selection ? selection.of(rows) : rows
}
