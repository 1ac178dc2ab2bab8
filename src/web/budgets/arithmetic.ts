import { type Change, costOf, isOneOff, type Line, monthsSpread, oneOffOf, timesAYear } from '../domain/budgets/what-if'
import { exactly, isSame, over, rounded, times } from '../lib/exact'
import { formatExact, formatNumber } from '../ui/format/format'
import { formatMoney, placesOf, unitPriceText } from '../ui/format/money'

/** Explains how a line’s cost follows from quantity, price and term; see docs/budget-arithmetic.md. */
export const arithmeticOf = (line: Line, change: Change): string => {
  const { currency } = line
  const money = (amount: Parameters<typeof rounded>[0]) => formatMoney(rounded(amount, placesOf(currency)), currency)
  const quantity = change.quantity ?? line.quantity
  const price = change.price ?? line.unitPrice
  const hasPrice = typeof quantity === 'number' && typeof price === 'number'
  const product = hasPrice && `${formatExact(quantity)} × ${unitPriceText(price, currency)}`

  if (isOneOff(line)) {
    const { price: whole, months } = oneOffOf(line, change)
    const isProduct = hasPrice && isSame(whole, times(exactly(quantity), exactly(price)))
    const paid = months > 12 ? `paid over ${formatNumber(months)} months` : 'paid within the first year'
    return `One-off: ${isProduct ? `${product} = ` : ''}${money(whole)}, ${paid}`
  }

  const yearly = `${money(costOf(line, change))} a year`
  if (!product || typeof line.quantity !== 'number' || typeof line.unitPrice !== 'number')
    return `${yearly}, calculated by the server`
  const saved = exactly(line.annualisedCost)
  const before = times(exactly(line.quantity), exactly(line.unitPrice))
  if (before.n === 0n && saved.n !== 0n && monthsSpread(line) === null)
    return `${yearly}: ${money(saved)}, calculated by the server, and what ${product} adds`
  const months = change.term ?? monthsSpread(line)
  // Zero is zero times anything.
  const isPaid = (often: number) =>
    isSame(saved, times(before, exactly(often))) && (saved.n !== 0n || isSame(timesAYear(line), exactly(often)))
  if (isPaid(1) && (months === null || months === 12)) return `${product} = ${yearly}`
  if (isPaid(12) && (months === null || months === 1)) return `${product} × 12 months = ${yearly}`
  const spread = months === null ? null : over(exactly(12), exactly(months))
  if (spread && monthsSpread(line) !== null) return `${product} × 12 ÷ ${formatNumber(months ?? 12)} months = ${yearly}`
  return `${yearly}, calculated by the server; scales with quantity and price`
}
