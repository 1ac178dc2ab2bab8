import { budgetCategories, budgets } from '../../contract/budgets'
import { Missing, Numeric, plural, Text } from '../kit/format'
import { History } from '../kit/history'
import { Money } from '../kit/money'
import { EditLink } from '../kit/record/edit-link'
import { Facts, Field, Notice, RecordFacts, Section } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { RecordPage } from '../kit/record/record-page'
import type { RecordOf } from '../kit/record/view'
import { budget } from './budget'
import styles from './budget-page.module.css'
import { fieldLabels, statusLook } from './words'

type Budget = RecordOf<typeof budgets.get>

const categoryNames: Record<(typeof budgetCategories)[number], string> = {
  software: 'Software',
  hardware: 'Hardware',
  labour: 'Labour',
  subscription: 'Subscription',
  other: 'Other',
}

export const BudgetPage = () => (
  <RecordPage view={budget} actions={() => <EditLink endpoint={budgets.update} />}>
    {(record) => (
      <>
        <ForeignLines budget={record} />
        <Section title="Totals" total="a year, by category">
          <Facts>
            {budgetCategories.map((category) => (
              <Field key={category} label={categoryNames[category]}>
                <Money value={record.totals?.[`${category}Total`]} currency={record.currency} />
              </Field>
            ))}
          </Facts>
        </Section>
        <Lines budget={record} />
        <Section title="Notes">
          {record.notes ? <p className={styles.notes}>{record.notes}</p> : <p className="dim">There are none.</p>}
        </Section>
        <RecordFacts record={record}>
          <Field label="Made by">
            <RecordLink to="/users" id={record.createdBy?.id} name={record.createdBy?.name} />
          </Field>
        </RecordFacts>
        <History
          resource="budgets"
          id={record.id}
          labelOf={(field) => fieldLabels.get(field) ?? field}
          show={(field, value) => (field === 'status' ? statusLook(String(value)).word : undefined)}
        />
      </>
    )}
  </RecordPage>
)

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
