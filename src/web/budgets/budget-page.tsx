import type { budgets } from '../../contract/budgets'
import { counts, driftOf, groupsOf, withLineCurrencies } from '../domain/budgets/breakdown-of'
import { budgetHistory } from '../domain/budgets/budget-history'
import { categoryNames } from '../domain/budgets/budget-labels'
import { clientBudgetsQuery } from '../domain/budgets/client-budgets'
import * as tables from '../list/table/list-table.module.css'
import { History, historyQuery } from '../record/history/history'
import { RecordLink } from '../record/record-link'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Field, Notice } from '../ui/facts/details'
import { RecordFacts } from '../ui/facts/record-facts'
import { formatNumber, Missing, Numeric, plural } from '../ui/format/format'
import { formatMoney, Money } from '../ui/format/money'
import { Glyph } from '../ui/icon/glyph'
import * as layout from '../ui/layout.module.css'
import { PrintButton } from '../ui/page/print-button'
import { Section } from '../ui/page/section'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import { Breakdown } from './breakdown'
import * as styles from './budget-page.module.css'
import { recordType as budget } from './budget-record'
import { countsNothing } from './currency'
import { periodName } from './labels'
import { StatusStations } from './status-stations'
import { WhatIf } from './what-if/what-if-section'
import { YearsSection } from './years-section'

type Budget = RecordOf<typeof budgets.get>

export const loader = recordLoader(budget, ({ id, company }) => [
  historyQuery('budgets', id),
  company?.id && clientBudgetsQuery(company.id),
])

export const Component = () => (
  <RecordPage
    recordType={budget}
    hasFacts={false}
    about={({ company }) => company && <RecordLink to="/companies" id={company.id} name={company.name} />}
    actions={() => <PrintButton />}
  >
    {(saved, { etag }) => {
      const record = withLineCurrencies(saved)
      return (
        <>
          <div className={styles.head}>
            <Grand budget={record} />
            <StatusStations budget={saved} etag={etag} />
          </div>
          <dl className={layout.summary}>
            <Field label="Fiscal year">{record.fiscalYear ?? <Missing />}</Field>
            <Field label="Period" value={periodName(record.periodType)} />
          </dl>
          <Breakdown budget={record} groups={groupsOf(record)} />
          <ForeignLines budget={record} />
          <TotalsCheck budget={record} />
          <WhatIf budget={record} />
          <div className={layout.columns}>
            <div>
              <Lines budget={record} />
              <History resource="budgets" id={record.id} fields={budgetHistory} currency={record.currency} />
            </div>
            <div>
              <Section title="Notes">
                {record.notes ? (
                  <p className={styles.notes}>{record.notes}</p>
                ) : (
                  <p className={typography.dim}>No notes.</p>
                )}
              </Section>
              {record.company?.id && <YearsSection companyId={record.company.id} current={record.id} />}
              <RecordFacts record={record}>
                <Field label="Created by">
                  <RecordLink to="/users" id={record.createdBy?.id} name={record.createdBy?.name} />
                </Field>
              </RecordFacts>
            </div>
          </div>
        </>
      )
    }}
  </RecordPage>
)

/** Total, and whether it matches the line items. */
const Grand = ({ budget: record }: { budget: Budget }) => {
  const count = record.lineItems?.length
  const agrees = record.lineItems && !countsNothing(record) && driftOf(record).length === 0
  return (
    <div className={styles.grand}>
      <p className={styles.display}>
        <Money value={record.totals?.grandTotal} currency={record.currency} />
      </p>
      <p>
        {count !== undefined && plural(count, 'line item', 'line items')}
        {agrees && (
          <span className={badges.badge} data-tone="good">
            <Glyph name="done" />
            Totals match the line items
          </span>
        )}
      </p>
    </div>
  )
}

/** Currencies are never added, so name those excluded from the total. */
const ForeignLines = ({ budget }: { budget: Budget }) => {
  const { lineItems, currency } = budget
  const foreign = (lineItems ?? []).filter((line) => !counts(budget, line))
  if (foreign.length === 0) return null
  const currencies = [...new Set(foreign.map((line) => line.currency))]
  const lines = `${plural(foreign.length, 'line', 'lines')} in ${currencies.join(', ')}`
  if (countsNothing(budget))
    return (
      <Notice>
        <b>No line item is in {currency || 'this budget’s currency'}, so the totals are zero.</b> {lines}{' '}
        {foreign.length === 1 ? 'isn’t' : 'aren’t'} counted, and amounts aren’t converted.
        {currencies.length === 1 &&
          ` To count ${foreign.length === 1 ? 'it' : 'them'}, edit the budget and set its currency to ${currencies[0]}.`}
      </Notice>
    )
  return (
    <Notice>
      {lines} {foreign.length === 1 ? 'is' : 'are'} not in the totals, which are in {currency}.
    </Notice>
  )
}

/** Warns when saved totals differ from the line items. */
const TotalsCheck = ({ budget: record }: { budget: Budget }) => {
  const drift = driftOf(record)
  if (drift.length === 0) return null
  return (
    <Notice>
      <b>The saved totals don’t match the line items.</b>{' '}
      {drift
        .map(
          ({ what, saved, summed }) =>
            `${what === 'grand' ? 'Total' : categoryNames[what]}: saved ${formatMoney(saved, record.currency)}, line items add up to ${formatMoney(summed, record.currency)}.`,
        )
        .join(' ')}
    </Notice>
  )
}

const Lines = ({ budget }: { budget: Budget }) => (
  <Section title="Line items" total={budget.lineItems ? formatNumber(budget.lineItems.length) : 'not available'}>
    {budget.lineItems && budget.lineItems.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className={styles.lineItems} aria-label="Line items" tabIndex={0}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col" className={tables.name}>
                Description
              </th>
              <th scope="col" className={tables.number}>
                Quantity
              </th>
              <th scope="col" className={tables.number}>
                Unit price
              </th>
              <th scope="col" className={tables.number}>
                Months
              </th>
              <th scope="col" className={tables.number}>
                A year
              </th>
            </tr>
          </thead>
          {groupsOf(budget).map(({ category, lines, sum }) => (
            <tbody key={category}>
              <tr className={styles.group} data-series={category}>
                <th scope="rowgroup" className={tables.name} colSpan={4}>
                  {categoryNames[category]}
                </th>
                <td className={tables.number}>
                  <Money value={sum} currency={budget.currency} />
                </td>
              </tr>
              {lines.map((line) => (
                <tr key={line.id} data-apart={!counts(budget, line) || undefined}>
                  <th scope="row" className={tables.name}>
                    {line.description || <Missing />}
                    {line.notes && <small>{line.notes}</small>}
                  </th>
                  <td className={tables.number}>
                    <Numeric value={line.quantity} />
                  </td>
                  <td className={tables.number}>
                    <Money value={line.unitPrice} currency={line.currency} unit />
                  </td>
                  <td className={tables.number}>
                    <Numeric value={line.termMonths} />
                  </td>
                  <td className={tables.number}>
                    <Money value={line.annualisedCost} currency={line.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row" className={tables.name} colSpan={4}>
                Total a year{budget.currency && ` in ${budget.currency}`}
              </th>
              <td className={tables.number}>
                <Money value={budget.totals?.grandTotal} currency={budget.currency} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
    )}
    <p className={`${typography.dim} ${styles.origin}`} data-screen-only>
      Line items are edited in the portal.
    </p>
  </Section>
)
