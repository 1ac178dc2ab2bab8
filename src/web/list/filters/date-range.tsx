import { useId, useState } from 'react'
import { dayOf, spanText } from '../../ui/format/day'
import { Icon } from '../../ui/icon/icon'
import * as fields from '../../ui/input/fields.module.css'
import { ChoiceList } from '../../ui/overlay/choice-list'
import { Popover } from '../../ui/overlay/popover'
import * as styles from './date-range.module.css'
import type { RangeControl } from './filters'
import { type RangeHolds, rangeDay } from './range-day'

/** A named range of days, both included; one without days is all time. */
export type Preset = { key: string; name: string; from?: string; to?: string }

type Days = string | undefined

type Props = {
  label: string
  holds: RangeHolds
  from: Days
  to: Days
  presets: Preset[]
  /** The chosen preset, where the address names it; otherwise it is known by its days. */
  chosen?: string | undefined
  onPreset: (preset: Preset) => void
  onDays: (from: Days, to: Days) => void
}

/** The content of a filter chip: a button that opens presets and two days of one’s own. */
export const DateRange = ({ label, holds, from, to, presets, chosen, onPreset, onDays }: Props) => {
  const preset = presets.find((one) => (chosen ? one.key === chosen : isOf(one, from, to)))
  const [firstDay, lastDay] = [rangeDay(holds, from), rangeDay(holds, to)]
  const days = spanText(firstDay, lastDay)
  const shown = (
    <>
      <span>{preset || days ? `${label} is` : label}</span>
      <b>{preset?.name.toLowerCase() ?? (days || 'Any')}</b>
      {preset && days && <small>{days}</small>}
      <Icon name="chevron-down" small />
    </>
  )
  return (
    <Popover plain worded icon="calendar-clock" label={label} shown={shown}>
      {(close) => (
        <>
          <ChoiceList
            choices={presets.map(({ key, name }) => [key, name])}
            chosen={preset?.key ?? ''}
            onChoose={(key) => {
              close()
              const next = presets.find((one) => one.key === key)
              if (next) onPreset(next)
            }}
          />
          <div className={styles.days}>
            <DayField label="From" value={firstDay} onChange={(day) => onDays(day, to)} onEnter={close} />
            <DayField label="Until" value={lastDay} onChange={(day) => onDays(from, day)} onEnter={close} />
          </div>
        </>
      )}
    </Popover>
  )
}

/** A list’s filter by days, whose presets put their days into the address. */
export const dateRange =
  (presets: () => Preset[]): RangeControl =>
  ({ onChange, ...props }) => (
    <DateRange {...props} presets={presets()} onPreset={({ from, to }) => onChange(from, to)} onDays={onChange} />
  )

const isOf = (preset: Preset, from: Days, to: Days) => Boolean(from || to) && preset.from === from && preset.to === to

type DayProps = { label: string; value: Days; onChange: (day: Days) => void; onEnter: () => void }

/** Ignores the incomplete years that appear while typing. */
const DayField = ({ label, value, onChange, onEnter }: DayProps) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={fields.input}
        type="date"
        min="1000-01-01"
        max="9999-12-31"
        value={typed ?? dayOf(value)?.toISOString().slice(0, 10) ?? ''}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.validity.valid) onChange(target.value || undefined)
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The key would go on to press the button that takes the focus.
          event.preventDefault()
          onEnter()
        }}
      />
    </div>
  )
}
