import { numberFormat } from '../../lib/request-context'
import { Missing } from './format'

/** An amount in its own currency, as exactly as it was given; another currency is never added to it or made into it. */
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

/** For a chart, where the pence would only be noise. */
export const wholeMoney = (value: number, currency: string | null | undefined) => formatMoney(value, currency, 0)

const formats = new Map<string, ReturnType<typeof numberFormat>>()

/** Fails when it is no currency. Where there is none, the amount is in XXX, as ISO 4217 calls it. */
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

/** How many places a currency has after the point: 2 for GBP, 0 for JPY. */
export const placesOf = (currency: string | null | undefined): number => {
  try {
    return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
