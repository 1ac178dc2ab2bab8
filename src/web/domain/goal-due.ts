import { serverNow } from '../lib/api/server-clock'
import { daysUntil, inDays, isWithin } from '../ui/format/days-from-today'
import { plural } from '../ui/format/format'
import type { BadgeProps } from '../ui/status-badge'

const dueSoon = 30

type Aim = { dueDate?: string | null; progressPercentage?: number | null }

/** Deadline status; null without a date. The due day counts. */
export const dueState = ({ dueDate, progressPercentage }: Aim, now: Date = serverNow()): BadgeProps | null => {
  if ((progressPercentage ?? 0) >= 100) return { tone: 'calm', glyph: 'done', word: 'Done' }
  const left = daysUntil(dueDate, now)
  if (left === null) return null
  if (left < 0) return { tone: 'bad', glyph: 'error', word: `Overdue by ${plural(-left, 'day', 'days')}` }
  if (isWithin(left, dueSoon)) return { tone: 'attention', glyph: 'soon', word: `Due ${inDays(left)}` }
  return { tone: 'calm', glyph: 'idle', word: 'Due later' }
}
