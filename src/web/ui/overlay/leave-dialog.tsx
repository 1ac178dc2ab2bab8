import * as buttons from '../buttons.module.css'
import { Dialog } from './dialog'
import * as dialogs from './dialog.module.css'

type Props = {
  title: string
  text: string
  /** What the buttons say. */
  leave: string
  stay: string
  onLeave: () => void
  onStay: () => void
}

/** Asks before something is lost by leaving. */
export const LeaveDialog = ({ title, text, leave, stay, onLeave, onStay }: Props) => (
  <Dialog className={dialogs.dialog} title={title} onClose={onStay} alert>
    <header>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
    <footer>
      <button type="button" className={buttons.button} data-kind="danger" onClick={onLeave}>
        {leave}
      </button>
      <button type="button" className={buttons.button} data-kind="primary" onClick={onStay}>
        {stay}
      </button>
    </footer>
  </Dialog>
)
