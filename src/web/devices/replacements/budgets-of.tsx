import { useQuery } from '@tanstack/react-query'
import { type Budget, clientBudgetsQuery } from '../../domain/budgets/client-budgets'
import { writeAddedLine } from '../../domain/budgets/what-if-lines'
import { isMissing } from '../../lib/api/api-error'
import { formatNumber, plural } from '../../ui/format/format'
import { unitPriceText } from '../../ui/format/money'
import { Icon } from '../../ui/icon/icon'
import { Link } from '../../ui/link'
import * as lists from '../../ui/lists.module.css'
import { tip } from '../../ui/overlay/tip'
import { Section } from '../../ui/page/section'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import type { Address } from './address'
import { type Plan, yearsOf } from './plan'
import { spanKey, spanWhen } from './span'

type Props = { companyId: string; address: Address; plan: Plan }

/** Puts the year that is looked at into the what-if of one of the client’s budgets, as lines in a link. */
export const BudgetsOf = ({ companyId, address, plan }: Props) => {
  const { span, assumptions, currency, thisYear } = address
  const list = useQuery(clientBudgetsQuery(companyId))
  if (isMissing(list.error)) return null
  const { years } = yearsOf(plan.groups, assumptions, thisYear)
  const types = years.find((year) => spanKey(year.span) === spanKey(span))?.types ?? []
  const priced = types.flatMap(({ type, devices }) => {
    const price = assumptions.prices[type]
    return price === undefined ? [] : [{ type: type || 'Devices without a type', devices, price }]
  })
  const unpriced = types.length - priced.length
  // What is overdue is bought this year.
  const year = Math.max(thisYear, span.from)
  const ofYear = (budget: Budget) => Number(budget.fiscalYear === year)
  const lines = new URLSearchParams(
    priced.map(({ type, devices, price }) => [
      'add',
      writeAddedLine({ quantity: devices, price, currency, year, description: type.slice(0, 255) }),
    ]),
  )
  return (
    <Section title="Try in a budget" total="nothing is saved">
      {types.length === 0 ? (
        <p className={typography.dim}>Nothing has to be replaced {spanWhen(span)}.</p>
      ) : priced.length === 0 ? (
        <p className={typography.dim}>
          Enter a price for {types.map(({ type }) => type || 'devices without a type').join(', ')} to try these
          replacements in a budget.
        </p>
      ) : (
        <>
          <p>
            {priced
              .map(
                ({ type, devices, price }) => `${formatNumber(devices)} × ${type} at ${unitPriceText(price, currency)}`,
              )
              .join(', ')}
            {unpriced > 0 && `; ${plural(unpriced, 'type has', 'types have')} no price`}.
          </p>
          <AsyncSection read={list} lines={3}>
            {({ data, pagination }) =>
              data.length === 0 ? (
                <p className={typography.dim}>This client has no budgets.</p>
              ) : (
                <>
                  <ul className={lists.items}>
                    {data
                      .toSorted((a, b) => ofYear(b) - ofYear(a))
                      .map((budget) => (
                        <li key={budget.id}>
                          <Icon name="chart-no-axes-gantt" />
                          {budget.currency === currency ? (
                            <Link href={`/budgets/${budget.id}?${lines}`} {...tip(budget.title)}>
                              Try in {budget.title}
                            </Link>
                          ) : (
                            <span className={typography.dim}>
                              {budget.title} is in {budget.currency}; prices here are in {currency}
                            </span>
                          )}
                          {typeof budget.fiscalYear === 'number' && <small>FY {budget.fiscalYear}</small>}
                        </li>
                      ))}
                  </ul>
                  {pagination.totalCount > data.length && (
                    <p className={typography.onPaper}>and {formatNumber(pagination.totalCount - data.length)} more</p>
                  )}
                </>
              )
            }
          </AsyncSection>
        </>
      )}
    </Section>
  )
}
