import { useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]') !== null

/** Single-key shortcuts (lower case), inactive while typing or under a dialog. */
export const useShortcuts = (keys: Record<string, (() => void) | undefined>) => {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const act = current.current[event.key.toLowerCase()]
      if (!act || document.querySelector('dialog[open], [popover]:popover-open')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
