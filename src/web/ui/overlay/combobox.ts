import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useId, useState } from 'react'
import { isComposing } from '../../lib/browser/is-composing'

type Modifiers = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>

type Options<O> = {
  /** The name of the list. */
  label: string
  options: O
  /** A key for each option, in their order. */
  keysOf: (options: O) => string[]
  isOpen: boolean
  /** Whether the options may still be those of an earlier text. Enter then waits for the ones of this text. */
  isStale?: boolean
  /** Called when Enter begins to wait. */
  onWait?: () => void
  /** The key is undefined if there are no options. */
  onChoose: (key: string | undefined, modifiers: Modifiers) => void
  /** Called on Escape if nothing else closes. */
  onEscape?: () => void
}

/**
 * The combobox pattern of the ARIA Authoring Practices: the field keeps the focus and names the active option by
 * `aria-activedescendant`. The first option is active until the arrow keys move on.
 */
export const useCombobox = <O>({
  label,
  options: latest,
  keysOf,
  isOpen,
  isStale = false,
  onWait,
  onChoose,
  onEscape,
}: Options<O>) => {
  const id = useId()
  const [pressed, setPressed] = useState<{ options: O } | null>(null)
  const { options } = pressed ?? { options: latest }
  const keys = keysOf(options)
  const [moved, setMoved] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<Modifiers | null>(null)
  const movedTo = keys.indexOf(moved ?? '')
  const at = Math.max(0, movedTo)
  const active = isOpen ? keys[at] : undefined
  const idOf = (key: string) => `${id}-${keys.indexOf(key)}`
  const activeId = active === undefined ? undefined : idOf(active)

  useEffect(() => {
    if (moved !== null && activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [moved, activeId])

  useEffect(() => {
    if (!waiting || isStale) return
    setWaiting(null)
    onChoose(active, waiting)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      setMoved(keys[(at + step + keys.length) % keys.length] ?? null)
      setWaiting(null)
    } else if (event.key === 'Enter' && isStale && movedTo === -1) {
      setWaiting(event)
      onWait?.()
    } else if (event.key === 'Enter') onChoose(active, event)
    else if (event.key === 'Escape' && isOpen && onEscape) onEscape()
    else return
    event.preventDefault()
  }

  return {
    /** Those to show. They stay while one is pressed: a click needs the same element at the press and the release. */
    options,
    active,
    /** Whether Enter waits for the options of this text. */
    isWaiting: waiting !== null,
    /** Resets to the first option, for a new text or when the list closes. */
    reset: () => {
      setMoved(null)
      setWaiting(null)
      setPressed(null)
    },
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
        onPointerDown: ({ button }: PointerEvent) => {
          if (button !== 0) return
          setPressed({ options })
          for (const end of ['click', 'pointercancel']) addEventListener(end, () => setPressed(null), { once: true })
        },
        // Keeps focus in the field.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
        onClick: (event: MouseEvent) => {
          setWaiting(null)
          onChoose(key, event)
        },
      }) as const,
  }
}
