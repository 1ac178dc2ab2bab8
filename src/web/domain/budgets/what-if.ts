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
import { placesOf } from '../../ui/format/money'
import { categoryOf, counts, withLineCurrencies } from './breakdown-of'
import type { Category } from './budget-labels'
import type { AddedLine } from './what-if-lines'

const horizon = 5

export type Line = {
  id: string
  description?: string | null
  quantity?: number | null
  unitPrice?: number | null
  termMonths?: number | null
  annualisedCost?: number | null
  currency?: string | null
  /** "OneOff" or "Recurring", where the server says so. */
  type?: string | null
  /** "Monthly" or "Annual", where the server says so. */
  recurrence?: string | null
  category?: { id?: string | null; name?: string | null } | null
}
export type Budget = { fiscalYear?: number | null; currency?: string | null; lineItems?: Line[] | null }

export type Change = { quantity?: number; price?: number; term?: number }
export type Scenario = {
  /** By the ID of the line. */
  lines: Record<string, Change>
  /** Percent per year for all categories; single categories override it. */
  all: number
  increases: Partial<Record<Category, number>>
  /** Purchases that the saved budget does not have. */
  added: AddedLine[]
}

export const nothing: Scenario = { lines: {}, all: 0, increases: {}, added: [] }

const twelve = exactly(12)

/** Price times quantity; null where one of them is missing. */
const priceOf = ({ quantity, unitPrice }: Line): Exact | null =>
  typeof quantity === 'number' && typeof unitPrice === 'number' ? times(exactly(quantity), exactly(unitPrice)) : null

export const isOneOff = ({ type }: Line) => /^one[\s_-]?off$/i.test(type ?? '')

/**
 * Months over which a line’s price is spread and its cost a year, if the saved one is price × quantity × 12 / term to the minor
 * unit of the currency. Null where the term does not affect the cost.
 */
const spreadOf = (line: Line): { months: number; yearly: Exact } | null => {
  const months = line.termMonths ?? 12
  const price = priceOf(line)
  if (!price || months <= 0 || (line.recurrence && !isOneOff(line))) return null
  const yearly = over(times(price, twelve), exactly(months))
  const places = placesOf(line.currency)
  return yearly && rounded(yearly, places) === rounded(exactly(line.annualisedCost), places) ? { months, yearly } : null
}

export const monthsSpread = (line: Line): number | null => spreadOf(line)?.months ?? null

/**
 * Yearly cost of a line after a change. Scales the saved cost by what changed, so it follows the server’s own formula.
 * Where there is nothing to scale, price × quantity is added to what is saved.
 */
export const costOf = (line: Line, change: Change = {}): Exact => {
  const saved = exactly(line.annualisedCost)
  const spread = spreadOf(line)
  const changed = changedPriceOf(line, change)
  if (!spread || !changed) return scaledBy(line, change, saved)
  const cost = over(times(changed, twelve), exactly(change.term ?? spread.months)) ?? saved
  return isSame(cost, spread.yearly) ? saved : cost
}

const changedPriceOf = (line: Line, { quantity, price }: Change) =>
  priceOf({ ...line, quantity: quantity ?? line.quantity ?? null, unitPrice: price ?? line.unitPrice ?? null })

const scaledBy = (line: Line, change: Change, saved: Exact): Exact => {
  const [before, after] = [priceOf(line), changedPriceOf(line, change)]
  if (!before || !after || isSame(before, after)) return saved
  const ratio = over(after, before)
  if (ratio && saved.n !== 0n) return times(saved, ratio)
  return plus(saved, times(after, isKnownToRecur(line) ? timesAYear(line) : timesOfTerm(line)))
}

const isKnownToRecur = (line: Line) => isOneOff(line) || Boolean(line.recurrence)

/** How often a year a price is paid that is spread over the line’s term. */
const timesOfTerm = ({ termMonths }: Line) =>
  over(twelve, exactly(termMonths && termMonths > 0 ? termMonths : 12)) ?? one

/** How often a price is paid, by the name of its recurrence. */
export const timesAYear = (line: Line): Exact =>
  !isOneOff(line) && /^month/i.test(line.recurrence ?? '') ? twelve : one

/** Total cost of a one-off line, and the months over which it is paid. */
export const oneOffOf = (line: Line, change: Change = {}): { price: Exact; months: number } => {
  const months = monthsSpread(line)
  const whole = months === null ? null : priceOf(line)
  return {
    price: scaledBy(line, change, whole ?? exactly(line.annualisedCost)),
    months: months === null ? 12 : (change.term ?? months),
  }
}

/** Five years of a line before increases. One-offs are paid in equal months from the start. */
const yearsOf = (line: Line, change?: Change): Exact[] => {
  const years = Array.from({ length: horizon }, (_, year) => year)
  if (!isOneOff(line)) return years.map(() => costOf(line, change))
  const { price, months } = oneOffOf(line, change)
  return years.map((year) => {
    const paid = Math.min(12, Math.max(0, months - 12 * year))
    return over(times(price, exactly(paid)), exactly(months)) ?? zero
  })
}

/** Part of a one-off paid after year five. */
const laterOf = (line: Line, change?: Change): Exact =>
  isOneOff(line) ? minus(oneOffOf(line, change).price, total(yearsOf(line, change))) : zero

/** The year that a purchase is counted in: of a year before the budget’s first it is still to be made, and counted in that. */
export const countedIn = ({ year }: AddedLine, firstYear: number | null | undefined) =>
  Math.max(year, firstYear ?? year)

/** A purchase is hardware, paid at once in its year, without an increase. */
const purchaseOf = (added: AddedLine, firstYear: number | null | undefined) => {
  const price = times(exactly(added.quantity), exactly(added.price))
  const year = countedIn(added, firstYear)
  const at = year - (firstYear ?? year)
  const years = Array.from({ length: horizon }, (_, year) => (year === at ? price : zero))
  return { added, year, years, later: at < horizon ? zero : price }
}

