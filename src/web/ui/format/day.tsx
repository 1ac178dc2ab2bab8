import { dateFormat } from '../../lib/request-context'
import { tip, useTipStop } from '../overlay/tip'
import { Missing, shortMonth } from './format'

const days = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const full = dateFormat({ dateStyle: 'full', timeZone: 'UTC' })

type Value = string | null | undefined

/** The day that a date or date-time names, as midnight UTC: its day in UTC, whoever reads it. */
export const dayOf = (value: Value): Date | null => {
  const date = new Date(value || Number.NaN)
  const day = date.setUTCHours(0, 0, 0, 0)
  // JavaScript reads 30 February as 2 March.
  return Number.isNaN(day) || (value?.length === 10 && !date.toJSON().startsWith(value)) ? null : date
}

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

/** What names a day, which is the same for every user. The local day of an instant is a `DateTime`. */
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
