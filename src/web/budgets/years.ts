import { groupBy } from '../../contract/core/group-by'
import { exactly, minus, over, rounded, sumOf, times } from '../lib/exact'

export type Listed = {
  id: string
  title?: string | null
  fiscalYear?: number | null
  currency?: string | null
  status?: string | null
  totals?: { grandTotal?: number | null } | null
}

type BudgetYear = {
  year: number | null
  currency: string | null
  /** Of the approved budgets, else of those waiting for approval; null if none has a total. */
  sum: number | null
  /** Of the largest sum in the same currency. */
  part: number
  /** Percent change from the latest earlier year with a budget in the same currency, to one decimal place; null if none. */
  change: { percent: number; from: number } | null
  budgets: Listed[]
}

/** Drafts are alternatives, and obsolete budgets are past: neither is summed. */
const leading = ['Approved', 'PendingApproval']

const totalsIn = (budgets: Listed[], status: string) =>
  budgets.flatMap((one) => (one.status === status ? (one.totals?.grandTotal ?? []) : []))

/** Budgets by fiscal year and currency, latest first. Currencies are never added. */
export const yearsOf = (budgets: Listed[]): BudgetYear[] => {
  const groups = groupBy(budgets, ({ fiscalYear, currency }) => `${fiscalYear ?? ''} ${currency ?? ''}`)
  const years = [...groups.values()].map((own) => {
    const counted = leading.map((status) => totalsIn(own, status)).find(({ length }) => length > 0) ?? []
    return {
      year: own[0]?.fiscalYear ?? null,
      currency: own[0]?.currency ?? null,
      sum: counted.length > 0 ? sumOf(counted) : null,
      budgets: own,
    }
  })
  years.sort((a, b) => (b.year ?? 0) - (a.year ?? 0) || (a.currency ?? '').localeCompare(b.currency ?? ''))
  return years.map((one, at) => {
    const own = one.sum ?? 0
    const before = years.slice(at + 1).find(({ currency, sum }) => currency === one.currency && (sum ?? 0) > 0)
    const from = before?.year ?? null
    const ratio = before && own > 0 ? over(minus(exactly(own), exactly(before.sum)), exactly(before.sum)) : null
    const isKnown = ratio !== null && from !== null
    const largest = Math.max(...years.filter(({ currency }) => currency === one.currency).map(({ sum }) => sum ?? 0))
    const part = largest > 0 ? Math.max(0, own) / largest : 0
    return { ...one, part, change: isKnown ? { percent: rounded(times(ratio, exactly(100)), 1), from } : null }
  })
}
