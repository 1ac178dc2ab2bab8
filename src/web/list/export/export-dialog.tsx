import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../../lib/browser/save-file'
import type { WithId } from '../../lib/with-id'
import type { AnyRecordType } from '../../record/record-type'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/facts/details'
import { formatNumber, plural } from '../../ui/format/format'
import { Dialog } from '../../ui/overlay/dialog'
import * as dialogs from '../../ui/overlay/dialog.module.css'
import { toast } from '../../ui/overlay/toasts'
import { allColumns, type Table, visibleColumns } from '../columns/columns'
import type { ListAddress } from '../query/list-query'
import type { Selection } from '../selection/selection'
import { readRows } from '../selection/table-order'
import { csvOf } from './csv'
import { ExportChoices, formatWords } from './export-choices'
import { type ExportOptions, useExportOptions } from './export-options'
import { type ExportTable, exportTable } from './export-table'
import { fileName } from './file-name'

type Props<R extends WithId> = {
  address: ListAddress
  recordType: AnyRecordType
  table: Table<R>
  /** Null exports all rows of the list. */
  selection: Selection<R> | null
  total: number
  onClose: () => void
}

/** Asks for the kind of file, loads the rows with progress and saves them. Rows loaded so far survive an error. */
export const ExportDialog = <R extends WithId>({ address, recordType, table, selection, total, onClose }: Props<R>) => {
  const { title, noun } = recordType
  const client = useQueryClient()
  const [options, change] = useExportOptions()
  const count = selection ? selection.count : total
  const [read, setRead] = useState<{ rows: R[]; total: number }>({ rows: [], total: count })
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const { mutate, isIdle, isPending, error } = useMutation({
    // It holds every row that was read.
    gcTime: 0,
    mutationFn: async () => {
      abort.current?.abort()
      abort.current = new AbortController()
      const { signal } = abort.current
      const rows = await readRows(client, address, selection, {
        signal,
        kept: read.rows,
        onProgress: (rows, total) => setRead({ rows, total }),
      })
      const columns = options.columns === 'all' ? allColumns(table) : visibleColumns(table)
      const file = await fileOf(await exportTable(columns, rows, options.dates, { signal }), options, title, signal)
      signal.throwIfAborted()
      const name = fileName(title, options.format)
      saveFile(name, file)
      toast({
        tone: 'good',
        title: `${plural(rows.length, ...noun)} exported.`,
        more: `${name} is in your downloads.`,
      })
      // With the file, not a moment later: the next key is meant for the list.
      onClose()
    },
  })

  return (
    <Dialog className={dialogs.dialog} title={`Export ${plural(count, ...noun)}`} onClose={onClose}>
      <header>
        <h2>Export {plural(count, ...noun)}</h2>
        {!isIdle && !selection?.selectedRows && (
          <p role="status">
            {formatNumber(read.rows.length)} of {formatNumber(read.total)} loaded{error && ' and kept.'}
          </p>
        )}
      </header>
      <div className={dialogs.body}>
        {isIdle ? (
          <ExportChoices options={options} change={change} />
        ) : (
          <progress max={Math.max(read.total, 1)} value={read.rows.length} aria-label="Loading" />
        )}
        {error && (
          <Notice bad>
            <b>Export stopped.</b> {error.message}
          </Notice>
        )}
      </div>
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" aria-disabled={isPending} onClick={() => isPending || mutate()}>
          {error ? 'Resume' : `Export ${formatNumber(count)} as ${formatWords[options.format]}`}
        </Button>
      </footer>
    </Dialog>
  )
}

/** The library for Excel is loaded only when it is needed. */
const fileOf = async (table: ExportTable, { format, separator }: ExportOptions, title: string, signal: AbortSignal) =>
  format === 'xlsx'
    ? (await import('./xlsx')).xlsxOf(table, title, signal)
    : new Blob([await csvOf(table, separator, signal)], { type: 'text/csv;charset=utf-8' })
