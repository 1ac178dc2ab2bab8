import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint, ListEndpoint } from '../../contract/core/endpoint'
import { query } from '../lib/api/client'
import { type MaybeQuery, pageLoader } from '../lib/page-loader'
import { readId } from './read-id'
import type { ReadById, RecordOf, RecordType } from './record-type'

/** The record from a list. */
export const rowOf = (client: QueryClient, list: ListEndpoint, id: string) =>
  client
    .getQueriesData<{ data: { id: string }[] }>({ queryKey: [list.path] })
    .flatMap(([, answer]) => (Array.isArray(answer?.data) ? answer.data : []))
    .find((candidate) => candidate.id === id)

/** The loader of a record's page; `also` names what the page shows beside the record. */
export const recordLoader = <G extends ReadById, L extends ListEndpoint>(
  recordType: Pick<RecordType<G, L>, 'get' | 'list'>,
  also: (record: RecordOf<G>) => MaybeQuery[] = () => [],
) => {
  const idOf = (id = '') => readId(recordType.get, id)
  const recordQuery = (id: string) => query<Endpoint>(recordType.get, { id } as object)
  return pageLoader({
    // The row of a list that was seen is shown at once.
    needs: ({ client, params }) => {
      const id = idOf(params.id)
      return rowOf(client, recordType.list, id) ? [] : [recordQuery(id)]
    },
    also: ({ client, params }) => {
      const id = idOf(params.id)
      const record = client.getQueryData<{ data: RecordOf<G> }>(recordQuery(id).queryKey)?.data
      return [recordQuery(id), ...(record ? also(record) : [])]
    },
  })
}
