import { Button } from '../ui/button'
import { plural } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { KeyCap } from '../ui/key-cap'
import { explanation } from '../ui/overlay/tip'
import * as styles from './form.module.css'

type Props = {
  changes: number
  /** How many of them can’t be saved as they are. */
  wrong: number
  isSaving: boolean
  /** Whether leaving waits for the save. */
  isWaiting: boolean
  /** Why nothing can be saved. */
  lack?: string | null
  onDiscard: () => void
}

/** The foot of every form that changes a record. */
export const EditFooter = ({ changes, wrong, isSaving, isWaiting, lack = null, onDiscard }: Props) => (
  <footer>
    <span role="status">
      {isWaiting && 'The form closes once it’s saved.'}
      {changes > 0 && !isSaving && (
        <span className={styles.unsaved}>
          <Glyph name="pending" />
          {plural(changes, 'unsaved change', 'unsaved changes')}
          {wrong > 0 && `, ${wrong} to fix`}
        </span>
      )}
    </span>
    <Button
      kind="bare"
      aria-disabled={changes === 0 || isSaving}
      onClick={() => {
        if (!isSaving) onDiscard()
      }}
    >
      Discard
    </Button>
    <Button
      kind="primary"
      type="submit"
      aria-disabled={Boolean(lack) || isSaving || changes === 0}
      {...explanation(lack)}
    >
      {isSaving ? 'Saving' : changes > 1 ? `Save ${changes} changes` : 'Save'} <KeyCap>Ctrl ↵</KeyCap>
    </Button>
  </footer>
)
