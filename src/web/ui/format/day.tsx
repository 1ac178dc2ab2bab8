import { serverNow } from '../../lib/api/server-clock'
import { currentTimeZone, dateFormat } from '../../lib/request-context'
import { tip, useTipStop } from '../overlay/tip'
import { Missing, plural, shortMonth } from './format'

const dayLong = 24 * 60 * 60 * 1000
const days = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** The sv-SE format is ISO 8601. */
const plainDays = dateFormat({}, () => 'sv-SE')
const full = dateFormat({ dateStyle: 'full', timeZone: 'UTC' })

type Value = string | null | undefined

/** The day that a date or date-time names, as midnight UTC: its day in UTC, whoever reads it. */
export const dayOf = (value: Value): Date | null => {
  const date = new Date(value || Number.NaN)
  const day = date.setUTCHours(0, 0, 0, 0)
  // JavaScript reads 30 February as 2 March.
  return Number.isNaN(day) || (value?.length === 10 && !date.toJSON().startsWith(value)) ? null : date
}

let today = { at: '', time: 0 }

/** Cached per minute, since timelines call this for each record. */
const todayAt = (now: Date) => {
  const at = `${currentTimeZone()} ${Math.floor(now.getTime() / 60_000)}`
  if (today.at !== at) today = { at, time: Date.parse(plainDays().format(now)) }
  return today.time
}

/** Days from today: 0 is today, so an end date has passed at −1. */
export const daysUntil = (value: Value, now: Date = serverNow()): number | null => {
  const date = dayOf(value)
  return date && (date.getTime() - todayAt(now)) / dayLong
}

/** Plain date a number of days from today, or from the local day of an instant. */
export const dayFrom = (days: number, now: Date = serverNow()): string =>
  new Date(todayAt(now) + days * dayLong).toISOString().slice(0, 10)

/** True within the next `days` days, including today. */
export const isWithin = (left: number, days: number) => left >= 0 && left < days

/** "today", "tomorrow", "in 12 days"; "3 days ago" when past. */
export const inDays = (left: number): string =>
  left === 0 ? 'today' : left === 1 ? 'tomorrow' : left > 0 ? `in ${dayCount(left)}` : `${dayCount(-left)} ago`

const dayCount = (count: number) => plural(count, 'day', 'days')

/** "23 Nov 2026"; invalid dates are shown as they are. */
export const dayText = (value: Value): string => {
  const date = dayOf(value)
  return date ? shortMonth(days().format(date)) : (value ?? '')
}

/** "1 Jul – 30 Sep 2026", or the end that is given. */
export const spanText = (from: Value, to: Value): string => {
  const [start, end] = [dayOf(from), dayOf(to)]
  if (start && end && start <= end) return shortMonth(days().formatRange(start, end)).replace(/\s*–\s*/, ' – ')
  if (from && to) return `${dayText(from)} – ${dayText(to)}`
  return from ? `from ${dayText(from)}` : to ? `until ${dayText(to)}` : ''
}

/** What names a day, which is the same for every reader. The local day of an instant is a `DateTime`. */
export const Day = ({ value }: { value: Value }) => {
  const stop = useTipStop()
  const date = dayOf(value)
  if (!date) return value || <Missing />
  return (
    <time dateTime={date.toISOString().slice(0, 10)} {...tip(full().format(date))} {...stop}>
      {dayText(value)}
    </time>
  )
}
