import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsHydrating } from '../lib/hydration'

type Props = {
  /** `dialog`, `drawer`, or one of a part's own. */
  className: string | undefined
  title: string
  /** Asked for by Escape or a click beside it; the caller decides whether it closes. */
  onClose: () => void
  wide?: boolean
  alert?: boolean
  children: ReactNode
}

/** Where the focus was in it, else the first field or the proposed answer: people come for these and not for the close button. */
const takeFocus = (dialog: HTMLDialogElement, last: Element | null) => {
  const place =
    last && dialog.contains(last)
      ? last
      : (dialog.querySelector('input, textarea') ?? dialog.querySelector('[data-kind="primary"]'))
  if (place instanceof HTMLElement) place.focus()
}

/** A browser lets a second Escape through. What is asked or typed here does not go away by that, and stays under what lies on it. */
const reopen = (dialog: HTMLDialogElement, last: Element | null) => {
  if (dialog.open) return
  dialog.showModal()
  takeFocus(dialog, last)
  for (const other of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    if (!(dialog.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)) continue
    other.close()
    other.showModal()
    takeFocus(other, null)
  }
}

/** Returns what closes it and gives the focus back. */
const openModal = (dialog: HTMLDialogElement) => {
  const opener = document.activeElement
  if (!dialog.matches(':modal')) {
    dialog.close()
    dialog.showModal()
  }
  takeFocus(dialog, opener)
  return () => {
    dialog.close()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }
}

/** The platform's modal dialog: it keeps the focus, makes the page behind it inert, and gives the focus back. */
export const Dialog = ({ className, title, onClose, wide, alert, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const focused = useRef<Element | null>(null)
  // The server renders it open, but only a script can make it modal.
  const [isServerRendered] = useState(useIsHydrating())
  useEffect(() => (ref.current ? openModal(ref.current) : undefined), [])
  return (
    <dialog
      ref={ref}
      className={className}
      open={isServerRendered || undefined}
      aria-label={title}
      role={alert ? 'alertdialog' : undefined}
      data-wide={wide || undefined}
      onFocus={({ target }) => {
        focused.current = target
      }}
      // React has what lies on a dialog tell that dialog too, unlike the browser.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget) reopen(currentTarget, focused.current)
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
