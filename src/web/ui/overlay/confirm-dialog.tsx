import type { ReactNode } from 'react'
import { Button } from '../button'
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
    <Button kind={kind} type={onYes ? 'button' : 'submit'} disabled={disabled} aria-disabled={busy} onClick={onYes}>
      {yes}
    </Button>
  )
  return (
    <Dialog className={dialogs.dialog} title={title} onClose={() => onNo?.()} alert text="question">
      <header>
        <h2>{title}</h2>
        <p id="question">{text}</p>
        {error && <p role="alert">{error}</p>}
      </header>
      {children && <div className={dialogs.body}>{children}</div>}
      <footer>
        {no && confirm}
        <Button kind={no ? 'primary' : 'bare'} data-safe={!children || undefined} aria-disabled={!onNo} onClick={onNo}>
          {no ?? 'Cancel'}
        </Button>
        {!no && confirm}
      </footer>
    </Dialog>
  )
}
