import { InlineCopyButton } from '../ui/copy-button'
import { Dialog } from '../ui/dialog'
import styles from './api-access.module.css'

/** The only time that a key's text is seen, so that nothing closes it but saying that it is kept. */
export const ShownOnce = ({ name, text, onClose }: { name: string; text: string; onClose: () => void }) => (
  <Dialog className="dialog" title={`The key “${name}” is made`} onClose={() => {}} alert>
    <header>
      <h2>The key “{name}” is made</h2>
      <p>Copy it now. It is shown this once; the server keeps only a hash of it.</p>
    </header>
    <div className="body">
      <p className={styles.secret}>
        <code>{text}</code> <InlineCopyButton text={text} what="key" />
      </p>
    </div>
    <footer>
      <button type="button" className="button" data-kind="primary" onClick={onClose}>
        I have copied it
      </button>
    </footer>
  </Dialog>
)
