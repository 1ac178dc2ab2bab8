import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { takeFocus } from './dialog'
import * as styles from './dialog.module.css'

type Props = {
  title: string
  /** Called on Escape or a click beside it; the caller decides whether to close. */
  onClose: () => void
  children: ReactNode
}

/** A menu, say, which Escape closes before anything else. */
const isMenuOpen = () => document.querySelector('[popover="auto"]:popover-open') !== null

/** Leads from the last control to the first, and back. */
const wrapFocus = (event: KeyboardEvent<HTMLElement>) => {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('a, summary, :enabled')]
  const stops = controls.filter((control) => control.tabIndex >= 0 && control.checkVisibility())
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (event.target !== from && event.target !== event.currentTarget) return
  event.preventDefault()
  to?.focus()
}

/**
 * Edits at the side, over a page that stays as it is. It keeps the focus itself: a modal `<dialog>` makes the page inert, for
 * which browsers work out the styles of every element anew, and that takes as long as the form.
 */
export const Drawer = ({ title, onClose, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  // Before HydrationReplay gives the focus back.
  useLayoutEffect(() => {
    const opener = document.activeElement
    if (ref.current) takeFocus(ref.current, opener)
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      open
      className={styles.drawer}
      aria-label={title}
      aria-modal="true"
      tabIndex={-1}
      onKeyDown={(event) => {
        // React bubbles the keys of the dialogs in it too.
        if ((event.target as Element).closest('dialog') !== event.currentTarget) return
        if (event.key === 'Tab') wrapFocus(event)
        const { key, defaultPrevented, nativeEvent } = event
        if (key !== 'Escape' || defaultPrevented || nativeEvent.isComposing || isMenuOpen()) return
        // Or it would close the question that it leads to.
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div>{children}</div>
    </dialog>
  )
}