const increaseOf = ({ all, increases }: Scenario, category: Category) => increases[category] ?? all

/** 1, 1 + r, (1 + r)² … for an increase of r percent a year, starting in year two. */
const factorsOf = (percent: number): Exact[] => {
  const yearly = plus(one, over(exactly(percent), exactly(100)) ?? zero)
  const factors = [one]
  for (let year = 1; year < horizon; year++) factors.push(times(factors[year - 1] ?? one, yearly))
  return factors
}

export type Year = {
  year: number | null
  saved: Record<Category, number>
  what: Record<Category, number>
  savedTotal: number
  total: number
  change: number
}
type Why =
  | { line: Line; change: Change }
  | { category: Category | 'all'; percent: number }
  | { added: AddedLine; year: number }
export type Reason = Why & { amount: number }
export type Projection = {
  years: Year[]
  saved: number
  what: number
  difference: number
  /** Part of one-offs paid after year five. */
  later: { saved: number; what: number }
  reasons: Reason[]
}

/**
 * Five years of a budget, saved and under a scenario, excluding other currencies. Categories add up to years, years to the totals
 * and the reasons to their difference: all arithmetic is in fractions, and what adds up is rounded together.
 */
export const projectionOf = (budget: Budget, scenario: Scenario, places: number): Projection => {
  const factors = Object.fromEntries(
    budgetCategories.map((category) => [category, factorsOf(increaseOf(scenario, category))]),
  ) as Record<Category, Exact[]>
  const parts = (withLineCurrencies(budget).lineItems ?? [])
    .filter((line) => counts(budget, line))
    .map((line) => {
      const category = categoryOf(line)
      const change = scenario.lines[line.id]
      return {
        line,
        category,
        saved: yearsOf(line),
        what: yearsOf(line, change),
        later: { saved: laterOf(line), what: laterOf(line, change) },
        factors: isOneOff(line) ? factorsOf(0) : factors[category],
      }
    })
  const purchases = scenario.added.map((added) => purchaseOf(added, budget.fiscalYear))
  const sumIn = (category: Category, amount: (part: (typeof parts)[number]) => Exact) =>
    total(parts.filter((part) => part.category === category).map(amount))

  const years = Array.from({ length: horizon }, (_, index) => {
    const saved = budgetCategories.map((category) => sumIn(category, (part) => part.saved[index] ?? zero))
    const bought = total(purchases.map(({ years }) => years[index] ?? zero))
    const what = budgetCategories.map((category) =>
      plus(
        sumIn(category, (part) => times(part.what[index] ?? zero, part.factors[index] ?? one)),
        category === 'hardware' ? bought : zero,
      ),
    )
    return { saved, what }
  })
  const named = (exact: Exact[], sum: number) => {
    const amounts = roundedTogether(exact, places, sum)
    return Object.fromEntries(budgetCategories.map((category, at) => [category, amounts[at] ?? 0])) as Record<
      Category,
      number
    >
  }
  const totalsOf = (of: 'saved' | 'what') => {
    const exact = years.map((year) => total(year[of]))
    return { all: rounded(total(exact), places), byYear: roundedTogether(exact, places) }
  }
  const [savedTotals, whatTotals] = [totalsOf('saved'), totalsOf('what')]
  // Of amounts that are shown, so that they add up.
  const changeOf = (saved: number, what: number) => rounded(minus(exactly(what), exactly(saved)), places)
  const difference = changeOf(savedTotals.all, whatTotals.all)

  const reasons: (Why & { exact: Exact })[] = []
  const rises = budgetCategories.map((category) => ({
    exact: sumIn(category, (part) =>
      total(part.saved.map((amount, year) => times(amount, minus(part.factors[year] ?? one, one)))),
    ),
    category,
    percent: increaseOf(scenario, category),
  }))
  const isApart = rises.some(({ percent }) => percent !== scenario.all)
  const together = { exact: total(rises.map(({ exact }) => exact)), category: 'all' as const, percent: scenario.all }
  reasons.push(...(isApart ? rises : [together]).filter(({ exact }) => exact.n !== 0n))
  for (const { line, saved, what, factors } of parts) {
    const exact = total(what.map((amount, year) => times(minus(amount, saved[year] ?? zero), factors[year] ?? one)))
    if (exact.n !== 0n) reasons.push({ exact, line, change: scenario.lines[line.id] ?? {} })
  }
  for (const { added, year, years } of purchases) {
    const exact = total(years)
    if (exact.n !== 0n) reasons.push({ exact, added, year })
  }
  const amounts = roundedTogether(
    reasons.map(({ exact }) => exact),
    places,
    difference,
  )
  return {
    years: years.map(({ saved, what }, index) => {
      const [savedTotal = 0, whatTotal = 0] = [savedTotals.byYear[index], whatTotals.byYear[index]]
      return {
        year: typeof budget.fiscalYear === 'number' ? budget.fiscalYear + index : null,
        saved: named(saved, savedTotal),
        what: named(what, whatTotal),
        savedTotal,
        total: whatTotal,
        change: changeOf(savedTotal, whatTotal),
      }
    }),
    saved: savedTotals.all,
    what: whatTotals.all,
    difference,
    later: {
      saved: rounded(total(parts.map(({ later }) => later.saved)), places),
      what: rounded(total([...parts.map(({ later }) => later.what), ...purchases.map(({ later }) => later)]), places),
    },
    reasons: reasons
      .map(({ exact: _, ...reason }, index) => ({ ...reason, amount: amounts[index] ?? 0 }))
      .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount)),
  }
}
