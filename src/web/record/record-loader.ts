import type { QueryClient } from '@tanstack/react-query'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { loadedRows } from '../lib/api/loaded-rows'
import { type MaybeQuery, pageLoader } from '../lib/page-loader'
import { readId } from './read-id'
import { type ReadById, type RecordOf, type RecordType, recordQuery } from './record-type'

/** The record from a list. */
export const rowOf = (client: QueryClient, list: ListEndpoint, id: string) =>
  loadedRows<{ id: string }>(client, list).find((row) => row.id === id)

/** The loader of a record's page; `also` names what the page shows beside the record. */
export const recordLoader = <G extends ReadById, L extends ListEndpoint>(
  recordType: Pick<RecordType<G, L>, 'get' | 'list'>,
  also: (record: RecordOf<G>) => MaybeQuery[] = () => [],
) => {
  const idOf = (id = '') => readId(recordType.get, id)
  return pageLoader({
    // The row of a list that was seen is shown at once.
    needs: ({ client, params }) => {
      const id = idOf(params.id)
      return rowOf(client, recordType.list, id) ? [] : [recordQuery(recordType.get, id)]
    },
    also: ({ client, params }) => {
      const id = idOf(params.id)
      const record = client.getQueryData(recordQuery(recordType.get, id).queryKey)?.data
      return [recordQuery(recordType.get, id), ...(record ? also(record) : [])]
    },
  })
}
