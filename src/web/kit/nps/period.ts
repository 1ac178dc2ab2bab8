/** A span of whole days in UTC, both ends included, as the API's `dateFrom` and `dateTo` take it. */
export type Period = { dateFrom: string; dateTo: string }

const dayLong = 24 * 60 * 60 * 1000
const plain = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The last so many days with today as their last one, and as many before them. */
export const lastDays = (count: number, now: Date = new Date()): { now: Period; before: Period } => {
  const today = now.getTime()
  const back = (days: number) => plain(today - days * dayLong)
  return {
    now: { dateFrom: back(count - 1), dateTo: back(0) },
    before: { dateFrom: back(2 * count - 1), dateTo: back(count) },
  }
}
