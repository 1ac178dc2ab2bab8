import { serverNow } from '../../lib/api/server-clock'
import { currentTimeZone, dateFormat } from '../../lib/request-context'
import { Missing, plural } from './format'

const dayLong = 24 * 60 * 60 * 1000
const days = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** Swedes write a day as machines do. */
const plainDays = dateFormat({}, 'sv-SE')
const full = dateFormat({ dateStyle: 'full', timeZone: 'UTC' })

type Value = string | null | undefined

/**
 * The day that a value means, as its midnight in UTC: a plain date, and midnight in UTC, which is how many systems write
 * one, is that day wherever it is read; any other instant is the day that the reader has then.
 */
export const dayOf = (value: Value): Date | null => {
  const plain = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?Z)?$/.exec(value ?? '')?.[1]
  if (plain) {
    const date = new Date(plain)
    return date.toJSON()?.startsWith(plain) ? date : null
  }
  const instant = new Date(value || Number.NaN)
  return Number.isNaN(instant.getTime()) ? null : dayAt(instant)
}

const dayAt = (instant: Date) =>
  new Date(
    currentTimeZone()
      ? plainDays().format(instant)
      : Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate()),
  )

let today = { at: '', time: 0 }

/** Worked out once a minute, within which no day begins: a line of time asks for each of its records. */
const todayAt = (now: Date) => {
  const at = `${currentTimeZone()} ${Math.floor(now.getTime() / 60_000)}`
  if (today.at !== at) today = { at, time: dayAt(now).getTime() }
  return today.time
}

/** How many days from today a day is: 0 is today, so an end date is over at −1 and not before. */
export const daysUntil = (value: Value, now: Date = serverNow()): number | null => {
  const date = dayOf(value)
  return date && (date.getTime() - todayAt(now)) / dayLong
}

/** The day that is so many days from today, as a plain date. */
export const dayFrom = (days: number, now: Date = serverNow()): string =>
  new Date(todayAt(now) + days * dayLong).toISOString().slice(0, 10)

/** Whether a day is one of the next so many, of which today is the first: "within 7 days" is today and the six days after it. */
export const isWithin = (left: number, days: number) => left >= 0 && left < days

/** "today", "tomorrow", "in 12 days"; of what is over, "3 days ago". */
export const inDays = (left: number): string =>
  left === 0 ? 'today' : left === 1 ? 'tomorrow' : left > 0 ? `in ${dayCount(left)}` : `${dayCount(-left)} ago`

const dayCount = (count: number) => plural(count, 'day', 'days')

/** "23 Nov 2026"; what is no date is shown as it is. */
export const dayText = (value: Value): string => {
  const date = dayOf(value)
  return date ? shortMonth(days().format(date)) : (value ?? '')
}

const shortMonth = (text: string) => text.replaceAll('Sept', 'Sep')

/** "1 Jul – 30 Sep 2026"; of a span that is open at one end or runs backwards, what there is. */
export const spanText = (from: Value, to: Value): string => {
  const [start, end] = [dayOf(from), dayOf(to)]
  if (start && end && start <= end) return shortMonth(days().formatRange(start, end)).replace(/\s*–\s*/, ' – ')
  if (from && to) return `${dayText(from)} – ${dayText(to)}`
  return from ? `from ${dayText(from)}` : to ? `until ${dayText(to)}` : ''
}

/** A day without a time, which no zone shifts. */
export const Day = ({ value }: { value: Value }) => {
  const date = dayOf(value)
  if (!date) return value || <Missing />
  return (
    <time dateTime={date.toISOString().slice(0, 10)} title={full().format(date)}>
      {dayText(value)}
    </time>
  )
}
