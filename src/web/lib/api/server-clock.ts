import { createStore } from '../store'

/** Less than this is the way of an answer, and matters nowhere. */
const tolerance = 2 * 60 * 1000

const ahead = createStore(0)

/** Takes the server's time from an answer's `Date`: what has ended or waits is told by its clock, not by this computer's. */
export const syncServerClock = (date: string | null) => {
  const told = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(told)) return
  const next = Math.abs(told) < tolerance ? 0 : told
  if (Math.abs(next - ahead.get()) >= tolerance) ahead.set(next)
}

/** The time by the server's clock. */
export const serverNow = () => new Date(Date.now() + ahead.get())

/** The same, where it is shown before anything has been read. */
export const useServerNow = () => {
  ahead.use()
  return serverNow()
}
