import { Missing } from './format'
import { numberFormat } from './reader'

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

export const formatMoney = (value: number, currency: string | null | undefined, maximumFractionDigits?: number) => {
  try {
    const name = [currency, maximumFractionDigits].join()
    const format =
      formats.get(name) ??
      numberFormat({
        style: 'currency',
        currency: currency || 'XXX',
        ...(maximumFractionDigits !== undefined && { maximumFractionDigits }),
      })
    const text = format().format(value).replace('-', '−')
    formats.set(name, format)
    return text
  } catch {
    return `${value} ${currency}`
  }
}
