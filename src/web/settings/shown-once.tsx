import { useState } from 'react'
import { useLeaveBlocker } from '../lib/navigation/use-leave-blocker'
import { Button } from '../ui/button'
import { InlineCopyButton } from '../ui/copy-button'
import { Notice } from '../ui/facts/details'
import { Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'
import * as styles from './api-access.module.css'

/** Shows a key’s text for the only time, so only the confirm button closes it, and nothing else leaves it. */
export const ShownOnce = ({ name, text, onClose }: { name: string; text: string; onClose: () => void }) => {
  useLeaveBlocker(true)
  const [failure, setFailure] = useState<Error | null>(null)
  return (
    <Dialog className={dialogs.dialog} title={`Key “${name}” created`} onClose={() => {}} alert>
      <header>
        <h2>Key “{name}” created</h2>
        <p>Copy it now. You won’t see it again.</p>
      </header>
      <div className={dialogs.body}>
        <p className={styles.secret}>
          <code>{text}</code> <InlineCopyButton text={text} what="key" onFail={setFailure} />
        </p>
        {failure && (
          <Notice bad>
            <b>Couldn’t copy.</b> {failure.message}
          </Notice>
        )}
      </div>
      <footer>
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </footer>
    </Dialog>
  )
}
