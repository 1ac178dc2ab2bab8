import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import { readAll } from '../../lib/api/read-all'
import { saveFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/details'
import { formatNumber, plural } from '../../ui/format/format'
import { Dialog } from '../../ui/overlay/dialog'
import * as dialogs from '../../ui/overlay/dialog.module.css'
import { toast } from '../../ui/overlay/toasts'
import type { Column } from '../columns/columns'
import { inTableOrder } from '../selection/table-order'
import { csvOf } from './csv'
import { ExportChoices } from './export-choices'
import { type ExportOptions, useExportOptions } from './export-options'
import { type ExportTable, exportTable } from './export-table'
import { fileName } from './file-name'

type Row = { id: string }

type Props<R extends Row> = {
  endpoint: ListEndpoint
  sent: Record<string, string>
  title: string
  noun: [string, string]
  columns: Record<ExportOptions['columns'], Column<R>[]>
  /** Which rows to export, and how many. */
  pick: (rows: R[]) => R[]
  count: number
  /** Rows that are already loaded. */
  rows?: R[] | undefined
  onClose: () => void
}

/** Asks for the kind of file, loads the rows with progress and saves them. Rows loaded so far survive an error. */
export const ExportDialog = <R extends Row>({
  endpoint,
  sent,
  title,
  noun,
  columns,
  pick,
  count,
  rows,
  onClose,
}: Props<R>) => {
  const client = useQueryClient()
  const [options, change] = useExportOptions()
  const [read, setRead] = useState<{ rows: R[]; total: number }>({ rows: [], total: count })
  const [problem, setProblem] = useState<string | null>(null)
  /** None before the first. */
  const [attempt, setAttempt] = useState(0)
  const kept = useRef<R[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each attempt, of what was asked for when it was opened
  useEffect(() => {
    if (attempt === 0) return
    const abort = new AbortController()
    const run = async () => {
      const all = rows
        ? inTableOrder(client, endpoint, sent, rows)
        : pick(
            (
              await readAll<ListEndpoint, R>(endpoint, sent, {
                signal: abort.signal,
                kept: kept.current,
                onProgress: (soFar, total) => {
                  kept.current = soFar
                  setRead({ rows: soFar, total })
                },
              })
            ).rows,
          )
      const table = await exportTable(columns[options.columns], all, options.dates, { signal: abort.signal })
      const file = await fileOf(table, options, title, abort.signal)
      if (abort.signal.aborted) return
      const name = fileName(title, options.format)
      saveFile(name, file)
      toast({
        tone: 'good',
        title: `${plural(all.length, ...noun)} exported.`,
        more: `${name} is in your downloads.`,
      })
      onClose()
    }
    setProblem(null)
    run().catch((error: Error) => !abort.signal.aborted && setProblem(error.message))
    return () => abort.abort()
  }, [attempt])

  const isRunning = attempt > 0 && !problem
  return (
    <Dialog className={dialogs.dialog} title={`Export ${plural(count, ...noun)}`} onClose={onClose}>
      <header>
        <h2>Export {plural(count, ...noun)}</h2>
        {attempt > 0 && !rows && (
          <p role="status">
            {formatNumber(read.rows.length)} of {formatNumber(read.total)} loaded{problem && ' and kept.'}
          </p>
        )}
      </header>
      <div className={dialogs.body}>
        {attempt === 0 ? (
          <ExportChoices options={options} change={change} />
        ) : (
          <progress max={Math.max(read.total, 1)} value={read.rows.length} aria-label="Loading" />
        )}
        {problem && (
          <Notice bad>
            <b>Export stopped.</b> {problem}
          </Notice>
        )}
      </div>
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" aria-disabled={isRunning} onClick={() => !isRunning && setAttempt(attempt + 1)}>
          {problem ? 'Resume' : 'Export'}
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
