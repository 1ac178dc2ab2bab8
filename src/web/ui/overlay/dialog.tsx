import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../button'

type Props = {
  /** `dialog` or a custom class. */
  className: string | undefined
  title: string
  /** Called on Escape or a backdrop click; the caller decides whether to close. */
  onClose: () => void
  wide?: boolean
  alert?: boolean
  /** ID of what a screen reader says after the title. */
  text?: string
  children: ReactNode
}

/** Restores focus, else focuses the safe choice, the first field or the default button rather than Close. */
export const takeFocus = (dialog: HTMLDialogElement, last: Element | null) => {
  const place =
    last && dialog.contains(last)
      ? last
      : (dialog.querySelector('[data-safe]') ??
        dialog.querySelector('input, select, textarea') ??
        dialog.querySelector('[data-kind="primary"]'))
  if (place instanceof HTMLElement) place.focus()
}

/** Browsers let a second Escape through; prevent it, and keep the stacking order. */
const reopen = (dialog: HTMLDialogElement, last: Element | null) => {
  if (dialog.open) return
  dialog.showModal()
  takeFocus(dialog, last)
  for (const other of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    if (!(dialog.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)) continue
    other.close()
    other.showModal()
    takeFocus(other, null)
  }
}

/** Returns a function that closes the dialog and restores focus. */
const openModal = (dialog: HTMLDialogElement) => {
  const opener = document.activeElement
  dialog.showModal()
  takeFocus(dialog, opener)
  return () => {
    dialog.close()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }
}

/** Native modal dialog: traps focus, makes the page inert and restores focus. */
export const Dialog = ({ className, title, onClose, wide, alert, text, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => (ref.current ? openModal(ref.current) : undefined), [])
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={title}
      aria-describedby={text}
      role={alert ? 'alertdialog' : undefined}
      data-wide={wide || undefined}
      onFocus={({ target }) => {
        focused.current = target
      }}
      // React, unlike the browser, bubbles events from nested dialogs.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget) reopen(currentTarget, focused.current)
      }}
      // Its scrollbar is the dialog, too.
      onMouseDown={({ target, currentTarget, clientX, clientY }) => {
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
        const isBeside = clientX < left || clientX > right || clientY < top || clientY > bottom
        if (target === currentTarget && isBeside) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <IconButton icon="x" label="Close" tip="Close (Esc)" onClick={onClose} />
)
