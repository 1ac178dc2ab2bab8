import { formatNumber } from './format'

/** "36%". */
export const formatPercent = (value: number) => `${formatNumber(value)}%`
