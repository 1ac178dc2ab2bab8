import { budgetCategories } from '../../../contract/budgets'
import type { Category } from './budget-labels'

type Totals = Partial<Record<`${Category}Total`, number | null>> | null | undefined

/** What a budget costs by category. */
export const totalsByCategory = (totals: Totals) =>
  budgetCategories.map((category) => ({ category, sum: totals?.[`${category}Total`] ?? 0 }))

/**
 * All but those of zero, each with its share of what those that cost something cost together. Credits take nothing off that, so
 * no share is above 1, and have none themselves: a table has a row for each, so that its amounts add up, a chart only for those
 * with a share.
 */
export const sharesOf = <C extends { sum: number }>(all: C[]) => {
  const total = all.reduce((sofar, { sum }) => sofar + Math.max(0, sum), 0)
  return all.filter(({ sum }) => sum !== 0).map((one) => ({ ...one, share: one.sum > 0 ? one.sum / total : null }))
}

export const hasShare = <S extends { share: number | null }>(one: S): one is S & { share: number } => one.share !== null
