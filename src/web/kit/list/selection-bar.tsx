import { lazy, Suspense, useState } from 'react'
import type { ListEndpoint } from '../../../contract/kit'
import { formatNumber, plural } from '../format'
import { showReceipt } from '../receipts'
import { Icon } from '../ui/icon'
import { Popover } from '../ui/popover'
import type { BulkAction, Row } from './bulk'
import { readAll } from './read-all'
import type { Selection } from './selection'

const BulkDialog = lazy(async () => ({
  default: (await import('./bulk-dialog')).BulkDialog,
})) as typeof import('./bulk-dialog').BulkDialog

type Props<R extends Row> = {
  endpoint: ListEndpoint
  sent: Record<string, string>
  selection: Selection<R>
  total: number
  noun: [string, string]
  nameOf: (row: R) => string
  actions: BulkAction<R>[]
  onExport: () => void
}

/** What was chosen for how many rows, when it was: writing may take rows out of the list. */
type Running<R extends Row> = { action: BulkAction<R>; choice: string; count: number }

/** How many rows are selected, always, and what can be done with them. */
export const SelectionBar = <R extends Row>({
  endpoint,
  sent,
  selection,
  total,
  noun,
  nameOf,
  actions,
  onExport,
}: Props<R>) => {
  const [running, setRunning] = useState<Running<R> | null>(null)
  const rowsOf = async (signal: AbortSignal) =>
    selection.everything
      ? selection.of(await readAll<R>(endpoint, sent, { signal, onProgress: () => {} }))
      : selection.picked
  const start = (action: BulkAction<R>, choice: string) => setRunning({ action, choice, count: selection.count })
  const copyIds = async () => {
    try {
      const rows = await rowsOf(new AbortController().signal)
      await navigator.clipboard.writeText(rows.map(({ id }) => id).join('\n'))
      showReceipt({ tone: 'good', text: <b>{plural(rows.length, 'ID', 'IDs')} copied.</b>, more: 'One on each line.' })
    } catch (error) {
      showReceipt({ tone: 'bad', text: <b>The IDs could not be copied.</b>, more: (error as Error).message })
    }
  }
  return (
    <>
      {selection.count > 0 && (
        <section className="bulk" aria-label="Selection">
          <span role="status">
            <b>{formatNumber(selection.count)}</b> selected
          </span>
          {!selection.everything && selection.count < total && (
            <button type="button" className="button" onClick={selection.selectEverything}>
              Select all {formatNumber(total)} matching
            </button>
          )}
          <hr />
          {actions.map((action) =>
            action.choices ? (
              <Popover key={action.label} label={action.label} icon={action.icon}>
                {(close) => (
                  <ul className="choices">
                    {Object.entries(action.choices ?? {}).map(([choice, word]) => (
                      <li key={choice}>
                        <button
                          type="button"
                          onClick={() => {
                            close()
                            start(action, choice)
                          }}
                        >
                          {word}
                        </button>
                      </li>
                    ))}
                  </ul>
                )}
              </Popover>
            ) : (
              <button key={action.label} type="button" className="button" onClick={() => start(action, '')}>
                <Icon name={action.icon} />
                {action.label}
              </button>
            ),
          )}
          <button type="button" className="button" onClick={onExport}>
            <Icon name="download" />
            Export
          </button>
          <button type="button" className="button" onClick={copyIds}>
            <Icon name="copy" />
            Copy IDs
          </button>
          <hr />
          <button
            type="button"
            className="icon-button"
            title="Clear selection (Esc)"
            aria-label="Clear selection"
            onClick={selection.clear}
          >
            <Icon name="x" />
          </button>
        </section>
      )}
      <Suspense>
        {running && (
          <BulkDialog
            {...running}
            noun={noun}
            nameOf={nameOf}
            rowsOf={rowsOf}
            onClose={() => {
              setRunning(null)
              selection.clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
