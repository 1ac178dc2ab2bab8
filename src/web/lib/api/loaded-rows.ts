import type { QueryClient } from '@tanstack/react-query'
import type { ListEndpoint } from '../../../contract/core/endpoint'

/** The rows of a list that its queries have loaded. */
export const loadedRows = <R>(client: QueryClient, { path }: ListEndpoint) =>
  client
    .getQueriesData<{ data: R[] }>({ queryKey: [path] })
    .flatMap(([, answer]) => (Array.isArray(answer?.data) ? answer.data : []))
