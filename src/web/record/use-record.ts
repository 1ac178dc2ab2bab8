import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Endpoint, ListEndpoint } from '../../contract/core/endpoint'
import { call, isMissing, meQuery, type QueryContext, query } from '../lib/api/client'
import { rememberMissing } from '../lib/api/missing-operations'
import type { ReadById, RecordOf } from './record-type'

type Row = { id: string }

/** The record as a list has shown it. */
export const rowOf = (client: QueryClient, list: ListEndpoint, id: string) =>
  client
    .getQueriesData<{ data: Row[] }>({ queryKey: [list.path] })
    .flatMap(([, answer]) => (Array.isArray(answer?.data) ? answer.data : []))
    .find((candidate) => candidate.id === id)

/** One record: shown from a list's row at once where a list has been seen, then as the server has it now. */
export const useRecord = <G extends ReadById>(endpoint: G, list: ListEndpoint, id: string) => {
  const client = useQueryClient()
  const row = rowOf(client, list, id)
  const read = useQuery(query<Endpoint>(endpoint, { id } as object))
  const answer = read.data as { data: RecordOf<G>; etag: string | null } | undefined

  // A server without this addition still lists such records, and one of these may be it.
  const additions = useQuery(meQuery)
  const isListed = endpoint.addition === true && list.addition !== true
  const found = useQuery({
    queryKey: [list.path, 'one', id],
    queryFn: (context) => findInList(list, id, context),
    enabled: isListed && row === undefined && isMissing(read.error) && additions.isError,
  })
  const listed = (row ?? found.data) as RecordOf<G> | undefined
  const fromListOnly = listed !== undefined && answer === undefined && isMissing(read.error)
  // The record exists, so it is the operation that does not.
  useEffect(() => {
    if (isListed && fromListOnly) rememberMissing(endpoint)
  }, [isListed, fromListOnly, endpoint])
  const isLooking = isListed && row === undefined && isMissing(read.error) && (additions.isPending || found.isFetching)
  return {
    record: answer?.data ?? listed,
    /** Whether all of it is here, and not only what a list shows of it. */
    whole: answer !== undefined,
    etag: answer?.etag ?? null,
    /** The server does not have this operation; what a list gave is all that can be had. */
    fromListOnly,
    error: answer === undefined && !isLooking ? read.error : null,
    retry: () => void read.refetch(),
  }
}

const farthest = 20

/** Looks for a record in the first pages of its list; null when it is not among them. */
const findInList = async (list: ListEndpoint, id: string, context: QueryContext): Promise<Row | null> => {
  for (let page = 1; page <= farthest; page++) {
    const answer = await call<ListEndpoint>(list, { query: { limit: '50', page: String(page) } }, context)
    const rows = answer.data as unknown as Row[]
    const row = rows.find((candidate) => candidate.id === id)
    if (row) return row
    if (page * 50 >= answer.pagination.totalCount) return null
  }
  return null
}
