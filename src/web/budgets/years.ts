import { exactly, minus, over, rounded, sumOf, times } from '../lib/exact'

export type Listed = {
  id: string
  title?: string | null
  fiscalYear?: number | null
  currency?: string | null
  status?: string | null
  totals?: { grandTotal?: number | null } | null
}

export type BudgetYear = {
  year: number | null
  currency: string | null
  sum: number
  /** Percent more than the latest year before it in the same currency, to one place; null where there is none. */
  change: number | null
  budgets: Listed[]
}

/**
 * The budgets of a company by fiscal year and currency, the latest first. What is obsolete is listed and not added, since
 * another took its place; currencies are never added.
 */
export const yearsOf = (budgets: Listed[]): BudgetYear[] => {
  const groups = new Map<string, Listed[]>()
  for (const budget of budgets) {
    const key = `${budget.fiscalYear ?? ''} ${budget.currency ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), budget])
  }
  const years = [...groups.values()].map((own) => ({
    year: own[0]?.fiscalYear ?? null,
    currency: own[0]?.currency ?? null,
    sum: sumOf(own.filter(({ status }) => status !== 'Obsolete').map(({ totals }) => totals?.grandTotal ?? 0)),
    budgets: own,
  }))
  years.sort((a, b) => (b.year ?? 0) - (a.year ?? 0) || (a.currency ?? '').localeCompare(b.currency ?? ''))
  return years.map((one, at) => {
    const before = years.slice(at + 1).find(({ currency, sum }) => currency === one.currency && sum > 0)
    const ratio = before && one.sum > 0 ? over(minus(exactly(one.sum), exactly(before.sum)), exactly(before.sum)) : null
    return { ...one, change: ratio && rounded(times(ratio, exactly(100)), 1) }
  })
}
