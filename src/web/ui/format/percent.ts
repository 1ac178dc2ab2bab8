import { numberFormat } from '../../lib/request-context'

const exact = numberFormat({ style: 'percent', maximumFractionDigits: 3 })
const tenths = numberFormat({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** "36%", as the reader's locale writes it. */
export const formatPercent = (percent: number) =>
  exact()
    .format(percent / 100)
    .replace('-', '−')

/** With one decimal place, so that values align: "36.0%". */
export const formatPercentTenths = (percent: number) =>
  tenths()
    .format(percent / 100)
    .replace('-', '−')
