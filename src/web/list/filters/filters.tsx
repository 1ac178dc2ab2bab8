import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FilterKey, ListEndpoint } from '../../../contract/core/endpoint'
import { useShortcutKey } from '../../lib/shortcuts'
import * as chips from '../../ui/chips.module.css'
import * as fields from '../../ui/fields.module.css'
import { Icon } from '../../ui/icon/icon'
import { ShortcutCap } from '../../ui/key-cap'
import type { Changes } from '../list-query'
import * as styles from './filters.module.css'

type ControlProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Placeholder, "Any" by default. */
  placeholder?: string
}
export type FilterControl = (props: ControlProps) => ReactNode

export type Filter = {
  label: string
  /** Labels of enum or boolean values, in display order. */
  words?: Record<string, string>
  /** Shown as tabs instead of a filter. */
  tabs?: boolean
  /** Set only by links; shown so that it can be removed. */
  linked?: boolean
  /** Custom control. */
  control?: FilterControl
}

/** Every filter of the operation must be listed; TypeScript checks it. */
export type Filters<E extends ListEndpoint> = { [K in FilterKey<E>]: Filter }

type Props = {
  filters: Record<string, Filter>
  sent: Record<string, string>
  change: (changes: Changes, o?: { replace?: boolean }) => void
}

export const FilterBar = ({ filters, sent, change }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex line of chips in every browser
  <div className={chips.chips} role="group" aria-label="Filters">
    {Object.entries(filters)
      .filter(([key, { tabs, linked }]) => key !== 'search' && !tabs && (!linked || key in sent))
      .map(([key, { label, words, control }]) => {
        const Control = control ?? (words ? undefined : TextFilter)
        const set = (value: string | undefined) => change({ [key]: value })
        return (
          <span key={key} className={chips.chip} data-set={key in sent || undefined}>
            {Control ? (
              <Control label={label} value={sent[key]} onChange={set} />
            ) : (
              <WordFilter label={label} words={words ?? {}} value={sent[key]} onChange={set} />
            )}
            {key in sent && (
              <button type="button" aria-label={`Remove filter: ${label}`} onClick={() => set(undefined)}>
                <Icon name="x" />
              </button>
            )}
          </span>
        )
      })}
  </div>
)

const WordFilter = ({ label, words, value, onChange }: ControlProps & { words: Record<string, string> }) => (
  <label>
    <span>{value ? `${label} is` : label}</span>
    <select value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">Any</option>
      {Object.entries(words).map(([word, name]) => (
        <option key={word} value={word}>
          {name}
        </option>
      ))}
    </select>
    <Icon name="chevron-down" small />
  </label>
)

/** Applied on Enter or blur. */
const TextFilter: FilterControl = ({ label, value, onChange }) => (
  <label>
    <span>{value ? `${label} is` : label}</span>
    <input
      key={value ?? ''}
      defaultValue={value ?? ''}
      placeholder="Any"
      size={value ? Math.min(Math.max(value.length, 4), 24) : 8}
      onBlur={(event) =>
        event.target.value.trim() !== (value ?? '') && onChange(event.target.value.trim() || undefined)
      }
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  </label>
)

type SearchProps = {
  label: string
  value: string
  onChange: (text: string | undefined) => void
  /** Moves focus to the first row. */
  onEnter: () => void
}

/** Debounced and trimmed search. */
export const Search = ({ label, value, onChange, onEnter }: SearchProps) => {
  const [text, setText] = useState(value)
  const keyOf = useShortcutKey()
  const sentText = useRef(value)
  // Back changes the URL; while typing, the field is ahead of it.
  if (value !== sentText.current) {
    sentText.current = value
    setText(value)
  }
  const send = useCallback(() => {
    const trimmed = text.trim().slice(0, 255)
    if (trimmed === sentText.current) return
    sentText.current = trimmed
    onChange(trimmed || undefined)
  }, [text, onChange])
  useEffect(() => {
    const timer = setTimeout(send, 200)
    return () => clearTimeout(timer)
  }, [send])
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        id="list-search"
        className={fields.input}
        type="search"
        placeholder={label}
        aria-label={`Search: ${label}`}
        aria-keyshortcuts={keyOf('/')}
        maxLength={255}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Cancel a pending search when the user leaves the field for a row.
        onBlur={send}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter()
          if (event.key === 'Escape') text ? setText('') : event.currentTarget.blur()
        }}
      />
      <ShortcutCap>/</ShortcutCap>
    </div>
  )
}
