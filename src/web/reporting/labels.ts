import { getOwn } from '../lib/text/get-own'
import { humanize } from '../lib/text/humanize'
import { ordinal } from '../lib/text/ordinal'
import { type BadgeProps, defineStatuses } from '../ui/status-badge'

export const reportStatus = defineStatuses({
  draft: { tone: 'calm', glyph: 'draft', word: 'Draft' },
  published: { tone: 'good', glyph: 'done', word: 'Published' },
})

export const activeLook = (isActive: boolean): BadgeProps =>
  isActive ? { tone: 'good', glyph: 'active', word: 'Active' } : { tone: 'calm', glyph: 'idle', word: 'Inactive' }

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const serverTime = 'server time'

type Rhythm = { dayOfWeek?: number | null; dayOfMonth?: number | null; runTime?: string | null }

/** "every Monday at 08:00 server time"; empty if not given. The API names no time zone, so it need not be the user’s. */
export const rhythmText = ({ dayOfWeek, dayOfMonth, runTime }: Rhythm) => {
  const days = [
    typeof dayOfWeek === 'number' &&
      (weekdays[dayOfWeek] ? `every ${weekdays[dayOfWeek]}` : `on day ${dayOfWeek} of the week`),
    typeof dayOfMonth === 'number' &&
      (dayOfMonth >= 1 && dayOfMonth <= 31 ? `on the ${ordinal(dayOfMonth)}` : `on day ${dayOfMonth} of the month`),
  ].filter(Boolean)
  const time = runTime?.trim().replace(/^(\d{1,2}:\d{2})(:00(\.0+)?)?$/, `$1 ${serverTime}`)
  return [days.join(' and '), time && `at ${time}`].filter(Boolean).join(' ')
}

const rangeWords: Record<string, string> = {
  month_to_date: 'This month so far',
  quarter_to_date: 'This quarter so far',
  year_to_date: 'This year so far',
}

type Range = { relativeDateRange?: string | null; customDaysBack?: number | null }

/** "Last month", "Last 45 days"; empty if not given. */
export const rangeText = ({ relativeDateRange, customDaysBack }: Range) => {
  const isCustom = !relativeDateRange || relativeDateRange === 'custom'
  if (isCustom && typeof customDaysBack === 'number')
    return customDaysBack === 1 ? 'Last day' : `Last ${customDaysBack} days`
  return relativeDateRange ? (getOwn(rangeWords, relativeDateRange) ?? humanize(relativeDateRange)) : ''
}
