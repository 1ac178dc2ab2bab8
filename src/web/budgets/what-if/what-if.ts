import { budgetCategories } from '../../../contract/budgets'
import {
  type Exact,
  exactly,
  isSame,
  minus,
  one,
  over,
  plus,
  rounded,
  roundedTogether,
  times,
  total,
  zero,
} from '../../lib/exact'
import { type Category, categoryOf, counts } from '../breakdown-of'

const horizon = 5

export type Line = {
  id: string
  description?: string | null
  quantity?: number | null
  unitPrice?: number | null
  termMonths?: number | null
  annualisedCost?: number | null
  currency?: string | null
  /** "OneOff" for what is paid once. */
  type?: string | null
  category?: { id?: string | null; name?: string | null } | null
}
export type Budget = { fiscalYear?: number | null; currency?: string | null; lineItems?: Line[] | null }

export type Change = { quantity?: number; price?: number; term?: number }
export type Scenario = {
  /** By the ID of the line. */
  lines: Record<string, Change>
  /** Percent a year, for all categories and for single ones, which go before. */
  all: number
  increases: Partial<Record<Category, number>>
}

export const nothing: Scenario = { lines: {}, all: 0, increases: {} }

const twelve = exactly(12)

/** Price times quantity; null where one of them is missing. */
const paid = ({ quantity, unitPrice }: Line): Exact | null =>
  typeof quantity === 'number' && typeof unitPrice === 'number' ? times(exactly(quantity), exactly(unitPrice)) : null

/**
 * The months that a line's price pays for: its term where that is what its yearly cost is made with (price × quantity × 12 /
 * months). Null where it is not, as for a monthly price under an agreement of three years: there a longer term costs no less.
 */
export const monthsPaidFor = (line: Line): number | null => {
  const months = line.termMonths ?? 12
  const price = paid(line)
  if (!price || months <= 0) return null
  const year = over(times(price, twelve), exactly(months))
  return year && isSame(year, exactly(line.annualisedCost)) ? months : null
}

/**
 * A line's cost a year after a change. What was saved is scaled by what changed, so that a server that reckons in its own way
 * (a monthly price, a discount) is followed: saved × (quantity / saved quantity) × (price / saved price) × (months / new
 * months). A line that cost nothing costs price × quantity.
 */
export const costOf = (line: Line, change: Change = {}): Exact => {
  const saved = exactly(line.annualisedCost)
  const before = paid(line)
  const after = paid({
    ...line,
    quantity: change.quantity ?? line.quantity ?? null,
    unitPrice: change.price ?? line.unitPrice ?? null,
  })
  const scaled = !before || !after || isSame(before, after) ? saved : scale(saved, before, after)
  const months = monthsPaidFor(line)
  if (change.term === undefined || months === null) return scaled
  return over(times(scaled, exactly(months)), exactly(change.term)) ?? scaled
}

const scale = (saved: Exact, before: Exact, after: Exact) => {
  const ratio = over(after, before)
  return ratio && saved.n !== 0n ? times(saved, ratio) : after
}

const increaseOf = ({ all, increases }: Scenario, category: Category) => increases[category] ?? all

/** 1, 1 + r, (1 + r)² ... for an increase of r percent a year, which begins with the second year. */
const factorsOf = (percent: number): Exact[] => {
  const yearly = plus(one, over(exactly(percent), exactly(100)) ?? zero)
  const factors = [one]
  for (let year = 1; year < horizon; year++) factors.push(times(factors[year - 1] ?? one, yearly))
  return factors
}

/** What is paid once is in the first year and in no other. */
const isOnce = ({ type }: Line) => /^one[\s_-]?off$/i.test(type ?? '')

export type Year = {
  year: number | null
  saved: Record<Category, number>
  what: Record<Category, number>
  savedTotal: number
  total: number
  change: number
}
type Why = { line: Line; change: Change } | { category: Category | 'all'; percent: number }
export type Reason = Why & { amount: number }
export type Projection = { years: Year[]; saved: number; what: number; difference: number; reasons: Reason[] }

/**
 * Five years of a budget as it is saved, the same each year but for what is paid once, beside what a scenario makes of it, in
 * the budget's own currency to its minor unit; lines in another currency stay out. The difference is the sum of its reasons: of each changed line its
 * difference under the yearly increase of its category, and of each category (or of all, where none is apart) that increase on
 * what is saved. All is reckoned
 * in fractions and rounded once, at the end; the reasons are rounded together so that they still add up.
 */
export const projectionOf = (budget: Budget, scenario: Scenario, places: number): Projection => {
  const lines = (budget.lineItems ?? []).filter((line) => counts(budget, line))
  const parts = lines.map((line) => {
    const category = categoryOf(line)
    const saved = exactly(line.annualisedCost)
    return { line, category, saved, what: costOf(line, scenario.lines[line.id]), years: isOnce(line) ? 1 : horizon }
  })
  const factors = Object.fromEntries(
    budgetCategories.map((category) => [category, factorsOf(increaseOf(scenario, category))]),
  ) as Record<Category, Exact[]>
  const sumIn = (category: Category, of: 'saved' | 'what', year: number) =>
    total(parts.filter((part) => part.category === category && year < part.years).map((part) => part[of]))

  const years = Array.from({ length: horizon }, (_, index) => {
    const saved = budgetCategories.map((category) => sumIn(category, 'saved', index))
    const what = budgetCategories.map((category) =>
      times(sumIn(category, 'what', index), factors[category][index] ?? one),
    )
    const named = (amounts: Exact[]) =>
      Object.fromEntries(
        budgetCategories.map((category, at) => [category, rounded(amounts[at] ?? zero, places)]),
      ) as Record<Category, number>
    return {
      year: typeof budget.fiscalYear === 'number' ? budget.fiscalYear + index : null,
      saved: named(saved),
      what: named(what),
      exact: { saved: total(saved), what: total(what) },
    }
  })

  const reasons: (Why & { exact: Exact })[] = []
  const rises = budgetCategories.map((category) => {
    const more = factors[category].map((factor, year) => times(sumIn(category, 'saved', year), minus(factor, one)))
    return { exact: total(more), category, percent: increaseOf(scenario, category) }
  })
  const isApart = rises.some(({ percent }) => percent !== scenario.all)
  const together = { exact: total(rises.map(({ exact }) => exact)), category: 'all' as const, percent: scenario.all }
  reasons.push(...(isApart ? rises : [together]).filter(({ exact }) => exact.n !== 0n))
  for (const { line, category, saved, what, years: paid } of parts) {
    const amount = times(minus(what, saved), total(factors[category].slice(0, paid)))
    if (amount.n !== 0n) reasons.push({ exact: amount, line, change: scenario.lines[line.id] ?? {} })
  }
  const amounts = roundedTogether(
    reasons.map(({ exact }) => exact),
    places,
  )
  const savedAll = total(years.map(({ exact }) => exact.saved))
  const whatAll = total(years.map(({ exact }) => exact.what))
  return {
    years: years.map(({ exact, ...year }) => ({
      ...year,
      savedTotal: rounded(exact.saved, places),
      total: rounded(exact.what, places),
      change: rounded(minus(exact.what, exact.saved), places),
    })),
    saved: rounded(savedAll, places),
    what: rounded(whatAll, places),
    difference: rounded(minus(whatAll, savedAll), places),
    reasons: reasons
      .map(({ exact: _, ...reason }, index) => ({ ...reason, amount: amounts[index] ?? 0 }))
      .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount)),
  }
}
