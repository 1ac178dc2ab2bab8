import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { budgetCategories } from '../../contract/budgets'
import { ChartTable } from '../kit/chart-table'
import { CopyButton } from '../kit/copy'
import { formatNumber } from '../kit/format'
import { formatMoney, wholeMoney } from '../kit/money'
import { Section } from '../kit/record/parts'
import { Glyph } from '../kit/ui/glyph'
import { Icon } from '../kit/ui/icon'
import { type Category, categoryOf, counts } from './make-up-of'
import { readScenario, readTyped, writeScenario } from './scenario'
import {
  type Budget,
  type Change,
  type Line,
  monthsPaidFor,
  nothing,
  placesOf,
  projectionOf,
  type Reason,
  type Scenario,
  type Year,
} from './what-if'
import styles from './what-if-section.module.css'
import { categoryNames } from './words'

const few = 2

/** What the budget would cost in five years if something changed. Nothing is sent; the scenario is in the address. */
export const WhatIf = ({ budget }: { budget: Budget }) => {
  const [search, setSearch] = useSearchParams()
  const lines = (budget.lineItems ?? []).filter((line) => counts(budget, line))
  const { scenario, ignored } = readScenario(search, lines)
  const isChanged = scenario.all !== 0 || Object.keys({ ...scenario.increases, ...scenario.lines }).length > 0
  const projection = projectionOf(budget, scenario, placesOf(budget.currency))
  const set = (next: Scenario) =>
    setSearch(writeScenario(next, lines, search), { replace: true, preventScrollReset: true })
  if (lines.length === 0) return null
  return (
    <Section
      title="What if"
      total="nothing is sent; the scenario is in the link"
      more={
        <>
          <ul className={`legend ${styles.key}`} aria-hidden="true">
            <li>
              <i data-saved />
              saved
            </li>
            <li>
              <i />
              what if
            </li>
          </ul>
          <div className="actions">
            <button
              type="button"
              className="button"
              data-size="small"
              data-kind="bare"
              disabled={!isChanged}
              onClick={() => set(nothing)}
            >
              <Icon name="undo-2" />
              Back to saved
            </button>
            <CopyButton small text={() => location.href}>
              Copy scenario
            </CopyButton>
          </div>
        </>
      }
    >
      {ignored.length > 0 && (
        <p className="notice" data-tone="attention">
          <Glyph name="pending" />
          <span>
            The scenario in the address does not make sense in <b>{ignored.join(', ')}</b>, so that was left out.
          </span>
        </p>
      )}
      <div className={styles.whatIf}>
        <Levers lines={lines} currency={budget.currency} scenario={scenario} set={set} />
        <div>
          <Years years={projection.years} currency={budget.currency} />
          <ChartTable
            caption="Five years, saved and what if"
            head={[
              'Year',
              ...budgetCategories.map((category) => categoryNames[category]),
              'Saved',
              'What if',
              'Change',
            ]}
            rows={projection.years.map((year, at) => [
              yearName(year, at),
              ...budgetCategories.map((category) => formatMoney(year.what[category], budget.currency)),
              formatMoney(year.savedTotal, budget.currency),
              formatMoney(year.total, budget.currency),
              signed(year.change, budget.currency),
            ])}
          />
          <p className={styles.sentence} role="status">
            {isChanged ? (
              <Sentence difference={projection.difference} reasons={projection.reasons} currency={budget.currency} />
            ) : (
              `As it is saved, five years cost ${formatMoney(projection.saved, budget.currency)}.`
            )}
          </p>
        </div>
      </div>
    </Section>
  )
}

const yearName = ({ year }: Year, at: number) => (year === null ? `Year ${at + 1}` : `FY ${year}`)

const signed = (amount: number, currency: Budget['currency']) =>
  `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`

type LeversProps = { lines: Line[]; currency: Budget['currency']; scenario: Scenario; set: (next: Scenario) => void }

