import { createStore } from '../store'

/** Differences below this are network latency. */
const tolerance = 2 * 60 * 1000

const minute = 60 * 1000

let ahead = 0

/** The time by the server's clock. */
export const serverNow = () => new Date(Date.now() + ahead)

/** The moment that pages show. */
const shown = createStore(serverNow())

/** Adopts the server’s `Date`, so deadlines don’t depend on this computer’s clock. */
export const syncServerClock = (date: string | null) => {
  const offset = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(offset)) return
  const next = Math.abs(offset) < tolerance ? 0 : offset
  if (Math.abs(next - ahead) < tolerance) return
  ahead = next
  shown.set(serverNow())
}

/** Keeps what pages show of time up to date, also after this computer has slept. */
export const runServerClock = () => {
  const tick = () => shown.set(serverNow())
  setInterval(tick, minute)
  addEventListener('visibilitychange', tick)
}

/** The same, for a component that renders anew every minute. */
export const useServerNow = () => {
  shown.usePart((now) => Math.floor(now.getTime() / minute))
  return serverNow()
}

/** Renders a component anew when the user’s day is another. */
export const useServerDay = () => shown.usePart((now) => now.toDateString())
