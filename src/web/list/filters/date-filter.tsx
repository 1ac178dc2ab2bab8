import { useState } from 'react'
import { dayOf } from '../../ui/format/day'
import * as typography from '../../ui/typography.module.css'
import * as styles from './date-filter.module.css'
import type { FilterControl } from './filters'

/** Ignores the incomplete years that appear while typing. */
export const DateFilter: FilterControl = ({ label, value, onChange }) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label>
      <span>
        {label} {!value && <span className={typography.dim}>Any</span>}
      </span>
      <input
        className={value ? undefined : styles.any}
        type="date"
        min="1000-01-01"
        max="9999-12-31"
        value={typed ?? dayOf(value)?.toISOString().slice(0, 10) ?? ''}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.validity.valid) onChange(target.value || undefined)
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  )
}
