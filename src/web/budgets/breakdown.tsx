import type { budgets } from '../../contract/budgets'
import { counts, type Group } from '../domain/breakdown-of'
import { categoryNames } from '../domain/budget-labels'
import { hasShare, sharesOf } from '../domain/shares-of'
import type { RecordOf } from '../record/record-type'
import { formatMoney, Money } from '../ui/format/money'
import { formatPercentTenths } from '../ui/format/percent'
import { tip } from '../ui/overlay/tip'
import * as styles from './breakdown.module.css'

type Budget = RecordOf<typeof budgets.get>
type Line = NonNullable<Budget['lineItems']>[number]

/** Below this share of the total, a category or line has no label. */
const narrow = 0.06
const thin = 0.12
/** Above this share, a line’s label may wrap. */
const tall = 0.3

const percent = (share: number) => formatPercentTenths(100 * share)

/**
 * Width is a category’s share and height a line’s share of it, so area is cost. Hidden from screen readers: the table
 * below has the same data.
 */
export const Breakdown = ({ budget, groups }: { budget: Budget; groups: Group<Line>[] }) => {
  const shown = sharesOf(groups).filter(hasShare)
  if (shown.length === 0) return null
  return (
    <div className={styles.makeup} aria-hidden="true">
      {shown.map(({ category, lines, sum, share }) => (
        <div
          key={category}
          className={styles.category}
          data-series={category}
          data-narrow={share <= narrow || undefined}
          style={{ '--n': sum }}
          {...tip(`${categoryNames[category]}, ${formatMoney(sum, budget.currency)}, ${percent(share)}`)}
        >
          <header>
            <span>{categoryNames[category]}</span>
            <b>
              <Money value={sum} currency={budget.currency} />
            </b>
            <small>{percent(share)}</small>
          </header>
          <div className={styles.items}>
            {lines
              .filter((line) => counts(budget, line) && (line.annualisedCost ?? 0) > 0)
              .map((line) => {
                const cost = line.annualisedCost ?? 0
                const height = cost / sum
                return (
                  <div
                    key={line.id}
                    style={{ '--n': cost }}
                    {...tip(`${line.description ?? ''}, ${formatMoney(cost, budget.currency)} a year`)}
                    data-tall={height > tall || undefined}
                  >
                    {height > thin && share > narrow && (
                      <>
                        <span>{line.description}</span>
                        <b>
                          <Money value={cost} currency={budget.currency} />
                        </b>
                      </>
                    )}
                  </div>
                )
              })}
          </div>
        </div>
      ))}
    </div>
  )
}
