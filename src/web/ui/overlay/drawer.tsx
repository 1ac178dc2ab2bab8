import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { CloseButton, takeFocus } from './dialog'
import * as styles from './dialog.module.css'

type Props = {
  title: string
  /** Called on Escape or a click beside it; the caller decides whether to close. */
  onClose: () => void
  children: ReactNode
}

/** A menu, say, which Escape closes before anything else. */
const isMenuOpen = () => document.querySelector('[popover="auto"]:popover-open') !== null

/** Leads from the last control to the first, and back, and from nowhere to one of them. */
const wrapFocus = (dialog: HTMLDialogElement, event: KeyboardEvent) => {
  const controls = [...dialog.querySelectorAll<HTMLElement>('a, summary, :enabled')]
  const stops = controls.filter((control) => control.tabIndex >= 0 && control.checkVisibility())
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (![from, dialog, document.body].includes(event.target as HTMLElement)) return
  event.preventDefault()
  to?.focus()
}

/**
 * Edits at the side, over a page that stays as it is. It keeps the focus itself: a modal `<dialog>` makes the page inert, for
 * which browsers work out the styles of every element anew, and that takes as long as the form.
 */
export const Drawer = ({ title, onClose, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  // Before HydrationReplay gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    takeFocus(dialog, opener)
    const onKey = (event: KeyboardEvent) => {
      // Nothing has the focus after a button that had it was disabled or removed. The dialogs above have keys of their own.
      const isOurs = event.target === document.body || (event.target as Element).closest('dialog') === dialog
      if (!isOurs || event.defaultPrevented || document.querySelector('dialog:modal')) return
      if (event.key === 'Tab') wrapFocus(dialog, event)
      if (event.key !== 'Escape' || event.isComposing || isMenuOpen()) return
      // Or it would close the question that it leads to.
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
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
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div>
        <header>
          <h2>{title}</h2>
          <CloseButton onClose={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
