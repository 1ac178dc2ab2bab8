import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from '../../lib/browser/is-composing'
import { cleanSearch } from '../../lib/text/clean-search'
import { Icon } from '../../ui/icon/icon'
import { useDraft } from './use-draft'

type ControlProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Placeholder, "Any" by default. */
  placeholder?: string
}
export type FilterControl = (props: ControlProps) => ReactNode

export const WordFilter = ({ label, words, value, onChange }: ControlProps & { words: Record<string, string> }) => (
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

/** Applied on Enter or blur; Escape takes back what was typed. */
export const TextFilter: FilterControl = ({ label, value = '', onChange }) => {
  const { text, setText, apply } = useDraft(value, onChange)
  const applyCleaned = () => {
    apply()
    setText(cleanSearch(text))
  }
  return (
    <label>
      <span>{value ? `${label} is` : label}</span>
      <input
        value={text}
        placeholder="Any"
        size={value ? Math.min(Math.max(value.length, 4), 24) : 8}
        onChange={({ target }) => setText(target.value)}
        onBlur={applyCleaned}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') applyCleaned()
          // At once: the focus may leave next, which applies the text.
          if (event.key === 'Escape') flushSync(() => setText(value))
        }}
      />
    </label>
  )
}
