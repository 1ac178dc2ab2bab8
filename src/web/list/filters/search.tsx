import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '../../lib/browser/is-composing'
import { useShortcutKey } from '../../lib/shortcuts'
import { Icon } from '../../ui/icon/icon'
import * as fields from '../../ui/input/fields.module.css'
import { ShortcutCap } from '../../ui/key-cap'
import * as styles from './search.module.css'
import { useDraft } from './use-draft'

type SearchProps = {
  label: string
  value: string
  onChange: (text: string | undefined) => void
  /** Moves focus to the first row. */
  onEnter: () => void
}

/** Debounced search. */
export const Search = ({ label, value, onChange, onEnter }: SearchProps) => {
  const { text, setText, apply } = useDraft(value, onChange)
  const keyOf = useShortcutKey()
  const applyLatest = useEffectEvent(apply)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once typing pauses
  useEffect(() => {
    const timer = setTimeout(applyLatest, 200)
    return () => clearTimeout(timer)
  }, [text])
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
        // A pending search is sent at once when the user leaves the field.
        onBlur={apply}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') {
            // In Firefox the key would go on to press the link that takes the focus.
            event.preventDefault()
            onEnter()
          }
          if (event.key === 'Escape') text ? setText('') : event.currentTarget.blur()
        }}
      />
      <ShortcutCap>/</ShortcutCap>
    </div>
  )
}