const Levers = ({ lines, currency, scenario, set }: LeversProps) => {
  const dearest = lines.toSorted((a, b) => (b.annualisedCost ?? 0) - (a.annualisedCost ?? 0)).slice(0, few)
  const [added, setAdded] = useState<string[]>([])
  const [byCategory, setByCategory] = useState(Object.keys(scenario.increases).length > 0)
  const picker = useId()
  const shown = lines.filter((line) => dearest.includes(line) || added.includes(line.id) || scenario.lines[line.id])
  const own = budgetCategories.filter((category) => lines.some((line) => categoryOf(line) === category))
  const increase = (category: Category, percent: number | null) => {
    const { [category]: _, ...others } = scenario.increases
    set({ ...scenario, increases: percent === null ? others : { ...others, [category]: percent } })
  }
  const change = (line: Line, next: Change) => {
    const { [line.id]: _, ...others } = scenario.lines
    set({ ...scenario, lines: Object.keys(next).length > 0 ? { ...others, [line.id]: next } : others })
  }
  return (
    <div className={styles.levers}>
      <Lever
        label="Yearly increase"
        hint={byCategory ? 'of all other categories, in percent' : 'of all categories, in percent'}
        saved={0}
        value={scenario.all}
        of="up"
        onChange={(percent) => set({ ...scenario, all: percent ?? 0 })}
      />
      {byCategory ? (
        own.map((category) => (
          <Lever
            key={category}
            label={categoryNames[category]}
            hint="yearly increase, in percent"
            saved={scenario.all}
            value={scenario.increases[category] ?? scenario.all}
            of="up"
            onChange={(percent) => increase(category, percent)}
          />
        ))
      ) : (
        <button type="button" className="button" data-size="small" data-kind="bare" onClick={() => setByCategory(true)}>
          <Icon name="plus" />
          By category
        </button>
      )}
      {shown.map((line) => (
        <LineLevers
          key={line.id}
          line={line}
          currency={currency}
          change={scenario.lines[line.id] ?? {}}
          onChange={(next) => change(line, next)}
        />
      ))}
      {shown.length < lines.length && (
        <p className={styles.picker}>
          <label htmlFor={picker}>Change another line</label>
          <select
            id={picker}
            className="select"
            value=""
            onChange={(event) => setAdded([...added, event.target.value])}
          >
            <option value="">Choose</option>
            {lines
              .filter((line) => !shown.includes(line))
              .map((line) => (
                <option key={line.id} value={line.id}>
                  {line.description || line.id}
                </option>
              ))}
          </select>
        </p>
      )}
    </div>
  )
}

type LineLeversProps = {
  line: Line
  currency: Budget['currency']
  change: Change
  onChange: (change: Change) => void
}

const LineLevers = ({ line, currency, change, onChange }: LineLeversProps) => {
  const months = monthsPaidFor(line)
  const set = (key: keyof Change, saved: number | null | undefined) => (value: number | null) => {
    const { [key]: _, ...others } = change
    onChange(value === null || value === saved ? others : { ...others, [key]: value })
  }
  return (
    <fieldset className={styles.line}>
      <legend>
        {line.description || line.id}
        <small>{formatMoney(line.annualisedCost ?? 0, currency)} a year</small>
      </legend>
      {typeof line.quantity === 'number' && (
        <Lever
          label="Quantity"
          saved={line.quantity}
          value={change.quantity ?? line.quantity}
          of="q"
          onChange={set('quantity', line.quantity)}
        />
      )}
      {typeof line.unitPrice === 'number' && (
        <Lever
          label="Price of one"
          saved={line.unitPrice}
          value={change.price ?? line.unitPrice}
          of="p"
          onChange={set('price', line.unitPrice)}
        />
      )}
      {months !== null ? (
        <Lever
          label="Months that it pays for"
          saved={months}
          value={change.term ?? months}
          of="t"
          onChange={set('term', months)}
        />
      ) : (
        typeof line.termMonths === 'number' && (
          <p className="dim">
            Agreed for {formatNumber(line.termMonths)} months, which does not change its cost a year.
          </p>
        )
      )}
    </fieldset>
  )
}

