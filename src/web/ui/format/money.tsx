import { perContext } from '../../lib/request-context'
import { Missing, trueMinus } from './format'
import { NumberText } from './number-text'

type Props = {
  value: number | null | undefined
  currency: string | null | undefined
  /** For changes: with a plus sign. */
  signed?: boolean
  /** For a price of one: with all its decimal places. */
  unit?: boolean
}

/** An amount in its own currency. */
export const Money = ({ value, currency, signed, unit }: Props) => {
  if (value === null || value === undefined) return <Missing />
  return (
    <NumberText>
      {signed && value > 0 && '+'}
      {formatMoney(value, currency, unit ? mostPlaces : undefined)}
    </NumberText>
  )
}

/** For the ticks of a chart: without minor units. */
export const wholeMoney = (value: number, currency: string | null | undefined) => formatMoney(value, currency, 0)

/** What Intl takes at most. */
const mostPlaces = 20

/** With all its decimal places, so that it gives the product beside it: £0.125. */
export const unitPriceText = (value: number, currency: string | null | undefined) =>
  formatMoney(value, currency, mostPlaces)

/** Throws for an invalid currency; none is XXX (ISO 4217). */
const formatOf = perContext(
  ({ locale }, currency: string | null | undefined, maximumFractionDigits?: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: currency || 'XXX', maximumFractionDigits }),
)

export const formatMoney = (value: number, currency: string | null | undefined, maximumFractionDigits?: number) => {
  try {
    return trueMinus(formatOf(currency, maximumFractionDigits).format(value))
  } catch {
    return `${value}\u00a0${currency}`
  }
}

/** Decimal places of a currency: 2 for GBP, 0 for JPY. */
export const placesOf = (currency: string | null | undefined): number => {
  try {
    return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
