import * as buttons from '../ui/buttons.module.css'
import { Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'

type Props = { changes: number; onLeave: () => void; onStay: () => void }

/** Confirms discarding unsaved changes. */
export const UnsavedChangesDialog = ({ changes, onLeave, onStay }: Props) => {
  const title = `Leave with ${changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}?`
  return (
    <Dialog className={dialogs.dialog} title={title} onClose={onStay} alert>
      <header>
        <h2>{title}</h2>
        <p>Your changes will be lost.</p>
      </header>
      <footer>
        <button type="button" className={buttons.button} data-kind="danger" onClick={onLeave}>
          Discard and leave
        </button>
        <button type="button" className={buttons.button} data-kind="primary" onClick={onStay}>
          Keep editing
        </button>
      </footer>
    </Dialog>
  )
}
