import { type Goal, type Pace, type Slip, slipOf } from '../../../contract/figures/road-map'
import { daysUntil } from '../../ui/format/day'

/** In days from the reader’s today, as the goal’s own page counts them. */
export const paceFrom = ({ dueDate, createdAt, progressPercentage }: Goal, now: Date): Pace => ({
  progress: progressPercentage ?? 0,
  dueDay: daysUntil(dueDate, now) ?? Number.POSITIVE_INFINITY,
  startDay: daysUntil(createdAt, now) ?? Number.POSITIVE_INFINITY,
})

export const slipFrom = (goal: Goal, now: Date): Slip => slipOf(paceFrom(goal, now), 0)
