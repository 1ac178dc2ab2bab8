import { isCancelledGoal, isOpenGoal } from './goal-status'

/** The fields of a goal that a change shows. */
export type ChangedGoal = {
  id: string
  title?: string | null
  dueDate?: string | null
  progressPercentage?: number | null
}

export type SinceGoal = ChangedGoal & {
  createdAt?: string | null
  updatedAt?: string | null
  status?: { name?: string | null } | null
  updates?: ({ progressPercentage?: number | null; createdAt?: string | null } | null)[] | null
}
/** Plain days, both included. What is due today is not missed yet. */
type Period = { dateFrom: string; dateTo: string }

const timeOf = (instant: string | null | undefined) => Date.parse(instant ?? '')

/** The progress that was noted last before a moment; 0 before the first note, and null where nothing was ever noted. */
export const progressAt = ({ updates }: SinceGoal, moment: number): number | null => {
  const noted = (updates ?? []).filter((update) => typeof update?.progressPercentage === 'number')
  if (noted.length === 0) return null
  const before = noted
    .filter((update) => timeOf(update?.createdAt) < moment)
    .toSorted((a, b) => timeOf(a?.createdAt) - timeOf(b?.createdAt))
  return before.at(-1)?.progressPercentage ?? 0
}

export type GoalChanges = {
  done: ChangedGoal[]
  /** Due in the period and not done. */
  slipped: ChangedGoal[]
  moved: { goal: ChangedGoal; was: number; is: number }[]
  /** Created in the period, open or done. */
  added: ChangedGoal[]
}

/**
 * Of goals that are not cancelled. One is done in the period if it is now and was not noted as done before; if no notes can tell,
 * because there are none or its status alone says so, if it was last changed in the period. What was done before is no news.
 * The period begins at `start`; a due date names a day, whatever the time zone.
 */
export const goalChanges = (all: SinceGoal[], { dateFrom, dateTo }: Period, start: number): GoalChanges => {
  const goals = all.filter((goal) => !isCancelledGoal(goal))
  const done = goals.filter((goal) => {
    if (isOpenGoal(goal)) return false
    const was = progressAt(goal, start)
    if (was !== null && was >= 100) return false
    const isToldByNotes = was !== null && (goal.progressPercentage ?? 0) >= 100
    return isToldByNotes || timeOf(goal.updatedAt) >= start
  })
  const open = goals.filter(isOpenGoal)
  const isDueIn = ({ dueDate }: SinceGoal) =>
    timeOf(dueDate) >= Date.parse(dateFrom) && timeOf(dueDate) < Date.parse(dateTo)
  const slipped = open.filter(isDueIn)
  return {
    done,
    slipped,
    moved: open.flatMap((goal) => {
      const was = progressAt(goal, start)
      const is = goal.progressPercentage ?? 0
      const isOld = timeOf(goal.createdAt) < start
      return was !== null && was !== is && isOld && !slipped.includes(goal) ? [{ goal, was, is }] : []
    }),
    added: goals.filter((goal) => timeOf(goal.createdAt) >= start),
  }
}
