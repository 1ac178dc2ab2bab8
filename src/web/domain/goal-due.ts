import { endOf } from '../../contract/figures/goal-status'
import { serverNow } from '../lib/api/server-clock'
import { daysUntil, inDays, isWithin } from '../ui/format/days-from-today'
import { plural } from '../ui/format/format'
import { type BadgeProps, defineStatuses } from '../ui/status-badge'

const dueSoon = 30

type Aim = {
  dueDate?: string | null
  progressPercentage?: number | null
  status?: { name?: string | null } | null
}

const closed: Record<'completed' | 'cancelled', BadgeProps> = {
  completed: { tone: 'calm', glyph: 'done', word: 'Completed' },
  cancelled: { tone: 'calm', glyph: 'mid', word: 'Cancelled' },
}

/** Portals name statuses themselves; these are the usual ones of an open goal. */
const goalStatus = defineStatuses(
  {
    'not started': { tone: 'calm', glyph: 'idle', word: 'Not started' },
    'in progress': { tone: 'calm', glyph: 'active', word: 'In progress' },
    'at risk': { tone: 'attention', glyph: 'pending', word: 'At risk' },
  },
  (name) => name.trim().toLowerCase(),
)

/** How a goal stands: closed, overdue, due soon, or else its status; null without any. The due day counts. */
export const goalState = (goal: Aim, now: Date = serverNow()): BadgeProps | null => {
  const end = endOf(goal)
  if (end) return closed[end]
  const left = daysUntil(goal.dueDate, now)
  if (left !== null && left < 0)
    return { tone: 'bad', glyph: 'error', word: `Overdue by ${plural(-left, 'day', 'days')}` }
  if (left !== null && isWithin(left, dueSoon)) return { tone: 'attention', glyph: 'soon', word: `Due ${inDays(left)}` }
  if (goal.status?.name) return goalStatus.badge(goal.status.name)
  return left === null ? null : { tone: 'calm', glyph: 'idle', word: 'Due later' }
}
