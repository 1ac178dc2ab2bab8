import { useState } from 'react'
import * as buttons from '../../ui/buttons.module.css'
import * as fields from '../../ui/fields.module.css'
import * as layout from '../../ui/layout.module.css'
import * as styles from './view-form.module.css'

type Props = {
  open: string | undefined
  taken: string[]
  onSave: (name: string) => void
  onDelete: (name: string) => void
}

/** Saves the current query as a view, or replaces or deletes the open one. */
export const ViewForm = ({ open, taken, onSave, onDelete }: Props) => {
  const [text, setText] = useState(open ?? '')
  const name = text.trim()
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (name) onSave(name)
      }}
    >
      <label htmlFor="view-name">View name</label>
      <input
        id="view-name"
        className={fields.input}
        // biome-ignore lint/a11y/noAutofocus: the field is what the popover was opened for
        autoFocus
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p>Saves search, filters, sort and rows per page on this computer. The link works anywhere.</p>
      <div className={layout.actions}>
        <button type="submit" className={buttons.button} data-size="small" data-kind="primary" disabled={!name}>
          {taken.includes(name) ? `Replace ${name}` : 'Save view'}
        </button>
        {open && (
          <button
            type="button"
            className={buttons.button}
            data-size="small"
            data-kind="bare"
            onClick={() => onDelete(open)}
          >
            Delete {open}
          </button>
        )}
      </div>
    </form>
  )
}
