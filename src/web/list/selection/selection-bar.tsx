import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMissingScope } from '../../lib/api/scopes'
import { copyText } from '../../lib/browser/clipboard'
import type { AnyRecordType } from '../../record/record-type'
import { Button, ButtonLink, IconButton } from '../../ui/button'
import { formatNumber, plural } from '../../ui/format/format'
import { lazyComponent } from '../../ui/lazy-component'
import { ChoiceList } from '../../ui/overlay/choice-list'
import { Popover } from '../../ui/overlay/popover'
import { disabledBecause } from '../../ui/overlay/tip'
import { toast } from '../../ui/overlay/toasts'
import type { ListAddress } from '../query/list-query'
import type { BulkAction, Row } from './bulk'
import { copyCells } from './copy-cells'
import type { Selection } from './selection'
import * as styles from './selection-bar.module.css'
import { setStatus } from './set-status'
import { readRows } from './table-order'

// Here, because every list loads this module when it is idle. On the window, so that lib/browser/clipboard, on the document, comes first.
addEventListener('copy', copyCells)

const BulkDialog = lazyComponent(async () => (await import('./bulk-dialog')).BulkDialog)

type Props<R extends Row> = {
  address: ListAddress
  selection: Selection<R>
  total: number
  recordType: AnyRecordType
  actions: BulkAction<R>[]
  /** A page about the selected rows, where they are known and there is one for as many. */
  link: ((rows: R[]) => { label: string; href: string } | null) | undefined
  onExport: () => void
  /** Called when the bar, and the focus in it, disappears. */
  onGone: () => void
}

/** The action and rows at the time; writing may remove rows from the list. */
type Running<R extends Row> = { action: BulkAction<R>; choice: string; count: number; listed: R[] | null }

/** Shows the number selected and the bulk actions. */
export const SelectionBar = <R extends Row>({
  address,
  selection,
  total,
  recordType,
  actions,
  link,
  onExport,
  onGone,
}: Props<R>) => {
  const client = useQueryClient()
  const [running, setRunning] = useState<Running<R> | null>(null)
  const { count, everything } = selection
  const { write, statuses } = recordType
  const isThere = count > 0
  const about = selection.selectedRows && link?.(selection.selectedRows)
  const allActions = write && statuses ? [setStatus(write, statuses), ...actions] : actions
  const giveFocusBack = useEffectEvent(() => document.activeElement === document.body && onGone())
  useEffect(() => (isThere ? () => void giveFocusBack() : undefined), [isThere])
  const rowsOf = (signal: AbortSignal) => readRows(client, address, selection, { signal })
  const start = (action: BulkAction<R>, choice: string) =>
    setRunning({ action, choice, count, listed: selection.selectedRows })
  const copyIds = async () => {
    try {
      const rows = await rowsOf(new AbortController().signal)
      await copyText(rows.map(({ id }) => id).join('\n'))
      toast({ tone: 'good', title: `${plural(rows.length, 'ID', 'IDs')} copied.`, more: 'One per line.' })
    } catch (error) {
      toast({ tone: 'bad', title: 'The IDs couldn’t be copied.', more: (error as Error).message })
    }
  }
  return (
    <>
      {isThere && (
        <section className={styles.bar} aria-label="Selection" data-selection>
          <span role="status">
            <b>{formatNumber(count)}</b> selected
          </span>
          {!everything && count < total && (
            <Button onClick={selection.selectEverything}>Select all {formatNumber(total)} matching</Button>
          )}
          <hr />
          {about && (
            <ButtonLink icon="columns-3" href={about.href}>
              {about.label}
            </ButtonLink>
          )}
          {allActions.map((action) => (
            <BulkButton key={action.label} action={action} onChoose={(choice) => start(action, choice)} />
          ))}
          <Button icon="download" onClick={onExport}>
            Export
          </Button>
          <Button icon="copy" onClick={copyIds}>
            Copy IDs
          </Button>
          <hr />
          <IconButton icon="x" label="Clear selection" tip="Clear selection (Esc)" onClick={selection.clear} />
        </section>
      )}
      {running && (
        <BulkDialog
          {...running}
          recordType={recordType}
          rowsOf={rowsOf}
          onClose={(isTried) => {
            setRunning(null)
            if (isTried) selection.clear()
          }}
        />
      )}
    </>
  )
}

type ButtonProps<R extends Row> = { action: BulkAction<R>; onChoose: (choice: string) => void }

/** Starts an action, after choosing a value if needed, or explains the missing scope. */
const BulkButton = <R extends Row>({ action: { label, icon, choices, endpoint }, onChoose }: ButtonProps<R>) => {
  const missingScope = useMissingScope(endpoint)
  const isOne = typeof choices === 'string'
  if (isOne || missingScope)
    return (
      <Button icon={icon} {...disabledBecause(missingScope, () => isOne && onChoose(choices))}>
        {label}
      </Button>
    )
  return (
    <Popover label={label} icon={icon}>
      {(close) => (
        <ChoiceList
          choices={Object.entries(choices)}
          onChoose={(choice) => {
            close()
            onChoose(choice)
          }}
        />
      )}
    </Popover>
  )
}
