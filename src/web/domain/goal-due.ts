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

const closed = {
  completed: { tone: 'calm', glyph: 'done', word: 'Completed' },
  cancelled: { tone: 'calm', glyph: 'mid', word: 'Cancelled' },
} satisfies Record<string, BadgeProps>

/** Portals name statuses themselves; these are the usual ones. */
const goalStatus = defineStatuses(
  {
    'not started': { tone: 'calm', glyph: 'idle', word: 'Not started' },
    'in progress': { tone: 'calm', glyph: 'active', word: 'In progress' },
    'at risk': { tone: 'attention', glyph: 'pending', word: 'At risk' },
    ...closed,
  },
  (name) => name.trim().toLowerCase().replace('canceled', 'cancelled'),
)

/** The badge of a goal on which no one works any more; null while it is open. */
const closedState = ({ progressPercentage, status }: Aim): BadgeProps | null => {
  const badge = goalStatus.badge(status?.name ?? '')
  if (badge === goalStatus.badge('cancelled') || badge === goalStatus.badge('completed')) return badge
  return (progressPercentage ?? 0) >= 100 ? closed.completed : null
}

/** Neither completed nor cancelled. */
export const isOpenGoal = (goal: Aim) => closedState(goal) === null

export const isCancelledGoal = (goal: Aim) => closedState(goal) === goalStatus.badge('cancelled')

/** How a goal stands: closed, overdue, due soon, or else its status; null without any. The due day counts. */
export const goalState = (goal: Aim, now: Date = serverNow()): BadgeProps | null => {
  const end = closedState(goal)
  if (end) return end
  const left = daysUntil(goal.dueDate, now)
  if (left !== null && left < 0)
    return { tone: 'bad', glyph: 'error', word: `Overdue by ${plural(-left, 'day', 'days')}` }
  if (left !== null && isWithin(left, dueSoon)) return { tone: 'attention', glyph: 'soon', word: `Due ${inDays(left)}` }
  if (goal.status?.name) return goalStatus.badge(goal.status.name)
  return left === null ? null : { tone: 'calm', glyph: 'idle', word: 'Due later' }
}
