import { serverNow } from '../lib/api/server-clock'
import type { Preset } from '../list/filters/date-range'
import { dayFrom } from '../ui/format/days-from-today'
import { type Interval, lastDays, spanAt } from './nps/period'

type Calendar = Extract<Interval, 'quarter'> | 'year'

const calendar = (name: string, interval: Calendar, back: number, now: Date): Preset => {
  const { dateFrom, dateTo } = spanAt(interval, dayFrom(0, now), back)
  return { key: name.toLowerCase().replace(' ', '-'), name, from: dateFrom, to: dateTo }
}

/** Of what has happened. */
export const pastPeriods = (now: Date = serverNow()): Preset[] => [
  ...[30, 90, 180, 365].map((count) => {
    const { dateFrom, dateTo } = lastDays(count, now)
    return { key: String(count), name: `Last ${count} days`, from: dateFrom, to: dateTo }
  }),
  calendar('This quarter', 'quarter', 0, now),
  calendar('Last quarter', 'quarter', 1, now),
  calendar('This year', 'year', 0, now),
  calendar('Last year', 'year', 1, now),
]

/** Of plain days that end something. */
export const endPeriods = (now: Date = serverNow()): Preset[] => [
  ...[30, 90].map((count) => ({
    key: `next-${count}`,
    name: `Next ${count} days`,
    from: dayFrom(0, now),
    to: dayFrom(count - 1, now),
  })),
  { key: 'last-90', name: 'Last 90 days', from: dayFrom(-89, now), to: dayFrom(0, now) },
  calendar('Last quarter', 'quarter', 1, now),
  calendar('This quarter', 'quarter', 0, now),
  calendar('Next quarter', 'quarter', -1, now),
  calendar('Last year', 'year', 1, now),
  calendar('This year', 'year', 0, now),
  calendar('Next year', 'year', -1, now),
]

/** For when something is due or runs next. */
export const duePeriods = (now: Date = serverNow()): Preset[] => [
  { key: 'before-today', name: 'Before today', to: dayFrom(-1, now) },
  ...endPeriods(now),
]

/** The last day on which someone may have signed in who has been silent for more than so many days. */
export const silentSince = (days: number, now: Date = serverNow()) => lastDays(days + 2, now).dateFrom

/** Of people who have not signed in for a while, and of those who have. */
export const silences = (now: Date = serverNow()): Preset[] => [
  ...[30, 60, 90, 180].map((count) => ({
    key: `silent-${count}`,
    name: `More than ${count} days ago`,
    to: silentSince(count, now),
  })),
  ...[30, 90].map((count) => {
    const { dateFrom, dateTo } = lastDays(count, now)
    return { key: `last-${count}`, name: `Last ${count} days`, from: dateFrom, to: dateTo }
  }),
]
