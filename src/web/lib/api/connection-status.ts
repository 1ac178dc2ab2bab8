import { createStore } from '../store'
import { ApiError } from './client'

/** No response or a gateway error: temporary and unrelated to the request. */
export const isUnreachable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

const away = createStore<ApiError | null>(null)

/** Reports each read’s result, so that pages showing stale data say so. */
export const reportResult = (error: unknown) => {
  const next = isUnreachable(error) ? error : null
  if (next?.detail !== away.get()?.detail) away.set(next)
}

export const useConnectionError = away.use
