import type { QueryClient } from '@tanstack/react-query'
import type { ListEndpoint } from '../../../../contract/core/endpoint'

/** The rows of an answer, if it is one of a list. */
export const rowsOf = <R>(answer: unknown) => {
  const { data } = (answer ?? {}) as { data?: R[] }
  return Array.isArray(data) ? data : []
}

/** The rows of a list that its queries have loaded. */
export const loadedRows = <R>(client: QueryClient, { path }: ListEndpoint) =>
  client.getQueriesData({ queryKey: [path] }).flatMap(([, answer]) => rowsOf<R>(answer))
