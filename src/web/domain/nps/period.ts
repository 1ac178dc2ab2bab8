import { addDays, dayLong } from '../../../contract/core/days'
import type { npsIntervals } from '../../../contract/nps'
import { serverNow } from '../../lib/api/server-clock'
import { dateFormat } from '../../lib/request-context'
import { dayFrom } from '../../ui/format/days-from-today'
import { formatNumber, shortMonth } from '../../ui/format/format'

/** Whole days where the user is, both ends included. */
export type Period = { dateFrom: string; dateTo: string }

const plain = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Today is the last of them. */
export const lastDays = (count: number, now: Date = serverNow()): Period => ({
  dateFrom: dayFrom(1 - count, now),
  dateTo: dayFrom(0, now),
})

export const lengthOf = ({ dateFrom, dateTo }: Period) => (Date.parse(dateTo) - Date.parse(dateFrom)) / dayLong + 1

/** The preceding period of equal length. */
export const periodBefore = (period: Period): Period => ({
  dateFrom: addDays(period.dateFrom, -lengthOf(period)),
  dateTo: addDays(period.dateFrom, -1),
})

/** Whether today is one of its days, so that it is not over. */
export const isRunning = ({ dateFrom, dateTo }: Period, today: string) => dateFrom <= today && today <= dateTo

export type Interval = (typeof npsIntervals)[number]

/** The week, month, quarter or year that holds a day, or one before it. Weeks begin on Monday (ISO 8601). */
export const spanAt = (interval: Interval | 'year', day: string, back = 0): Period => {
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const monday = date.getTime() - ((date.getUTCDay() + 6) % 7) * dayLong
  const startOf = (ago: number) => {
    if (interval === 'week') return monday - ago * 7 * dayLong
    const long = { month: 1, quarter: 3, year: 12 }[interval]
    return Date.UTC(year, month - (month % long) - ago * long)
  }
  return { dateFrom: plain(startOf(back)), dateTo: plain(startOf(back - 1) - dayLong) }
}

/** The last weeks, months or quarters, oldest first; the last one contains `until`. */
export const spansOf = (interval: Interval, until: string, count: number): Period[] =>
  Array.from({ length: count }, (_, index) => spanAt(interval, until, count - 1 - index))

const months = dateFormat({ month: 'short', timeZone: 'UTC' })
const days = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Chart labels: "17 Nov", "Nov 26", "Q4 26". */
export const spanName = (interval: Interval, { dateFrom }: Period) => {
  const start = new Date(dateFrom)
  const year = String(start.getUTCFullYear()).slice(-2)
  if (interval === 'week') return shortMonth(days().format(start))
  if (interval === 'month') return `${shortMonth(months().format(start))} ${year}`
  return `Q${formatNumber(Math.floor(start.getUTCMonth() / 3) + 1)} ${year}`
}
