import { useQuery } from '@tanstack/react-query'
import { budgetStatus, categoryNames } from '../domain/budgets/budget-labels'
import {
  type Budget,
  budgetFiltersOf,
  byYear,
  clientBudgetsQuery,
  leadingBudget,
} from '../domain/budgets/client-budgets'
import { hasShare, sharesOf, totalsByCategory } from '../domain/budgets/shares-of'
import { isMissing } from '../lib/api/api-error'
import { RecordLink } from '../record/record-link'
import { DateTime, formatNumber, plural } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { NumberText } from '../ui/format/number-text'
import { formatPercentTenths } from '../ui/format/percent'
import { Icon } from '../ui/icon/icon'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import * as styles from './budgets-section.module.css'

/** Beside the one that leads. */
const few = 5

/** The budget that the client’s brief leads with too, by category, and the others in a line each. */
export const BudgetsSection = ({ companyId }: { companyId: string }) => {
  const list = useQuery(clientBudgetsQuery(companyId))
  if (isMissing(list.error)) return null
  const rows = list.data?.data ?? []
  const lead = leadingBudget(rows)
  const others = rows.filter((budget) => budget !== lead).toSorted(byYear)
  const shown = others.slice(0, few)
  const total = list.data?.pagination.totalCount
  const more = (total ?? 0) - (lead ? 1 : 0) - shown.length
  return (
    <Section
      title="Budgets"
      total={total !== undefined && formatNumber(total)}
      more={
        <Link className={typography.more} href={`/budgets?${new URLSearchParams(budgetFiltersOf(companyId))}`}>
          All budgets
        </Link>
      }
    >
      <AsyncSection read={list} lines={5}>
        {() => (lead ? <Lead budget={lead} /> : others.length === 0 && <p className={typography.dim}>None.</p>)}
      </AsyncSection>
      {shown.length > 0 && (
        <ul className={`${lists.items} ${styles.others}`}>
          {shown.map((budget) => (
            <li key={budget.id}>
              <Icon name="chart-no-axes-gantt" />
              <span>
                <RecordLink to="/budgets" id={budget.id} name={budget.title} />
                {rows.some((other) => other !== budget && other.title === budget.title) && (
                  <small>
                    {' '}
                    created <DateTime value={budget.createdAt} dateOnly />
                  </small>
                )}
              </span>
              <Status budget={budget} />
              <Money value={budget.totals?.grandTotal} currency={budget.currency} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className={typography.onPaper}>and {formatNumber(more)} more</p>}
    </Section>
  )
}

const Status = ({ budget: { status } }: { budget: Budget }) =>
  status ? <StatusBadge badge={budgetStatus.badge(status)} /> : null

const Lead = ({ budget }: { budget: Budget }) => {
  const { totals, currency, lineItemCount } = budget
  const shares = sharesOf(totalsByCategory(totals))
  return (
    <div className={styles.lead}>
      <div>
        <p className={styles.title}>
          <RecordLink to="/budgets" id={budget.id} name={budget.title} />
          <Status budget={budget} />
        </p>
        <p className={styles.figure}>
          <Money value={totals?.grandTotal} currency={currency} />
        </p>
        {typeof lineItemCount === 'number' && (
          <p className={typography.dim}>
            {budget.fiscalYear && `FY ${budget.fiscalYear}, `}
            {plural(lineItemCount, 'line item', 'line items')}
          </p>
        )}
      </div>
      {shares.length > 0 && (
        <div>
          <div className={styles.bar} aria-hidden="true">
            {shares.filter(hasShare).map(({ category, share }) => (
              <i key={category} data-series={category} style={{ '--n': 100 * share }} />
            ))}
          </div>
          <table className={styles.shares}>
            <caption className="visually-hidden">{budget.title} by category</caption>
            <tbody>
              {shares.map(({ category, sum, share }) => (
                <tr key={category}>
                  <th scope="row" data-series={category}>
                    {categoryNames[category]}
                  </th>
                  <td>{share === null ? '—' : <NumberText>{formatPercentTenths(100 * share)}</NumberText>}</td>
                  <td>
                    <Money value={sum} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
