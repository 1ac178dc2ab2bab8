import { useId, useState } from 'react'
import * as buttons from '../../ui/buttons.module.css'
import { Section } from '../../ui/details'
import * as fields from '../../ui/fields.module.css'
import { FigureTable } from '../../ui/figure-table'
import { formatNumber } from '../../ui/format/format'
import * as typography from '../../ui/typography.module.css'
import type { Shared } from './address'
import * as styles from './assumptions-section.module.css'
import { type Plan, readCurrency, readLife, readPrice, typesOf } from './plan'

/** How long a type lasts and what it costs. Everything typed is in the address at once. */
export const AssumptionsSection = ({ plan, address: { assumptions, currency }, change }: Shared & { plan: Plan }) => {
  const types = typesOf(plan.groups)
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
        given.length > 0 && (
          <button
            type="button"
            className={buttons.button}
            data-size="small"
            data-kind="bare"
            onClick={() => change(Object.fromEntries(given.map((key) => [key, undefined])))}
          >
            Reset
          </button>
        )
      }
    >
      <p className={styles.currency}>
        <Entry
          label="Currency of the prices"
          value={currency}
          isValid={(text) => readCurrency(text) !== null}
          onChange={(text) => change({ currency: text === 'GBP' ? undefined : text })}
          isShown
        />
      </p>
      <FigureTable
        caption="Assumptions by type"
        head={['Type', 'Devices', 'Lasts, years', 'Price each']}
        rows={types.map(({ type, devices }) => {
          const name = type || 'No type'
          return {
            key: type,
            name,
            cells: [
              formatNumber(devices),
              <Entry
                key="life"
                label={`Years that one lasts: ${name}`}
                value={String(lives[type] ?? '')}
                placeholder="warranty"
                isValid={(text) => text === '' || readLife(text) !== null}
                onChange={(text) => change({ [`life-${type}`]: text })}
              />,
              <Entry
                key="price"
                label={`Price of one: ${name}`}
                value={String(prices[type] ?? '')}
                isValid={(text) => text === '' || readPrice(text) !== null}
                onChange={(text) => change({ [`price-${type}`]: text })}
              />,
            ],
          }
        })}
      />
      <p className={typography.dim}>
        Whole years from 1 to 30, counted from the start of the warranty. A type without years, or a device without a
        start, is replaced when its warranty ends. Prices have a decimal point.
      </p>
    </Section>
  )
}

type EntryProps = {
  label: string
  value: string
  placeholder?: string
  isValid: (text: string) => boolean
  onChange: (text: string) => void
  isShown?: boolean
}

const Entry = ({ label, value, placeholder, isValid, onChange, isShown }: EntryProps) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && !isValid(typed)
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
        onChange={({ target }) => {
          const text = target.value.trim()
          setTyped(target.value)
          if (isValid(text)) onChange(text)
        }}
        onBlur={() => setTyped(null)}
      />
    </>
  )
}
