import { useEffectEvent, useLayoutEffect } from 'react'
import { readPreference, usePreference } from './preferences'

/** "off" turns single-key shortcuts off. */
export const shortcutsPreference = 'shortcuts'
/** Changed keys by their defaults: `h=g&j=n`. */
export const shortcutKeysPreference = 'shortcut keys'

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]') !== null

/** The default key of the shortcut that a pressed key stands for. Keys with a name, such as Escape, never change. */
const defaultKeyOf = (pressed: string) => {
  if (pressed.length > 1) return pressed
  if (readPreference(shortcutsPreference) === 'off') return ''
  const changed = new URLSearchParams(readPreference(shortcutKeysPreference) ?? '')
  for (const [key, own] of changed) if (own === pressed) return key
  return changed.has(pressed) ? '' : pressed
}

/** Keys that repeat while held down; all others act once. */
const moving = 'jk[]'

/** Single-key shortcuts (lower case), inactive while typing or under a dialog. */
export const useShortcuts = (keys: Record<string, (() => void) | undefined>) => {
  const actOf = useEffectEvent((key: string) => keys[key])
  // Not after the page is painted: keys work as soon as it is seen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = defaultKeyOf(event.key.toLowerCase())
      const act = actOf(key)
      if (
        !act ||
        (event.repeat && !moving.includes(key)) ||
        document.querySelector('dialog[open], [popover="auto"]:popover-open')
      )
        return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Returns the key of a shortcut on this computer, or undefined if shortcuts are off. */
export const useShortcutKey = () => {
  const [state] = usePreference(shortcutsPreference, 'on')
  const [keys] = usePreference(shortcutKeysPreference, '')
  return (key: string) => (state === 'off' ? undefined : (new URLSearchParams(keys).get(key) ?? key))
}

/** "Next (j)" */
export const withKey = (label: string, key: string | undefined) => (key ? `${label} (${key})` : label)
