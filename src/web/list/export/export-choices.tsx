import * as fields from '../../ui/input/fields.module.css'
import { SegmentedControl } from '../../ui/input/segmented-control'
import type { ExportOptions } from './export-options'

type Props = { options: ExportOptions; change: (change: Partial<ExportOptions>) => void }

export const formatWords = { csv: 'CSV', xlsx: 'Excel' }

/** Format, columns, dates and separator of an export. */
export const ExportChoices = ({ options, change }: Props) => (
  <>
    <Choice label="Format" value={options.format} words={formatWords} onChange={(format) => change({ format })} />
    <Choice
      label="Columns"
      value={options.columns}
      words={{ shown: 'As shown', all: 'All' }}
      onChange={(columns) => change({ columns })}
    />
    <Choice
      label="Dates"
      value={options.dates}
      words={{ local: 'Your time zone', iso: 'ISO 8601 (UTC)' }}
      onChange={(dates) => change({ dates })}
    />
    {options.format === 'csv' && (
      <Choice
        label="Separator"
        value={options.separator}
        words={{ ',': 'Comma', ';': 'Semicolon' }}
        hint={options.separator === ';' ? 'Decimal comma: 1,5' : 'Decimal point: 1.5'}
        onChange={(separator) => change({ separator })}
      />
    )}
  </>
)

type ChoiceProps<V extends string> = {
  label: string
  value: V
  words: Record<V, string>
  hint?: string
  onChange: (value: V) => void
}

const Choice = <V extends string>({ label, value, words, hint, onChange }: ChoiceProps<V>) => (
  <fieldset className={fields.field}>
    <legend className={fields.label}>{label}</legend>
    <SegmentedControl options={Object.keys(words) as V[]} labels={words} value={value} onChange={onChange} />
    {hint && <span className={fields.hint}>{hint}</span>}
  </fieldset>
)
