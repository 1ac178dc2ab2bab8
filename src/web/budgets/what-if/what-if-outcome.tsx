import { budgetCategories } from '../../../contract/budgets'
import { type Category, categoryNames } from '../../domain/budgets/budget-labels'
import type { Budget, Projection, Reason, Year } from '../../domain/budgets/what-if'
import { ChartTable } from '../../ui/figures/chart-table'
import { formatExact, formatNumber } from '../../ui/format/format'
import { formatMoney, Money, placesOf, unitPriceText } from '../../ui/format/money'
import { formatPercent } from '../../ui/format/percent'
import * as styles from './what-if-section.module.css'

type Props = { budget: Budget; projection: Projection; isChanged: boolean }

/** Five years, saved and scenario, as a chart, a table and a sentence. */
export const Outcome = ({ budget: { currency }, projection, isChanged }: Props) => (
  <>
    <Years years={projection.years} currency={currency} />
    <ChartTable
      caption="Five years: saved and what if"
      head={['Year', ...budgetCategories.map((category) => categoryNames[category]), 'Saved', 'What if', 'Change']}
      rows={projection.years.map((year, at) => [
        yearName(year, at),
        ...budgetCategories.map((category) => formatMoney(year.what[category], currency)),
        formatMoney(year.savedTotal, currency),
        formatMoney(year.total, currency),
        signed(year.change, currency),
      ])}
    />
    <p className={styles.sentence} role="status">
      {isChanged ? (
        <Sentence difference={projection.difference} reasons={projection.reasons} currency={currency} />
      ) : (
        `The saved budget costs ${formatMoney(projection.saved, currency)} over five years.`
      )}
      {projection.later.what !== 0 &&
        ` Another ${formatMoney(projection.later.what, currency)} of one-off costs is paid after the fifth year.`}
    </p>
  </>
)

const yearName = ({ year }: Year, at: number) => (year === null ? `Year ${at + 1}` : `FY ${year}`)

const signed = (amount: number, currency: Budget['currency']) =>
  `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`

/** Saved values are pale and narrow, the scenario full width. Negative values have no bar, only a figure. */
const Years = ({ years, currency }: { years: Year[]; currency: Budget['currency'] }) => {
  const height = (amounts: Record<Category, number>) =>
    budgetCategories.reduce((sum, category) => sum + Math.max(0, amounts[category]), 0)
  const most = Math.max(...years.flatMap(({ saved, what }) => [height(saved), height(what)])) || 1
  // In percent, because numbers of `flex` that are less than 1 together leave a part of the bar empty.
  const stack = (amounts: Record<Category, number>) =>
    budgetCategories.map(
      (category) =>
        amounts[category] > 0 && (
          <i key={category} data-series={category} style={{ '--n': (100 * amounts[category]) / height(amounts) }} />
        ),
    )
  return (
    <div className={styles.years}>
      {years.map((year, at) => (
        <div key={yearName(year, at)}>
          <div className={styles.pair} aria-hidden="true">
            <span className={styles.stack} data-saved style={{ '--sum': height(year.saved) / most }}>
              {stack(year.saved)}
            </span>
            <span className={styles.stack} style={{ '--sum': height(year.what) / most }}>
              {stack(year.what)}
            </span>
          </div>
          <h3>{yearName(year, at)}</h3>
          <dl>
            <div>
              <dt>Saved</dt>
              <dd>
                <Money value={year.savedTotal} currency={currency} />
              </dd>
            </div>
            <div>
              <dt>What if</dt>
              <dd>
                <Money value={year.total} currency={currency} />
              </dd>
            </div>
            <div>
              <dt>Change</dt>
              <dd>
                <b>
                  <Money value={year.change} currency={currency} signed />
                </b>
              </dd>
            </div>
          </dl>
        </div>
      ))}
    </div>
  )
}

type SentenceProps = { difference: number; reasons: Reason[]; currency: Budget['currency'] }

const mostReasons = 4

/** Cost difference and its reasons, which add up exactly; the smallest may be grouped. */
const Sentence = ({ difference, reasons, currency }: SentenceProps) => {
  const told = reasons.length > mostReasons ? reasons.slice(0, mostReasons - 1) : reasons
  const rest = reasons.slice(told.length)
  const left = placesOf(currency)
  const remainder = Number(rest.reduce((sum, { amount }) => sum + amount, 0).toFixed(left))
  const parts = told.map((reason) => ({ amount: reason.amount, words: wordsOf(reason) }))
  if (rest.length > 0) parts.push({ amount: remainder, words: `${formatNumber(rest.length)} smaller changes` })
  return (
    <>
      Over five years the scenario{' '}
      {difference === 0 ? (
        <>
          costs <b>the same</b> as
        </>
      ) : (
        <>
          costs{' '}
          <b>
            <Money value={Math.abs(difference)} currency={currency} />
          </b>{' '}
          {difference > 0 ? 'more' : 'less'} than
        </>
      )}{' '}
      the saved budget
      {parts.length > 0 && ': '}
      {parts.map(({ amount, words }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have an order, and two may have the same words
        <span key={index}>
          {index > 0 && (index === parts.length - 1 ? ' and ' : ', ')}
          <b>
            <Money value={amount} currency={currency} signed />
          </b>{' '}
          from {words}
        </span>
      ))}
      .
    </>
  )
}

const wordsOf = (reason: Reason): string => {
  if ('added' in reason) {
    const { quantity, price, currency, year, description } = reason.added
    const when = reason.year === year ? `in ${year}` : `(planned for ${year}, counted in FY ${reason.year})`
    return `${formatExact(quantity)} × ${description} at ${unitPriceText(price, currency)} ${when}`
  }
  if ('category' in reason)
    return reason.category === 'all'
      ? `the yearly increase of ${formatPercent(reason.percent)}`
      : `${formatPercent(reason.percent)} a year on ${categoryNames[reason.category].toLowerCase()}`
  const { line, change } = reason
  const by = (change.quantity ?? 0) - (line.quantity ?? 0)
  const parts = [
    change.quantity !== undefined && `${formatNumber(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}`,
    change.price !== undefined && `a price of ${unitPriceText(change.price, line.currency)}`,
    change.term !== undefined &&
      `${formatNumber(change.term)} months instead of ${formatNumber(line.termMonths ?? 12)}`,
  ].filter(Boolean)
  return `${line.description || line.id}: ${parts.join(', ')}`
}
