import { getOwn } from '../lib/text/get-own'

type Budget = { fiscalYear?: number | null; status?: string | null }

const places: Record<string, number> = { PendingApproval: 0, Approved: 1, Draft: 2 }
const placeOf = ({ status }: Budget) => getOwn(places, status) ?? 3

/** The budget of the latest year that is not obsolete; within a year, one that waits for approval comes first. */
export const leadingBudget = <B extends Budget>(budgets: B[]): B | undefined =>
  budgets
    .filter(({ status }) => status !== 'Obsolete')
    .toSorted((a, b) => (b.fiscalYear ?? 0) - (a.fiscalYear ?? 0) || placeOf(a) - placeOf(b))[0]
