import type { ReactNode } from 'react'
import * as buttons from '../buttons.module.css'
import { Dialog } from './dialog'
import * as dialogs from './dialog.module.css'

type Props = {
  title: string
  text: ReactNode
  error?: string | null | undefined
  /** Button labels. With a label of its own, such as “Keep editing”, `no` is the primary button and comes last. */
  yes: string
  no?: string
  kind?: 'primary' | 'danger'
  disabled?: boolean
  busy?: boolean
  /** Without it `yes` submits the form around the dialog. */
  onYes?: () => void
  /** Undefined while the dialog can’t be closed. */
  onNo: (() => void) | undefined
  /** Fields, the first of which takes the focus from the safe button. */
  children?: ReactNode
}

/** Asks for confirmation. */
export const ConfirmDialog = ({
  title,
  text,
  error,
  yes,
  no,
  kind = 'danger',
  disabled,
  busy,
  onYes,
  onNo,
  children,
}: Props) => {
  const confirm = (
    <button
      type={onYes ? 'button' : 'submit'}
      className={buttons.button}
      data-kind={kind}
      disabled={disabled}
      aria-disabled={busy}
      onClick={onYes}
    >
      {yes}
    </button>
  )
  return (
    <Dialog className={dialogs.dialog} title={title} onClose={() => onNo?.()} alert>
      <header>
        <h2>{title}</h2>
        <p>{text}</p>
        {error && <p role="alert">{error}</p>}
      </header>
      {children && <div className={dialogs.body}>{children}</div>}
      <footer>
        {no && confirm}
        <button
          type="button"
          className={buttons.button}
          data-kind={no ? 'primary' : 'bare'}
          data-safe={!children || undefined}
          aria-disabled={!onNo}
          onClick={onNo}
        >
          {no ?? 'Cancel'}
        </button>
        {!no && confirm}
      </footer>
    </Dialog>
  )
}
