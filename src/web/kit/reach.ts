import { useSyncExternalStore } from 'react'
import { ApiError } from './api'

/** Nobody answered, or something on the way said that nobody can: it passes, and it is not about what was asked. */
export const isAway = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

let away: ApiError | null = null
const listeners = new Set<() => void>()

/** Told of every answer to a read, so that a page which shows older answers says so. */
export const heard = (error: unknown) => {
  const next = isAway(error) ? error : null
  if (next?.detail === away?.detail) return
  away = next
  for (const listener of listeners) listener()
}

export const useAway = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => away,
    () => null,
  )
