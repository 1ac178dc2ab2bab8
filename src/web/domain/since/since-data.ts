import type { Event } from '../../record/changes'
import type { Period } from '../nps/period'
import type { Counts } from '../nps/score'

export type Named = { id: string; fullName?: string | null; email?: string | null }
export type SinceGoal = {
  id: string
  title?: string | null
  dueDate?: string | null
  progressPercentage?: number | null
  createdAt?: string | null
  updatedAt?: string | null
  updates?: ({ progressPercentage?: number | null; createdAt?: string | null } | null)[] | null
}
export type SinceBudget = {
  id: string
  title?: string | null
  currency?: string | null
  /** Newest first. */
  events: (Event & { at?: string | null; author: string | null })[]
}

/** What happened to a client between two days. A part is null if the server lacks it or this access excludes it. */
export type SinceData = {
  companyId: string
  /** Plain days of UTC, both included. */
  period: Period
  /** As many days before. */
  before: Period
  score: { now: Counts; before: Counts } | null
  goals: SinceGoal[] | null
  budgets: SinceBudget[] | null
  warranties: number | null
  people: { came: Named[]; left: Named[]; silent: number } | null
}

const timeOf = (instant: string | null | undefined) => Date.parse(instant ?? '')
const startOf = ({ dateFrom }: Period) => Date.parse(dateFrom)

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
  done: SinceGoal[]
  /** Due in the period and not done. */
  slipped: SinceGoal[]
  moved: { goal: SinceGoal; was: number; is: number }[]
  added: SinceGoal[]
}

/**
 * A goal is done in the period if it is now and was not noted as done before; without notes, if it was last changed in the
 * period. What was done before is no news.
 */
export const goalChanges = (goals: SinceGoal[], period: Period): GoalChanges => {
  const [start, end] = [startOf(period), Date.parse(period.dateTo)]
  const isDone = ({ progressPercentage }: SinceGoal) => (progressPercentage ?? 0) >= 100
  const done = goals.filter((goal) => {
    const was = progressAt(goal, start)
    return isDone(goal) && (was === null ? timeOf(goal.updatedAt) >= start : was < 100)
  })
  const open = goals.filter((goal) => !isDone(goal))
  const slipped = open.filter(({ dueDate }) => timeOf(dueDate) >= start && timeOf(dueDate) < end)
  return {
    done,
    slipped,
    moved: open.flatMap((goal) => {
      const was = progressAt(goal, start)
      const is = goal.progressPercentage ?? 0
      const isOld = timeOf(goal.createdAt) < start
      return was !== null && was !== is && isOld && !slipped.includes(goal) ? [{ goal, was, is }] : []
    }),
    added: open.filter((goal) => timeOf(goal.createdAt) >= start),
  }
}

const dayLong = 24 * 60 * 60 * 1000
const dayBefore = (day: string) => new Date(Date.parse(day) - dayLong).toISOString().slice(0, 10)

/** A warranty covers its last day, so that of today has not ended. */
export const endedIn = ({ dateFrom, dateTo }: Period) => ({
  warrantyAfter: dateFrom,
  warrantyBefore: dayBefore(dateTo),
})

/** Active people who signed in during the days before the period, and not since. */
export const silentIn = ({ dateFrom }: Period, before: Period) => ({
  status: 'active',
  lastLoginAfter: before.dateFrom,
  lastLoginBefore: dayBefore(dateFrom),
})
