import { useState } from 'react'

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
      className="view-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name) onSave(name)
      }}
    >
      <label htmlFor="view-name">View name</label>
      <input
        id="view-name"
        className="input"
        // biome-ignore lint/a11y/noAutofocus: the field is what the popover was opened for
        autoFocus
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="hint">Saves search, filters, sort and rows per page on this computer. The link works anywhere.</p>
      <div className="actions">
        <button type="submit" className="button" data-size="small" data-kind="primary" disabled={!name}>
          {taken.includes(name) ? `Replace ${name}` : 'Save view'}
        </button>
        {open && (
          <button type="button" className="button" data-size="small" data-kind="bare" onClick={() => onDelete(open)}>
            Delete {open}
          </button>
        )}
      </div>
    </form>
  )
}
