import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FilterKey, ListEndpoint } from '../../../contract/core/endpoint'
import { Icon } from '../../ui/icon/icon'
import { KeyCap } from '../../ui/key-cap'
import type { Changes } from '../list-query'

type ControlProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** What stands in an empty one, where that is not "Any". */
  placeholder?: string
}
export type FilterControl = (props: ControlProps) => ReactNode

export type Filter = {
  label: string
  /** What the values of an enum or a flag are called, in the order in which they are offered. */
  words?: Record<string, string>
  /** Shown as tabs above the list and not as a filter among others. */
  tabs?: boolean
  /** Nobody would type it: it stands in an address, and is shown to be taken away again. */
  linked?: boolean
  /** For values that are neither words nor free text. */
  control?: FilterControl
}

/** One for every filter of the operation: one too many or one forgotten does not compile. */
export type Filters<E extends ListEndpoint> = { [K in FilterKey<E>]: Filter }

type Props = {
  filters: Record<string, Filter>
  sent: Record<string, string>
  change: (changes: Changes, o?: { replace?: boolean }) => void
}

export const FilterBar = ({ filters, sent, change }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex line of chips in every browser
  <div className="chips" role="group" aria-label="Filters">
    {Object.entries(filters)
      .filter(([key, { tabs, linked }]) => key !== 'search' && !tabs && (!linked || key in sent))
      .map(([key, { label, words, control }]) => {
        const Control = control ?? (words ? undefined : TextFilter)
        const set = (value: string | undefined) => change({ [key]: value })
        return (
          <span key={key} className="chip" data-set={key in sent || undefined}>
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

/** Applied with Enter or on leaving the field. */
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
  /** Leads on to the first row. */
  onEnter: () => void
}

/** Goes out while typing, a moment after the last key; what is typed is trimmed, as the API does not. */
export const Search = ({ label, value, onChange, onEnter }: SearchProps) => {
  const [text, setText] = useState(value)
  const sentText = useRef(value)
  // Going back changes the address under the field; while typing the field is ahead of the address.
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
    <div className="search">
      <Icon name="search" />
      <input
        id="list-search"
        className="input"
        type="search"
        placeholder={label}
        aria-label={`Search: ${label}`}
        aria-keyshortcuts="/"
        maxLength={255}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Whoever leaves for a row must not be called back by a search that comes late.
        onBlur={send}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter()
          if (event.key === 'Escape') text ? setText('') : event.currentTarget.blur()
        }}
      />
      <KeyCap>/</KeyCap>
    </div>
  )
}
