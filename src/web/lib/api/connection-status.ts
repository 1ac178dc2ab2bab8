import { createStore } from '../store'
import { ApiError } from './client'

/** Nobody answered, or something on the way said that nobody can: it passes, and it is not about what was asked. */
export const isUnreachable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

const away = createStore<ApiError | null>(null)

/** Told of every answer to a read, so that a page which shows older answers says so. */
export const reportResult = (error: unknown) => {
  const next = isUnreachable(error) ? error : null
  if (next?.detail !== away.get()?.detail) away.set(next)
}

export const useConnectionError = away.use
