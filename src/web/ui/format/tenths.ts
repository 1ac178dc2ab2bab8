import { numberFormat } from '../../lib/request-context'

/** One decimal place, so values align: "+38.1", "−12.0", "0.0". */
const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const npsText = (nps: number) => `${nps > 0 ? '+' : ''}${tenths().format(nps).replace('-', '−')}`

export const percentText = (percent: number) => `${tenths().format(percent)} %`
