type Goal = { progressPercentage?: number | null; status?: { name?: string | null } | null }

const cancelled = ['cancelled', 'canceled']
const completed = 'completed'

/** Statuses of an end, in small letters. Portals name statuses themselves; these are the usual names. */
export const closedStatuses = [completed, ...cancelled]

/** How work on a goal ended; null while it is open. */
export const endOf = ({ progressPercentage, status }: Goal): 'completed' | 'cancelled' | null => {
  const name = status?.name?.trim().toLowerCase() ?? ''
  if (cancelled.includes(name)) return 'cancelled'
  return name === completed || (progressPercentage ?? 0) >= 100 ? 'completed' : null
}

/** Neither completed nor cancelled. */
export const isOpenGoal = (goal: Goal) => endOf(goal) === null

export const isCancelledGoal = (goal: Goal) => endOf(goal) === 'cancelled'
