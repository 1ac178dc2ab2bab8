import { useId, useState } from 'react'
import { getOwn } from '../../lib/text/get-own'
import { typedNumber } from '../../lib/text/typed-number'
import { Button } from '../../ui/button'
import { FigureTable } from '../../ui/figures/figure-table'
import { formatNumber } from '../../ui/format/format'
import * as fields from '../../ui/input/fields.module.css'
import { useCountWrong, useWrongFields, WrongFields } from '../../ui/input/wrong-fields'
import { Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import type { Shared } from './address'
import * as styles from './assumptions-section.module.css'
import { type Plan, readCurrency, readLife, readTypedPrice, typesOf } from './plan'

/** How long a type lasts and what it costs. Everything typed is in the address at once. */
export const AssumptionsSection = ({ plan, address: { assumptions, currency }, change }: Shared & { plan: Plan }) => {
  const types = typesOf(plan.groups)
  // Wrong text is only in its field, so Reset mounts the fields again.
  const [resets, setResets] = useState(0)
  const { hasWrong, count } = useWrongFields()
  const assume = (key: string, text: string) => change({ [key]: text })
  const { lives, prices } = assumptions
  const given = [
    ...Object.keys(lives).map((type) => `life-${type}`),
    ...Object.keys(prices).map((type) => `price-${type}`),
  ]
  return (
    <Section
      title="Assumptions"
      total="kept in the link"
      more={
        (given.length > 0 || hasWrong) && (
          <Button
            small
            kind="bare"
            onClick={() => {
              change(Object.fromEntries(given.map((key) => [key, undefined])))
              setResets(resets + 1)
            }}
          >
            Reset
          </Button>
        )
      }
    >
      <p className={styles.currency}>
        <Entry
          label="Currency of the prices"
          value={currency}
          read={(text) => readCurrency(text.toUpperCase())}
          wrong="Enter three letters, such as GBP."
          onChange={(text) => change({ currency: text === 'GBP' ? undefined : text })}
          isShown
        />
      </p>
      <WrongFields value={count}>
        <FigureTable
          className={styles.types}
          key={resets}
          caption="Assumptions by type"
          head={['Type', 'Devices', 'Replace after (years)', 'Price each']}
          rows={types.map(({ type, devices }) => {
            const name = type || 'No type'
            const price = getOwn(prices, type)
            return {
              key: type,
              name,
              cells: [
                formatNumber(devices),
                <Entry
                  key="life"
                  label={`Replace after (years): ${name}`}
                  value={String(lives[type] ?? '')}
                  placeholder="warranty"
                  read={(text) => (readLife(text) === null ? null : text)}
                  wrong="Enter whole years from 1 to 30."
                  onChange={(text) => assume(`life-${type}`, text)}
                />,
                <Entry
                  key="price"
                  label={`Price of one: ${name}`}
                  value={price === undefined ? '' : typedNumber(price)}
                  read={readTypedPrice}
                  wrong="Enter a price without a currency sign, such as 950."
                  onChange={(text) => assume(`price-${type}`, text)}
                />,
              ],
            }
          })}
        />
      </WrongFields>
      <p className={typography.dim}>
        Whole years from 1 to 30, counted from the start of the warranty. A type without years, or a device without a
        start, is replaced when its warranty ends.
      </p>
    </Section>
  )
}

type EntryProps = {
  label: string
  value: string
  placeholder?: string
  /** The text of the address for what is typed; null if it is wrong. */
  read: (text: string) => string | null
  /** What is accepted. */
  wrong: string
  onChange: (text: string) => void
  isShown?: boolean
}

/** What is wrong stays, with a sentence, and counts as not given. */
const Entry = ({ label, value, placeholder, read, wrong, onChange, isShown }: EntryProps) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const readText = (text: string) => (text.trim() === '' ? '' : read(text.trim()))
  const isWrong = typed !== null && readText(typed) === null
  useCountWrong(isWrong)
  return (
    <>
      <label htmlFor={id} className={isShown ? undefined : 'visually-hidden'}>
        {label}
      </label>
      <input
        id={id}
        className={`${fields.input} ${styles.entry}`}
        inputMode={isShown ? 'text' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(readText(target.value) ?? '')
        }}
        onBlur={() => isWrong || setTyped(null)}
      />
      {isWrong && (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {wrong}
        </p>
      )}
    </>
  )
}
