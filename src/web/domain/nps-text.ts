import { numberFormat } from '../lib/request-context'
import { trueMinus } from '../ui/format/format'

/** One decimal place, so values align: "+38.1", "−12.0", "0.0". */
const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const npsText = (nps: number) => `${nps > 0 ? '+' : ''}${trueMinus(tenths().format(nps))}`
