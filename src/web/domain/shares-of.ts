import { budgetCategories } from '../../contract/budgets'
import type { Category } from './budget-labels'

type Totals = Partial<Record<`${Category}Total`, number | null>> | null | undefined

/** What a budget costs by category. */
export const totalsByCategory = (totals: Totals) =>
  budgetCategories.map((category) => ({ category, sum: totals?.[`${category}Total`] ?? 0 }))

/** Those that cost something, each with its share of what they cost together. Credits take nothing off, so no share is above 1. */
export const sharesOf = <C extends { sum: number }>(all: C[]) => {
  const shown = all.filter(({ sum }) => sum > 0)
  const total = shown.reduce((sofar, { sum }) => sofar + sum, 0)
  return shown.map((one) => ({ ...one, share: one.sum / total }))
}
