import { useSyncExternalStore } from 'react'

/** Less than this is the way of an answer, and matters nowhere. */
const tolerance = 2 * 60 * 1000

let ahead = 0
const listeners = new Set<() => void>()

/** Takes the server's time from an answer's `Date`: what has ended or waits is told by its clock, not by this computer's. */
export const hearTime = (date: string | null) => {
  const told = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(told)) return
  const next = Math.abs(told) < tolerance ? 0 : told
  if (Math.abs(next - ahead) < tolerance) return
  ahead = next
  for (const listener of listeners) listener()
}

/** The time by the server's clock. */
export const serverNow = () => new Date(Date.now() + ahead)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same, where it is shown before anything has been read. */
export const useServerNow = () => {
  useSyncExternalStore(
    subscribe,
    () => ahead,
    () => 0,
  )
  return serverNow()
}
