import { numberFormat } from '../../lib/request-context'
import { Missing } from './format'

/** Formats an amount exactly, in its own currency. */
export const Money = ({
  value,
  currency,
}: {
  value: number | null | undefined
  currency: string | null | undefined
}) => {
  if (value === null || value === undefined) return <Missing />
  return formatMoney(value, currency)
}

/** For charts: without minor units. */
export const wholeMoney = (value: number, currency: string | null | undefined) => formatMoney(value, currency, 0)

const formats = new Map<string, ReturnType<typeof numberFormat>>()

/** Throws for an invalid currency; none is XXX (ISO 4217). */
const formatOf = (currency: string | null | undefined, maximumFractionDigits?: number) => {
  const name = [currency, maximumFractionDigits].join()
  const format =
    formats.get(name) ??
    numberFormat({
      style: 'currency',
      currency: currency || 'XXX',
      ...(maximumFractionDigits !== undefined && { maximumFractionDigits }),
    })
  const made = format()
  formats.set(name, format)
  return made
}

export const formatMoney = (value: number, currency: string | null | undefined, maximumFractionDigits?: number) => {
  try {
    return formatOf(currency, maximumFractionDigits).format(value).replace('-', '−')
  } catch {
    return `${value} ${currency}`
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
