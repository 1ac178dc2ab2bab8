import { formatNumber } from '../../ui/format/format'
import { formatMoney, Money } from '../../ui/format/money'
import * as typography from '../../ui/typography.module.css'
import type { Cost } from './plan'

/** A cost, and how much of it is not known. */
export const CostText = ({ cost: { sum, unpriced }, currency }: { cost: Cost; currency: string }) =>
  unpriced > 0 && sum === 0 ? (
    <span className={typography.dim}>no price</span>
  ) : (
    <>
      <Money value={sum} currency={currency} />
      {unpriced > 0 && <small>{formatNumber(unpriced)} without a price</small>}
    </>
  )

export const costWords = ({ sum, unpriced }: Cost, currency: string) =>
  unpriced > 0 && sum === 0
    ? 'no price'
    : `${formatMoney(sum, currency)}${unpriced > 0 ? ` and ${formatNumber(unpriced)} without a price` : ''}`