type LeverProps = {
  label: ReactNode
  hint?: string
  saved: number
  value: number
  of: 'q' | 'p' | 't' | 'up'
  /** Nothing for what is saved. */
  onChange: (value: number | null) => void
}

/** A number that may be played with: what is saved stands struck out beside it, and what makes no sense is marked. */
const Lever = ({ label, hint, saved, value, of, onChange }: LeverProps) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && typed.trim() !== '' && readTyped(typed, of) === null
  return (
    <div className={styles.lever} data-changed={value !== saved || undefined}>
      <label htmlFor={id}>
        {label}
        {hint && <small>{hint}</small>}
      </label>
      <del>{value !== saved && formatNumber(saved)}</del>
      <input
        id={id}
        className="input"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? String(value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          const next = readTyped(event.target.value, of)
          if (next !== null || event.target.value.trim() === '') onChange(next)
        }}
        onBlur={() => setTyped(null)}
      />
      {isWrong && (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {of === 't' ? 'Enter whole months from 1 to 600.' : of === 'up' ? 'Enter −100 to 1,000.' : 'Enter a number.'}
        </p>
      )}
    </div>
  )
}

/** Saved pale and narrow, the scenario full and wide; what is under zero has no height and stands in the figures. */
const Years = ({ years, currency }: { years: Year[]; currency: Budget['currency'] }) => {
  const height = (amounts: Record<Category, number>) =>
    budgetCategories.reduce((sum, category) => sum + Math.max(0, amounts[category]), 0)
  const most = Math.max(1, ...years.flatMap(({ saved, what }) => [height(saved), height(what)]))
  const stack = (amounts: Record<Category, number>) =>
    budgetCategories.map(
      (category) =>
        amounts[category] > 0 && (
          <i key={category} data-series={category} style={{ '--n': amounts[category] / most }} />
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
              <dd>{wholeMoney(year.savedTotal, currency)}</dd>
            </div>
            <div>
              <dt>What if</dt>
              <dd>{wholeMoney(year.total, currency)}</dd>
            </div>
            <div>
              <dt>Change</dt>
              <dd>
                <b>
                  {year.change > 0 ? '+' : ''}
                  {wholeMoney(year.change, currency)}
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

/** What it costs and why. The reasons add up to the difference to the last penny; the smallest may stand together. */
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
          costs <b>{formatMoney(Math.abs(difference), currency)}</b> {difference > 0 ? 'more' : 'less'} than
        </>
      )}{' '}
      the saved budget
      {parts.length > 0 && ': '}
      {parts.map(({ amount, words }, index) => (
        <span key={words}>
          {index > 0 && (index === parts.length - 1 ? ' and ' : ', ')}
          <b>{signed(amount, currency)}</b> from {words}
        </span>
      ))}
      .
    </>
  )
}

const wordsOf = (reason: Reason): string => {
  if ('category' in reason)
    return reason.category === 'all'
      ? `the yearly increase of ${formatNumber(reason.percent)} %`
      : `${formatNumber(reason.percent)} % a year on ${categoryNames[reason.category].toLowerCase()}`
  const { line, change } = reason
  const by = (change.quantity ?? 0) - (line.quantity ?? 0)
  const parts = [
    change.quantity !== undefined && `${formatNumber(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}`,
    change.price !== undefined && `a price of ${formatMoney(change.price, line.currency)}`,
    change.term !== undefined &&
      `${formatNumber(change.term)} months instead of ${formatNumber(line.termMonths ?? 12)}`,
  ].filter(Boolean)
  return `${line.description || line.id}: ${parts.join(', ')}`
}
