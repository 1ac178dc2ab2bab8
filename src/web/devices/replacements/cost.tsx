import { formatNumber } from '../../ui/format/format'
import { formatMoney, Money } from '../../ui/format/money'
import * as typography from '../../ui/typography.module.css'
import { type Cost, knownSum } from './plan'

/** A cost, and how much of it is unknown. */
export const CostText = ({ cost, currency }: { cost: Cost; currency: string }) =>
  knownSum(cost) === null ? (
    <span className={typography.dim}>no price</span>
  ) : (
    <>
      <Money value={cost.sum} currency={currency} />
      {cost.unpriced > 0 && <small>{formatNumber(cost.unpriced)} without a price</small>}
    </>
  )

export const costWords = (cost: Cost, currency: string) =>
  knownSum(cost) === null
    ? 'no price'
    : `${formatMoney(cost.sum, currency)}${cost.unpriced > 0 ? ` and ${formatNumber(cost.unpriced)} without a price` : ''}`
