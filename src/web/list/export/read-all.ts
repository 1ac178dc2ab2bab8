import type { ListEndpoint } from '../../../contract/core/endpoint'
import { largestPage } from '../../../contract/core/list-query'
import { ApiError, call, type QueryContext } from '../../lib/api/client'

type Row = { id: string }
type Options<R> = QueryContext & {
  /** Rows from an earlier attempt, to resume from. */
  kept?: R[]
  /** Stops after so many requests, with a part of the rows. */
  maxRequests?: number
  /** Stops with the rows so far, too. */
  isEnough?: (rows: R[]) => boolean
  onProgress?: (rows: R[], total: number) => void
}

/**
 * Loads every row of a query, page by page, without duplicates. Waits when rate limited; other errors are thrown and
 * the rows so far can be passed back in.
 */
export const readAll = async <R extends Row>(
  endpoint: ListEndpoint,
  sent: Record<string, string>,
  { kept = [], maxRequests = Number.POSITIVE_INFINITY, isEnough, onProgress, ...context }: Options<R>,
): Promise<R[]> => {
  const limit = largestPage(endpoint)
  const rows = new Map(kept.map((row) => [row.id, row]))
  const first = Math.floor(kept.length / limit) + 1
  for (let page = first; ; page++) {
    const query = { ...sent, limit: String(limit), page: String(page) }
    const { data, pagination } = await retryWhenThrottled(
      () => call<ListEndpoint>(endpoint, { query }, context),
      context.signal,
    )
    for (const row of data as unknown as R[]) rows.set(row.id, row)
    const all = [...rows.values()]
    onProgress?.(all, pagination.totalCount)
    const isLast = page * limit >= pagination.totalCount || data.length === 0
    if (isLast || page - first + 1 >= maxRequests || isEnough?.(all)) return all
  }
}

/** Retries after `Retry-After`; other errors are thrown. */
export const retryWhenThrottled = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (;;)
    try {
      signal.throwIfAborted()
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      await pause((error.extra.retryAfter ?? 1) * 1000, signal)
    }
}

/** Ends at once when stopped. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal.aborted ? 0 : ms)
    signal.addEventListener('abort', end)
  })
