import { counts, groupsOf } from '../domain/budgets/breakdown-of'
import { sumOf } from '../lib/exact'
import { formatNumber } from '../ui/format/format'
import { formatMoney } from '../ui/format/money'

type Line = { id: string; currency?: string | null; annualisedCost?: number | null }
type Budget = {
  currency?: string | null
  lineItems?: Line[] | null
  totals?: { grandTotal?: number | null } | null
}

/** The currencies that Intl knows, those of the lines first. The API accepts a few more. */
export const currencyOptions = ({ lineItems }: Budget) => {
  const names = new Intl.DisplayNames('en-GB', { type: 'currency' })
  const known = Intl.supportedValuesOf('currency')
  const used = new Set((lineItems ?? []).map(({ currency }) => currency ?? ''))
  return [...known.filter((code) => used.has(code)), ...known.filter((code) => !used.has(code))].map((code) => ({
    value: code,
    label: names.of(code) ?? code,
  }))
}

/** True if there are lines, but none in the budget’s currency. */
export const countsNothing = (budget: Budget) =>
  Boolean(budget.lineItems?.length) && !budget.lineItems?.some((line) => counts(budget, line))

/** What another currency would do to the totals; null where it would change nothing or is unknown. */
export const currencyEffect = (budget: Budget, code: string): string | null => {
  const lines = budget.lineItems
  if (!lines?.length || code === budget.currency || !/^[A-Z]{3}$/.test(code)) return null
  const changed = { ...budget, currency: code }
  const before = formatMoney(budget.totals?.grandTotal ?? totalOf(budget), budget.currency)
  const after = formatMoney(totalOf(changed), code)
  const counted = lines.filter((line) => counts(changed, line)).length
  return `The total would change from ${before} to ${after}: ${howMany(counted, lines.length)} in ${code}. Amounts aren’t converted.`
}

const totalOf = (budget: Budget) => sumOf(groupsOf(budget).map(({ sum }) => sum))

const howMany = (counted: number, all: number) => {
  if (all === 1) return counted === 1 ? 'the only line item is' : 'the only line item is not'
  if (counted === 0) return `none of the ${formatNumber(all)} line items is`
  if (counted === all) return `all ${formatNumber(all)} line items are`
  return `only ${formatNumber(counted)} of the ${formatNumber(all)} line items ${counted === 1 ? 'is' : 'are'}`
}
