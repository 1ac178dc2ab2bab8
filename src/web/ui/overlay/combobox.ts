import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'

type Modifiers = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>

type Options = {
  /** The name of the list. */
  label: string
  /** A key for each option, in their order. */
  keys: string[]
  isOpen: boolean
  /** The key is undefined if there are no options. */
  onChoose: (key: string | undefined, modifiers: Modifiers) => void
  /** Called on Escape if nothing else closes. */
  onEscape?: () => void
}

/**
 * The combobox pattern of the ARIA Authoring Practices: the field keeps the focus and names the active option by
 * `aria-activedescendant`. The first option is active until the arrow keys move on.
 */
export const useCombobox = ({ label, keys, isOpen, onChoose, onEscape }: Options) => {
  const id = useId()
  const [moved, setMoved] = useState<string | null>(null)
  const at = Math.max(0, keys.indexOf(moved ?? ''))
  const active = isOpen ? keys[at] : undefined
  const idOf = (key: string) => `${id}-${keys.indexOf(key)}`
  const activeId = active === undefined ? undefined : idOf(active)

  useEffect(() => {
    if (moved !== null && activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [moved, activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setMoved(keys[(at + step + keys.length) % keys.length] ?? null)
    else if (event.key === 'Enter') onChoose(active, event)
    else if (event.key === 'Escape' && isOpen && onEscape) onEscape()
    else return
    event.preventDefault()
  }

  return {
    active,
    /** Resets to the first option, for new results. */
    reset: () => setMoved(null),
    inputProps: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-activedescendant': activeId,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      onKeyDown,
    } as const,
    listProps: { role: 'listbox', id, 'aria-label': label } as const,
    optionProps: (key: string) =>
      ({
        id: idOf(key),
        role: 'option',
        'aria-selected': key === active,
        // Keeps focus in the field.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
        onClick: (event: MouseEvent) => onChoose(key, event),
      }) as const,
  }
}
