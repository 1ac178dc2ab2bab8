import { dayLong } from '../core/days'
import { endOf } from './goal-status'

export type Goal = {
  id: string
  title?: string | null
  dueDate?: string | null
  progressPercentage?: number | null
  quarter?: string | null
  year?: number | null
  createdAt?: string | null
  status?: { name?: string | null } | null
  company?: { id?: string | null; name?: string | null } | null
  category?: { id?: string | null; name?: string | null } | null
}

/** A quarter as a number, so that the next is one more: 4 × year + 0 to 3. */
export const quarterAt = (year: number, quarter: number) => 4 * year + quarter - 1
export const yearOf = (quarter: number) => Math.floor(quarter / 4)
/** In the address: "2026-Q4". */
export const quarterKey = (quarter: number) => `${yearOf(quarter)}-Q${(quarter % 4) + 1}`
export const quarterName = (quarter: number) => `Q${(quarter % 4) + 1} ${yearOf(quarter)}`

export const readQuarter = (text: string | null): number | null => {
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(text ?? '') ?? []
  return year && quarter ? quarterAt(Number(year), Number(quarter)) : null
}

export const quarterOfDay = (day: Date) => quarterAt(day.getUTCFullYear(), Math.floor(day.getUTCMonth() / 3) + 1)

/** The quarter that a goal is planned for, and otherwise the one that it is due in; null where it says neither. */
export const plannedFor = ({ quarter, year, dueDate }: Goal): number | null => {
  const [, number] = /^q?([1-4])$/i.exec(quarter?.trim() ?? '') ?? []
  if (number && typeof year === 'number') return quarterAt(year, Number(number))
  const due = Date.parse(dueDate ?? '')
  return Number.isNaN(due) ? null : quarterOfDay(new Date(due))
}

export type Slip =
  | { kind: 'done' }
  | { kind: 'late'; days: number }
  | { kind: 'behind'; points: number }
  | { kind: 'on time' }
  | { kind: 'no date' }

const dayNumber = (time: number) => Math.floor(time / dayLong)
/** Less is no slippage. */
export const leastPoints = 10

/** What slippage depends on. Days are numbers, in UTC; an unknown day is Infinity. */
export type Pace = { progress: number; dueDay: number; startDay: number }

/** The number of an instant's day in UTC. */
const dayOf = (instant: string | null | undefined) => {
  const time = Date.parse(instant ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : dayNumber(time)
}

/** A goal that its status calls completed is at 100%. */
export const paceOf = (goal: Omit<Goal, 'id'>): Pace => ({
  progress: Math.max(goal.progressPercentage ?? 0, endOf(goal) === 'completed' ? 100 : 0),
  dueDay: dayOf(goal.dueDate),
  startDay: dayOf(goal.createdAt),
})

/** The points that progress is behind the days gone by. */
const pointsBehind = ({ progress, dueDay, startDay }: Pace, today: number) => {
  if (startDay >= dueDay) return 0
  const expected = (100 * (today - startDay)) / (dueDay - startDay)
  return Math.min(100, Math.max(0, expected)) - progress
}

const kindOn = (pace: Pace, today: number): Slip['kind'] => {
  if (pace.progress >= 100) return 'done'
  if (pace.dueDay === Number.POSITIVE_INFINITY) return 'no date'
  // The due day still counts.
  if (today > pace.dueDay) return 'late'
  return pointsBehind(pace, today) >= leastPoints ? 'behind' : 'on time'
}

/**
 * How far a goal has slipped, in whole days of UTC: by days once it is past its due date, and before that by the points that its
 * progress is behind the days gone by, as if work were spread evenly from its creation to its due date (schedule variance, with a
 * straight line as the planned value; Project Management Institute, "Practice Standard for Earned Value Management").
 */
export const slipOf = (goal: Goal, now: Date): Slip => {
  const [pace, today] = [paceOf(goal), dayNumber(now.getTime())]
  const kind = kindOn(pace, today)
  if (kind === 'late') return { kind, days: today - pace.dueDay }
  if (kind === 'behind') return { kind, points: Math.round(pointsBehind(pace, today)) }
  return { kind }
}

export type By = 'category' | 'company'
export type Lane = { key: string; name: string | null; id: string | null; cells: Goal[][] }

const byDue = (a: Goal, b: Goal) =>
  (Date.parse(a.dueDate ?? '') || Number.POSITIVE_INFINITY) -
    (Date.parse(b.dueDate ?? '') || Number.POSITIVE_INFINITY) || (a.title ?? '').localeCompare(b.title ?? '')

/** Quarters across and clients or categories down; what has neither comes last. */
export const lanesOf = (goals: Goal[], by: By, quarters: number[]): Lane[] => {
  const lanes = new Map<string, Lane>()
  for (const goal of goals) {
    const at = quarters.indexOf(plannedFor(goal) ?? Number.NaN)
    if (at === -1) continue
    const ref = goal[by]
    // A category is known by its name: servers may give one to each client.
    const key = (by === 'company' ? ref?.id : ref?.name) ?? ''
    const lane = lanes.get(key) ?? { key, name: ref?.name ?? null, id: ref?.id ?? null, cells: quarters.map(() => []) }
    lane.cells[at]?.push(goal)
    lanes.set(key, lane)
  }
  for (const lane of lanes.values()) for (const cell of lane.cells) cell.sort(byDue)
  return [...lanes.values()].sort(
    (a, b) =>
      Number(a.key === '') - Number(b.key === '') ||
      (a.name ?? '').localeCompare(b.name ?? '') ||
      a.key.localeCompare(b.key),
  )
}

export type Totals = { goals: number; done: number; late: number; behind: number; progress: number | null }

/** Of the goals of a quarter that are added one by one: how many are done, late, and their mean progress. */
export const createTotals = (now: Date) => {
  const today = dayNumber(now.getTime())
  const counts = { goals: 0, done: 0, late: 0, behind: 0 }
  let sum = 0
  return {
    add: (goal: Pace) => {
      const kind = kindOn(goal, today)
      counts.goals++
      if (kind === 'done' || kind === 'late' || kind === 'behind') counts[kind]++
      sum += Math.min(100, Math.max(0, goal.progress))
    },
    read: (): Totals => {
      // Rounding makes no goal done.
      const most = counts.done < counts.goals ? 99 : 100
      return { ...counts, progress: counts.goals > 0 ? Math.min(most, Math.round(sum / counts.goals)) : null }
    },
  }
}

export const totalsOf = (goals: Goal[], now: Date) => {
  const totals = createTotals(now)
  for (const goal of goals) totals.add(paceOf(goal))
  return totals.read()
}
