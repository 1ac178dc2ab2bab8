import type { QueryClient } from '@tanstack/react-query'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { rowsOf } from '../lib/api/cache/loaded-rows'
import { type MaybeQuery, pageLoader } from '../lib/navigation/page-loader'
import { readId } from './by-id/read-id'
import { type ReadById, type RecordOf, type RecordType, recordQuery } from './record-type'

/** The record from the list that was read last, and when that was. */
export const rowOf = (client: QueryClient, list: ListEndpoint, id: string) =>
  client
    .getQueryCache()
    .findAll({ queryKey: [list.path] })
    .flatMap(({ state: { data, dataUpdatedAt: readAt } }) =>
      rowsOf<{ id: string }>(data).map((row) => ({ row, readAt })),
    )
    .filter(({ row }) => row.id === id)
    .sort((a, b) => b.readAt - a.readAt)[0]

/** The loader of a record's page; `prefetch` names what the page shows beside the record. */
export const recordLoader = <G extends ReadById, L extends ListEndpoint>(
  recordType: Pick<RecordType<G, L>, 'get' | 'list'>,
  prefetch: (record: RecordOf<G>) => MaybeQuery[] = () => [],
) => {
  const idOf = (id = '') => readId(recordType.get, id)
  return pageLoader({
    // The row of a list that was seen is shown at once.
    needs: ({ client, params }) => {
      const id = idOf(params.id)
      return rowOf(client, recordType.list, id) ? [] : [recordQuery(recordType.get, id)]
    },
    prefetch: ({ client, params }) => {
      const id = idOf(params.id)
      const record = client.getQueryData(recordQuery(recordType.get, id).queryKey)?.data
      return [recordQuery(recordType.get, id), ...(record ? prefetch(record) : [])]
    },
  })
}
