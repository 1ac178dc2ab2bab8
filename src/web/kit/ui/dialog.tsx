import { type ReactNode, useEffect, useRef } from 'react'
import { useDrawn } from '../as-drawn'
import { inNextTask } from '../next-task'

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

/** A browser lets a second Escape through. What is asked or typed here does not go away by that, and stays under what lies on it. */
const reopen = (dialog: HTMLDialogElement) => {
  if (dialog.open) return
  dialog.showModal()
  for (const other of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    if (!(dialog.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)) continue
    other.close()
    other.showModal()
  }
}

/** Returns what closes it and gives the focus back. */
const openModal = (dialog: HTMLDialogElement) => {
  const opener = document.activeElement
  if (!dialog.matches(':modal')) {
    dialog.close()
    dialog.showModal()
  }
  const chosen = dialog.contains(opener) ? (opener as HTMLElement) : null
  // People come for the first field, or else for the proposed answer, and not for the close button.
  const first =
    chosen ??
    dialog.querySelector<HTMLElement>('input, textarea') ??
    dialog.querySelector<HTMLElement>('[data-kind="primary"]')
  first?.focus()
  return () => {
    dialog.close()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }
}

/** The platform's modal dialog: it keeps the focus, makes the page behind it inert, and gives the focus back. */
export const Dialog = ({ className, title, onClose, wide, alert, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  // The server draws it open, but only a script can make it modal.
  const isDrawn = useDrawn()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!isDrawn) return openModal(dialog)
    // The page behind it is styled anew as what cannot be used, in a task of its own: the app has just taken the page over.
    let close = () => {}
    const cancel = inNextTask(() => {
      close = openModal(dialog)
    })
    return () => {
      cancel()
      close()
    }
  }, [isDrawn])
  return (
    <dialog
      ref={ref}
      className={className}
      open={isDrawn || undefined}
      aria-label={title}
      role={alert ? 'alertdialog' : undefined}
      data-wide={wide || undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => reopen(currentTarget)}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
