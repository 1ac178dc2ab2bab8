import { Link, useParams } from 'react-router-dom'
import { budgetCategories, budgets } from '../../contract/budgets'
import { CopyLink } from '../kit/copy'
import { Facts, Field, Id, Notice, RecordPending, Section, useRecord } from '../kit/detail'
import { DateTime, Missing, Numeric, plural, Text } from '../kit/format'
import { History } from '../kit/history'
import { Money } from '../kit/money'
import { Page } from '../kit/page'
import { State } from '../kit/ui/state'
import styles from './budget-page.module.css'
import { fieldLabels, statusLook } from './words'

const crumbs = [{ label: 'Planning' }, { label: 'Budgets', to: '/budgets' }]

type Budget = NonNullable<ReturnType<typeof useRecord<typeof budgets.get>>['record']>

const categoryNames: Record<(typeof budgetCategories)[number], string> = {
  software: 'Software',
  hardware: 'Hardware',
  labour: 'Labour',
  subscription: 'Subscription',
  other: 'Other',
}

export const BudgetPage = () => {
  const { id = '' } = useParams()
  const { record: budget, error, retry } = useRecord(budgets.get, budgets.list.path, id)
  if (!budget) return <RecordPending title="budget" crumbs={crumbs} error={error} retry={retry} listHref="/budgets" />
  const title = budget.title || 'Budget without a title'
  return (
    <Page title={title} crumbs={crumbs}>
      <div className="page-head">
        <h1>{title}</h1>
        {budget.status && <State look={statusLook(budget.status)} />}
        <div className="actions">
          <CopyLink />
        </div>
      </div>
      <dl className="strip">
        <Field label="Company">
          {budget.company ? (
            <Link to={`/companies/${budget.company.id}`}>{budget.company.name || budget.company.id}</Link>
          ) : (
            <Missing />
          )}
        </Field>
        <Field label="Fiscal year">{budget.fiscalYear ?? <Missing />}</Field>
        <Field label="Period">
          <Text value={budget.periodType} />
        </Field>
        <Field label="Total">
          <Money value={budget.totals?.grandTotal} currency={budget.currency} />
        </Field>
      </dl>
      <ForeignLines budget={budget} />
      <Section title="Totals" total="a year, by category">
        <Facts>
          {budgetCategories.map((category) => (
            <Field key={category} label={categoryNames[category]}>
              <Money value={budget.totals?.[`${category}Total`]} currency={budget.currency} />
            </Field>
          ))}
        </Facts>
      </Section>
      <Lines budget={budget} />
      <Section title="Notes">
        {budget.notes ? <p className={styles.notes}>{budget.notes}</p> : <p className="dim">There are none.</p>}
      </Section>
      <Section title="Record">
        <Facts>
          <Field label="Made by">
            <Text value={budget.createdBy?.name} />, <DateTime value={budget.createdAt} dateOnly />
          </Field>
          <Field label="Updated">
            <DateTime value={budget.updatedAt} />
          </Field>
          <Field label="ID">
            <Id value={budget.id} />
          </Field>
        </Facts>
      </Section>
      <History
        resource="budgets"
        id={budget.id}
        labelOf={(field) => fieldLabels.get(field) ?? field}
        show={(field, value) => (field === 'status' ? statusLook(String(value)).word : undefined)}
      />
    </Page>
  )
}

/** Currencies are never added, so a total that leaves lines out says which. */
const ForeignLines = ({ budget: { lineItems, currency } }: { budget: Budget }) => {
  const foreign = (lineItems ?? []).filter((line) => line.currency && line.currency !== currency)
  if (foreign.length === 0) return null
  const currencies = [...new Set(foreign.map((line) => line.currency))].join(', ')
  return (
    <Notice>
      {plural(foreign.length, 'line', 'lines')} in {currencies} {foreign.length === 1 ? 'is' : 'are'} not in the totals,
      which are in {currency}.
    </Notice>
  )
}

const Lines = ({ budget: { lineItems } }: { budget: Budget }) => (
  <Section title="Line items" total={lineItems?.length ?? 'not given'}>
    {lineItems && lineItems.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className={styles.lines} aria-label="Line items" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="name">
                Description
              </th>
              <th scope="col">Category</th>
              <th scope="col" className="num">
                Quantity
              </th>
              <th scope="col" className="num">
                Unit price
              </th>
              <th scope="col" className="num">
                Months
              </th>
              <th scope="col" className="num">
                A year
              </th>
            </tr>
          </thead>
          <tbody>
            {lineItems.map((line) => (
              <tr key={line.id}>
                <th scope="row" className="name">
                  {line.description || <Missing />}
                  {line.notes && <small>{line.notes}</small>}
                </th>
                <td>
                  <Text value={line.category?.name} />
                </td>
                <td className="num">
                  <Numeric value={line.quantity} />
                </td>
                <td className="num">
                  <Money value={line.unitPrice} currency={line.currency} />
                </td>
                <td className="num">
                  <Numeric value={line.termMonths} />
                </td>
                <td className="num">
                  <Money value={line.annualisedCost} currency={line.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </Section>
)
