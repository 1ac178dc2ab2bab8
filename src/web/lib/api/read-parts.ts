import type { QueryClient } from '@tanstack/react-query'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import { largestPage } from '../../../contract/core/list-query'
import { ApiError, type ApiResponse, isMissing, meQuery, query } from './client'

/** True of what the server or this access does not have. What fails for a moment is no reason to leave it out. */
export const isRefused = (error: unknown): error is ApiError =>
  isMissing(error) || (error instanceof ApiError && error.status === 403)

/** Null for what is refused. */
export const orNull = <T>(part: Promise<T>) =>
  part.catch((error) => {
    if (isRefused(error)) return null
    throw error
  })

/** False for a server of the specification alone, which has no `/me`. */
export const hasAdditions = (client: QueryClient) =>
  client.fetchQuery(meQuery).then(
    () => true,
    (error) => {
      if (isMissing(error)) return false
      throw error
    },
  )

/** Every page of a list. */
export const readAll = async <L extends ListEndpoint>(
  client: QueryClient,
  list: L,
  filters: Record<string, string>,
) => {
  const limit = largestPage(list)
  const read = (page: number) =>
    client.fetchQuery(query(list, { query: { ...filters, limit: String(limit), page: String(page) } } as never))
  const first = await read(1)
  const more = Math.max(0, Math.ceil(first.pagination.totalCount / limit) - 1)
  const rest = await Promise.all(Array.from({ length: more }, (_, index) => read(index + 2)))
  return [first, ...rest].flatMap(({ data }) => data) as ApiResponse<L>['data']
}
