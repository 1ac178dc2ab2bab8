import type { budgets } from '../../contract/budgets'
import { counts, type Group } from '../domain/budgets/breakdown-of'
import { categoryNames } from '../domain/budgets/budget-labels'
import { hasShare, sharesOf } from '../domain/budgets/shares-of'
import type { RecordOf } from '../record/record-type'
import { formatMoney, Money } from '../ui/format/money'
import { formatPercentTenths } from '../ui/format/percent'
import { tip } from '../ui/overlay/tip'
import * as styles from './breakdown.module.css'

type Budget = RecordOf<typeof budgets.get>
type Line = NonNullable<Budget['lineItems']>[number]

/** Up to this share of the total, a category is named above the others, and its lines have no labels. */
const narrow = 0.1
/** Above these shares, a line has a label; its cost below it; and room for two lines of a label. */
const thin = 0.12
const tall = 0.3
const tallest = 0.38

const percent = (share: number) => formatPercentTenths(100 * share)

/**
 * Width is a category’s share and height a line’s share of it, so area is cost. In percent, because numbers of `flex` that
 * are less than 1 together leave a part empty. Hidden from screen readers: the table below has the same data.
 */
export const Breakdown = ({ budget, groups }: { budget: Budget; groups: Group<Line>[] }) => {
  const shown = sharesOf(groups).filter(hasShare)
  if (shown.length === 0) return null
  const unlabelled = shown.filter(({ share }) => share <= narrow)
  return (
    <div className={styles.makeup} aria-hidden="true">
      {unlabelled.length > 0 && (
        <ul className={styles.narrow}>
          {unlabelled.map(({ category, sum, share }) => (
            <li key={category} data-series={category}>
              {categoryNames[category]} <Money value={sum} currency={budget.currency} /> <small>{percent(share)}</small>
            </li>
          ))}
        </ul>
      )}
      {shown.map(({ category, lines, sum, share }) => (
        <div
          key={category}
          className={styles.category}
          data-series={category}
          data-narrow={share <= narrow || undefined}
          style={{ '--n': 100 * share }}
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
                    style={{ '--n': 100 * height }}
                    {...tip(`${line.description ?? ''}, ${formatMoney(cost, budget.currency)} a year`)}
                    data-tall={height > tallest ? 'two' : height > tall ? 'one' : undefined}
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
