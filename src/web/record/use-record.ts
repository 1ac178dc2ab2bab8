import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { isMissing } from '../lib/api/api-error'
import { meQuery } from '../lib/api/client'
import { rememberMissing } from '../lib/api/missing-operations'
import { useHasAdditions } from '../lib/api/scopes'
import type { WithId } from '../lib/with-id'
import { listedQuery } from './by-id/listed-query'
import { rowOf } from './record-loader'
import { type ReadById, type RecordOf, type RecordType, recordQuery } from './record-type'

/** Shows a record from a loaded list at once, then the server’s current version. */
export const useRecord = <G extends ReadById>(
  { get: endpoint, list, noun }: Pick<RecordType<G, ListEndpoint>, 'get' | 'list' | 'noun'>,
  id: string,
) => {
  const client = useQueryClient()
  const loaded = rowOf(client, list, id)
  const read = useQuery(recordQuery(endpoint, id))

  // Servers without this operation still list such records.
  const me = useQuery(meQuery)
  const hasAdditions = useHasAdditions()
  const isListed = endpoint.addition === true && list.addition !== true
  const found = useQuery({
    ...listedQuery(list, id, noun),
    enabled: isListed && loaded === undefined && isMissing(read.error) && !hasAdditions,
  })
  // `/me` is an addition itself, so this server has all of them: its 404 means that the record was removed, and the list’s row is stale.
  const isGone = me.isSuccess && isMissing(read.error)
  const { row, readAt } = loaded ?? { row: found.data, readAt: found.dataUpdatedAt }
  const listed = (isGone ? undefined : (row ?? undefined)) as RecordOf<G> | undefined
  // Such a server has answered a write only, and what the list has may be newer.
  const isOutdated = listed !== undefined && isMissing(read.error) && readAt > read.dataUpdatedAt
  const answer = isOutdated ? undefined : read.data
  useEffect(() => {
    if (isGone) dropRow(client, list, id)
  }, [isGone, client, list, id])
  const fromListOnly = listed !== undefined && answer === undefined && isMissing(read.error)
  // The record exists, so the operation must be missing.
  useEffect(() => {
    if (isListed && fromListOnly) rememberMissing(endpoint)
  }, [isListed, fromListOnly, endpoint])
  const isLooking = isListed && loaded === undefined && isMissing(read.error) && (me.isPending || found.isLoading)
  return {
    record: answer?.data ?? listed,
    /** False if only the list’s fields are loaded. */
    whole: answer !== undefined,
    etag: answer?.etag ?? null,
    /** The server lacks this operation; only the list’s fields are available. */
    fromListOnly,
    error: answer === undefined && !isLooking ? (found.error ?? read.error) : null,
    retry: () => void (found.error ? found : read).refetch(),
  }
}

/** Removes a record that is gone from the cached lists, or its row would be shown while the record is read again. */
const dropRow = (client: QueryClient, list: ListEndpoint, id: string) => {
  client.setQueriesData<{ data: WithId[] }>({ queryKey: [list.path] }, (answer) =>
    Array.isArray(answer?.data) ? { ...answer, data: answer.data.filter((row) => row.id !== id) } : answer,
  )
  void client.invalidateQueries({ queryKey: [list.path] })
}
