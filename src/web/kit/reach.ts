import { ApiError } from './api'
import { shared } from './shared'

/** Nobody answered, or something on the way said that nobody can: it passes, and it is not about what was asked. */
export const isAway = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

const away = shared<ApiError | null>(null)

/** Told of every answer to a read, so that a page which shows older answers says so. */
export const heard = (error: unknown) => {
  const next = isAway(error) ? error : null
  if (next?.detail !== away.get()?.detail) away.set(next)
}

export const useAway = away.use
