import { createStore } from '../store'

/** Differences below this are network latency. */
const tolerance = 2 * 60 * 1000

const ahead = createStore(0)

/** Adopts the server’s `Date`, so deadlines don’t depend on this computer’s clock. */
export const syncServerClock = (date: string | null) => {
  const offset = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(offset)) return
  const next = Math.abs(offset) < tolerance ? 0 : offset
  if (Math.abs(next - ahead.get()) >= tolerance) ahead.set(next)
}

/** The time by the server's clock. */
export const serverNow = () => new Date(Date.now() + ahead.get())

/** The same before any response has arrived. */
export const useServerNow = () => {
  ahead.use()
  return serverNow()
}
