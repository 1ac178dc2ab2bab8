import { Missing } from './format'
import { locale } from './locale'

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

export const formatMoney = (value: number, currency: string | null | undefined, maximumFractionDigits?: number) => {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: currency || 'XXX',
      ...(maximumFractionDigits !== undefined && { maximumFractionDigits }),
    })
      .format(value)
      .replace('-', '−')
  } catch {
    return `${value} ${currency}`
  }
}
