import { budgetCategories } from '../../../contract/budgets'
import { sumOf } from '../../lib/exact'
import type { Category } from './budget-labels'

type Line = {
  id: string
  currency?: string | null
  annualisedCost?: number | null
  category?: { id?: string | null; name?: string | null } | null
}
type Budget<L extends Line> = {
  currency?: string | null
  lineItems?: L[] | null
  totals?: Partial<Record<`${Category}Total` | 'grandTotal', number | null>> | null
}

export type Group<L> = { category: Category; lines: L[]; sum: number }

/** Category of a line by ID, then by name; unknown categories count as other. */
export const categoryOf = ({ category }: Line): Category => {
  const words = [category?.id, category?.name].map((word) => word?.toLowerCase())
  return budgetCategories.find((known) => words.includes(known)) ?? 'other'
}

/** Lines in another currency are not in the totals (decisions, "budget totals"). */
export const counts = <L extends Line>({ currency }: Budget<L>, line: L) => !line.currency || line.currency === currency

/** A line that names no currency is in that of its budget. */
export const withLineCurrencies = <B extends Budget<Line>>(budget: B): B => ({
  ...budget,
  lineItems: budget.lineItems?.map((line) => ({ ...line, currency: line.currency || budget.currency })),
})

/** Lines by category, highest cost first, each group with its exact sum. Empty groups are omitted. */
export const groupsOf = <L extends Line>(budget: Budget<L>): Group<L>[] =>
  budgetCategories.flatMap((category) => {
    const lines = (budget.lineItems ?? [])
      .filter((line) => categoryOf(line) === category)
      .toSorted((a, b) => (b.annualisedCost ?? 0) - (a.annualisedCost ?? 0))
    const sum = sumOf(lines.filter((line) => counts(budget, line)).map(({ annualisedCost }) => annualisedCost ?? 0))
    return lines.length > 0 ? [{ category, lines, sum }] : []
  })

type Drift = { what: Category | 'grand'; saved: number; summed: number }

/** Saved totals that differ from the sum of their lines. A missing total is not a difference. */
export const driftOf = <L extends Line>(budget: Budget<L>): Drift[] => {
  if (!budget.lineItems) return []
  const sums = new Map<Category | 'grand', number>(groupsOf(budget).map(({ category, sum }) => [category, sum]))
  sums.set('grand', sumOf([...sums.values()]))
  return [...budgetCategories, 'grand' as const].flatMap((what) => {
    const saved = budget.totals?.[`${what}Total`]
    const summed = sums.get(what) ?? 0
    return typeof saved === 'number' && saved !== summed ? [{ what, saved, summed }] : []
  })
}
