import { type ReactNode, useId, useState } from 'react'
import { budgetCategories } from '../../../contract/budgets'
import { categoryOf } from '../../domain/budgets/breakdown-of'
import { type Category, categoryNames } from '../../domain/budgets/budget-labels'
import { readLever } from '../../domain/budgets/scenario'
import {
  type Budget,
  type Change,
  countedIn,
  type Line,
  monthsSpread,
  type Scenario,
} from '../../domain/budgets/what-if'
import { type AddedLine, readAddedLine, writeAddedLine } from '../../domain/budgets/what-if-lines'
import { readTyped, typedNumber } from '../../lib/text/typed-number'
import { Button } from '../../ui/button'
import { focusItem } from '../../ui/focus-item'
import { formatNumber } from '../../ui/format/format'
import { formatMoney } from '../../ui/format/money'
import * as fields from '../../ui/input/fields.module.css'
import { useCountWrong } from '../../ui/input/wrong-fields'
import * as typography from '../../ui/typography.module.css'
import { arithmeticOf } from '../arithmetic'
import * as styles from './what-if-section.module.css'

const few = 2

type LeversProps = { budget: Budget; lines: Line[]; scenario: Scenario; set: (next: Scenario) => void }

/** Scenario controls: increases, the most expensive lines, and any other lines chosen. */
export const Levers = ({ budget: { currency, fiscalYear }, lines, scenario, set }: LeversProps) => {
  const dearest = lines.toSorted((a, b) => (b.annualisedCost ?? 0) - (a.annualisedCost ?? 0)).slice(0, few)
  const [added, setAdded] = useState<string[]>([])
  // Of the purchases: what was typed into one goes with it alone.
  const [keys, setKeys] = useState<number[]>([])
  const [removals, setRemovals] = useState(0)
  const keyAt = (at: number) => keys[at] ?? at + removals
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
        {...kinds.up}
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
            {...kinds.up}
            onChange={(percent) => increase(category, percent)}
          />
        ))
      ) : (
        <Button icon="plus" small kind="bare" onClick={() => setByCategory(true)}>
          By category
        </Button>
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
      {scenario.added.map((added, at) => (
        <Added
          key={keyAt(at)}
          added={added}
          counted={countedIn(added, fiscalYear)}
          onChange={(next) => set({ ...scenario, added: scenario.added.with(at, next) })}
          onRemove={() => {
            setKeys(scenario.added.map((_, at) => keyAt(at)).toSpliced(at, 1))
            setRemovals(removals + 1)
            set({ ...scenario, added: scenario.added.toSpliced(at, 1) })
          }}
        />
      ))}
      {shown.length < lines.length && (
        <p className={styles.picker}>
          <label htmlFor={picker}>Change another line</label>
          <select
            id={picker}
            className={fields.select}
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
  const months = monthsSpread(line)
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
          {...kinds.q}
          onChange={set('quantity', line.quantity)}
        />
      )}
      {typeof line.unitPrice === 'number' && (
        <Lever
          label="Unit price"
          saved={line.unitPrice}
          value={change.price ?? line.unitPrice}
          {...kinds.p}
          onChange={set('price', line.unitPrice)}
        />
      )}
      {months !== null ? (
        <Lever
          label="Spread over (months)"
          saved={months}
          value={change.term ?? months}
          {...kinds.t}
          onChange={set('term', months)}
        />
      ) : (
        typeof line.termMonths === 'number' && (
          <p className={typography.dim}>{formatNumber(line.termMonths)}-month term; annual cost is unaffected.</p>
        )
      )}
      <p className={typography.dim}>{arithmeticOf(line, change)}</p>
    </fieldset>
  )
}

type AddedProps = { added: AddedLine; counted: number; onChange: (next: AddedLine) => void; onRemove: () => void }

/** Rejects what the address could not give back. */
const readAdded = (added: AddedLine, key: 'quantity' | 'price') => (text: string) => {
  const value = readTyped(text)
  return value !== null && readAddedLine(writeAddedLine({ ...added, [key]: value })) ? value : null
}

/** A purchase that the link brought along, such as a year of the replacement plan. */
const Added = ({ added, counted, onChange, onRemove }: AddedProps) => (
  <fieldset className={styles.line}>
    <legend>
      {added.description}
      <small>
        {counted === added.year
          ? `added, bought in ${added.year}`
          : `added, planned for ${added.year}, counted in FY ${counted}`}
      </small>
    </legend>
    <Lever
      label="Quantity"
      saved={added.quantity}
      value={added.quantity}
      range="Enter a whole number from 0 to 999,999,999."
      read={readAdded(added, 'quantity')}
      onChange={(quantity) => quantity !== null && onChange({ ...added, quantity })}
    />
    <Lever
      label="Unit price"
      saved={added.price}
      value={added.price}
      range="Enter a number from 0 to 999,999,999,999, to four decimal places."
      read={readAdded(added, 'price')}
      onChange={(price) => price !== null && onChange({ ...added, price })}
    />
    <Button
      icon="x"
      small
      kind="bare"
      onClick={({ currentTarget }) => {
        const own = currentTarget.closest('fieldset')
        focusItem(own?.nextElementSibling ?? own?.previousElementSibling)
        onRemove()
      }}
    >
      Remove {added.description}
    </Button>
  </fieldset>
)

type LeverProps = {
  label: ReactNode
  hint?: string
  saved: number
  value: number
  /** Null rejects what was typed, and `range` says what to enter. */
  read: (text: string) => number | null
  range: string
  /** Null resets to the saved value. */
  onChange: (value: number | null) => void
}

const kinds = {
  q: { read: (text: string) => readLever(text, 'q'), range: 'Enter a number, 0 or more.' },
  p: { read: (text: string) => readLever(text, 'p'), range: 'Enter a number.' },
  t: { read: (text: string) => readLever(text, 't'), range: 'Enter whole months from 1 to 600.' },
  up: { read: (text: string) => readLever(text, 'up'), range: 'Enter −100 to 1,000.' },
}

/** Number input; shows the saved value struck through and marks invalid input. */
const Lever = ({ label, hint, saved, value, read, range, onChange }: LeverProps) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && typed.trim() !== '' && read(typed) === null
  useCountWrong(isWrong)
  return (
    <div className={styles.lever} data-changed={value !== saved || undefined}>
      <label htmlFor={id}>
        {label}
        {hint && <small>{hint}</small>}
      </label>
      {value !== saved && <del>{formatNumber(saved)}</del>}
      <input
        id={id}
        className={fields.input}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? typedNumber(value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(read(event.target.value))
        }}
        onBlur={() => isWrong || setTyped(null)}
      />
      {isWrong && (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {range}
        </p>
      )}
    </div>
  )
}
