import { formatNumber } from './format'

/** "36 %", which no line breaks. */
export const formatPercent = (value: number) => `${formatNumber(value)}\u00a0%`
