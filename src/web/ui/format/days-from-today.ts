import { dayLong } from '../../../contract/core/days'
import { serverNow } from '../../lib/api/server-clock'
import { localDayOf } from '../../lib/local-day'
import { currentTimeZone } from '../../lib/request-context'
import { dayOf } from './day'
import { plural } from './format'

let cached = { at: '', time: 0 }

/** Cached per minute, since timelines call this for each record. */
const todayAt = (now: Date) => {
  const at = `${currentTimeZone()} ${Math.floor(now.getTime() / 60_000)}`
  if (cached.at !== at) cached = { at, time: Date.parse(localDayOf(now)) }
  return cached.time
}

/** Days from today: 0 is today, so an end date has passed at −1. */
export const daysUntil = (value: string | null | undefined, now: Date = serverNow()): number | null => {
  const date = dayOf(value)
  return date && (date.getTime() - todayAt(now)) / dayLong
}

/** Plain date a number of days from today. */
export const dayFrom = (days: number, now: Date = serverNow()): string =>
  new Date(todayAt(now) + days * dayLong).toISOString().slice(0, 10)

/** The user’s day, as midnight UTC. */
export const today = (now?: Date): Date => new Date(dayFrom(0, now))

/** True within the next `days` days, including today. */
export const isWithin = (left: number, days: number) => left >= 0 && left < days

/** "today", "tomorrow", "in 12 days"; "3 days ago" when past. */
export const inDays = (left: number): string =>
  left === 0 ? 'today' : left === 1 ? 'tomorrow' : left > 0 ? `in ${dayCount(left)}` : `${dayCount(-left)} ago`

const dayCount = (count: number) => plural(count, 'day', 'days')
