import { plural } from '../../ui/format/format'
import { defineStatuses } from '../../ui/status-badge'

export const deliveryStatus = defineStatuses({
  failed: { tone: 'bad', glyph: 'error', word: 'Not sent' },
  unknown: { tone: 'bad', glyph: 'error', word: 'Possibly sent' },
  held: { tone: 'attention', glyph: 'pending', word: 'Awaiting approval' },
  waiting: { tone: 'calm', glyph: 'mid', word: 'Waiting' },
  sending: { tone: 'calm', glyph: 'mid', word: 'Sending' },
  discarded: { tone: 'calm', glyph: 'mid', word: 'Discarded' },
  sent: { tone: 'good', glyph: 'done', word: 'Sent' },
})

/** True while the result of a brief is still to come. */
export const isUnderWay = (status: string | null | undefined) => status === 'waiting' || status === 'sending'

export const rhythmWords = { monthly: 'Every month', quarterly: 'Every quarter' }

type Timing = { rhythm?: string | null; daysFromEnd?: number | null; time?: string | null; zone?: string | null }

/** "5 days after each quarter, 08:30 Europe/London". */
export const runsText = ({ rhythm, daysFromEnd, time, zone }: Timing) => {
  const days = daysFromEnd ?? 0
  const period = rhythm === 'monthly' ? 'month' : 'quarter'
  const when =
    days === 0
      ? `on the last day of each ${period}`
      : `${plural(Math.abs(days), 'day', 'days')} ${days < 0 ? `before each ${period} ends` : `after each ${period}`}`
  return [when, [time, zone].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** Why nothing can be emailed or scheduled in front of another server. */
export const notHere =
  'Briefs can’t be emailed or scheduled, because this console shows another server’s data and has nowhere to store schedules. You can still create and download briefs.'
