import { useQuery } from '@tanstack/react-query'
import { budgetStatus } from '../domain/budgets/budget-labels'
import { clientBudgetsQuery, isForClients } from '../domain/budgets/client-budgets'
import { isMissing } from '../lib/api/api-error'
import { hrefOf } from '../record/record-type'
import { formatNumber, Missing } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { formatPercent } from '../ui/format/percent'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import { recordType as budget } from './budget-record'
import { yearsOf } from './years'
import * as styles from './years-section.module.css'

/** Whether a year has no total because nothing in it is approved or waits for approval. */
const hasOnlyDrafts = (budgets: { status?: string | null }[]) =>
  budgets.some(({ status }) => status === 'Draft') && !budgets.some(isForClients)

/** A company’s budgets by year, with the change from the latest earlier one. */
export const YearsSection = ({ companyId, current }: { companyId: string; current: string }) => {
  const list = useQuery(clientBudgetsQuery(companyId))
  if (isMissing(list.error)) return null
  const total = list.data?.pagination.totalCount
  const years = yearsOf(list.data?.data ?? [])
  return (
    <Section
      title="Across years"
      total={total !== undefined && formatNumber(total)}
      more={
        <Link className={typography.more} href={`/budgets?${new URLSearchParams({ companyId })}`}>
          View all
        </Link>
      }
    >
      <AsyncSection read={list} lines={3}>
        {() => (
          <ul className={styles.years}>
            {years.map(({ year, currency, sum, part, change, budgets: own }) => (
              <li key={`${year}-${currency}`}>
                <p>
                  <span>FY {year ?? <Missing />}</span>
                  {sum === null && hasOnlyDrafts(own) ? (
                    <small>none approved or pending</small>
                  ) : (
                    <b>
                      <Money value={sum} currency={currency} />
                    </b>
                  )}
                  {change !== null && (
                    <small>
                      {change.percent > 0 ? '+' : ''}
                      {formatPercent(change.percent)} on FY {change.from}
                    </small>
                  )}
                </p>
                <i style={{ '--part': part }} />
                <ul>
                  {own.map((one) => (
                    <li key={one.id} className={badges.badge} data-tone={budgetStatus.badge(one.status ?? '').tone}>
                      <Glyph name={budgetStatus.badge(one.status ?? '').glyph} />
                      <Link href={hrefOf(budget, one)} aria-current={one.id === current ? 'true' : undefined}>
                        {one.title || one.id}
                      </Link>
                      {(own.length > 1 || sum === null) && <Money value={one.totals?.grandTotal} currency={currency} />}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </AsyncSection>
    </Section>
  )
}
