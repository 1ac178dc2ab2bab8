import { numberFormat } from '../../lib/request-context'
import { trueMinus } from './format'

const exact = numberFormat({ style: 'percent', maximumFractionDigits: 3 })
const tenths = numberFormat({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** "36%", as the user's locale writes it. */
export const formatPercent = (percent: number) => trueMinus(exact().format(percent / 100))

/** With one decimal place, so that values align: "36.0%". */
export const formatPercentTenths = (percent: number) => trueMinus(tenths().format(percent / 100))
