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

export const formatMoney = (value: number, currency: string | null | undefined) => {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: currency || 'XXX' })
      .format(value)
      .replace('-', '−')
  } catch {
    return `${value} ${currency}`
  }
}
