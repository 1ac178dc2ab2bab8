import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '../../../contract/kit'
import { isMissing, query } from '../api'
import type { ReadById, RecordOf } from './view'

type Row = { id: string }

/** One record: shown from a list's row at once where a list has been seen, then as the server has it now. */
export const useRecord = <G extends ReadById>(endpoint: G, listPath: string, id: string) => {
  const client = useQueryClient()
  const row = client
    .getQueriesData<{ data: Row[] }>({ queryKey: [listPath] })
    .flatMap(([, answer]) => (Array.isArray(answer?.data) ? answer.data : []))
    .find((candidate) => candidate.id === id)
  const read = useQuery(query<Endpoint>(endpoint, { id } as object))
  const answer = read.data as { data: RecordOf<G>; etag: string | null } | undefined
  return {
    record: answer?.data ?? (row as RecordOf<G> | undefined),
    /** Whether all of it is here, and not only what a list shows of it. */
    whole: answer !== undefined,
    etag: answer?.etag ?? null,
    /** The server does not have this operation; what a list gave is all that can be had. */
    fromListOnly: row !== undefined && answer === undefined && isMissing(read.error),
    error: answer === undefined ? read.error : null,
    retry: () => void read.refetch(),
  }
}
