import { queryOptions } from '@tanstack/react-query'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import { largestPage } from '../../../contract/core/list-query'
import { ApiError } from './api-error'
import { type ApiResponse, call, type QueryContext } from './client'

type Row<L extends ListEndpoint> = ApiResponse<L>['data'][number] & { id: string }

type Options<R> = QueryContext & {
  /** Rows from an earlier attempt, to resume from. */
  kept?: R[]
  /** Stops after so many requests, with a part of the rows. */
  maxRequests?: number
  /** Stops with the rows so far, too. */
  isEnough?: (rows: R[]) => boolean
  onProgress?: (rows: R[], total: number) => void
  /** Asks for all other pages at once when the first has told how many there are. */
  isParallel?: boolean
}

/**
 * Loads the rows of a list, page by page, without duplicates. Waits when rate limited; other errors are thrown and the rows so far
 * can be passed back in. Whether these are all of them follows from the pages: a row that moves meanwhile may be missed.
 */
export const readAll = async <L extends ListEndpoint, R extends { id: string } = Row<L>>(
  list: L,
  sent: Record<string, string>,
  {
    kept = [],
    maxRequests = Number.POSITIVE_INFINITY,
    isEnough,
    onProgress,
    isParallel = false,
    ...context
  }: Options<R>,
) => {
  const limit = largestPage(list)
  const rows = new Map(kept.map((row) => [row.id, row]))
  const read = (page: number) => {
    const query = { ...sent, limit: String(limit), page: String(page) }
    return retryWhenThrottled(() => call<ListEndpoint>(list, { query }, context), context.signal)
  }
  const first = Math.floor(kept.length / limit) + 1
  let ahead: Awaited<ReturnType<typeof read>>[] = []
  for (let page = first; ; page++) {
    const { data, pagination } = ahead[page - first - 1] ?? (await read(page))
    for (const row of data as unknown as R[]) rows.set(row.id, row)
    const all = [...rows.values()]
    onProgress?.(all, pagination.totalCount)
    const isWhole = page * limit >= pagination.totalCount
    if (isWhole || data.length === 0 || page - first + 1 >= maxRequests || isEnough?.(all))
      return { rows: all, isWhole }
    if (isParallel && page === first) {
      const more = Math.min(Math.ceil(pagination.totalCount / limit) - first, maxRequests - 1)
      ahead = await Promise.all(Array.from({ length: more }, (_, at) => read(first + 1 + at)))
    }
  }
}

/** Every row of a list. */
export const allQuery = <L extends ListEndpoint>(list: L, sent: Record<string, string>) =>
  queryOptions({
    queryKey: [list.path, 'all', sent],
    queryFn: async (context) => {
      const { rows } = await readAll(list, sent, { ...context, isParallel: true })
      return rows as ApiResponse<L>['data']
    },
  })

/** Retries after `Retry-After`; other errors are thrown. */
export const retryWhenThrottled = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (;;)
    try {
      signal.throwIfAborted()
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      signal.throwIfAborted()
      await pause((error.extra.retryAfter ?? 1) * 1000, signal)
    }
}

/** Ends at once when stopped. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', resolve)
  })
