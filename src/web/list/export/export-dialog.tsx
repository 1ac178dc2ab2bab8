import { useEffect, useRef, useState } from 'react'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import type { QueryContext } from '../../lib/api/client'
import { getOwn } from '../../lib/text/get-own'
import { Dialog } from '../../ui/dialog'
import { formatNumber, plural } from '../../ui/format/format'
import { Glyph } from '../../ui/icon/glyph'
import { toast } from '../../ui/toasts'
import { type Column, columnValue } from '../columns/columns'
import { csvOf } from './csv'
import { readAll } from './read-all'

type Row = { id: string }

type Props<R extends Row> = {
  endpoint: ListEndpoint
  sent: Record<string, string>
  title: string
  noun: [string, string]
  columns: Column<R>[]
  /** Which rows to export, and how many. */
  keep: (rows: R[]) => R[]
  count: number
  /** Rows that are already loaded. */
  rows?: R[] | undefined
  onClose: () => void
}

/** Loads the rows with progress and saves them as a file. Rows loaded so far survive an error. */
export const ExportDialog = <R extends Row>({
  endpoint,
  sent,
  title,
  noun,
  columns,
  keep,
  count,
  rows,
  onClose,
}: Props<R>) => {
  const [read, setRead] = useState<{ rows: R[]; total: number }>({ rows: [], total: count })
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const kept = useRef<R[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each attempt, of what was asked for when it was opened
  useEffect(() => {
    const abort = new AbortController()
    const run = async () => {
      const all =
        rows ??
        keep(
          await readAll<R>(endpoint, sent, {
            signal: abort.signal,
            kept: kept.current,
            onProgress: (soFar, total) => {
              kept.current = soFar
              setRead({ rows: soFar, total })
            },
          }),
        )
      const text = await toCsv(columns, all, { signal: abort.signal })
      if (abort.signal.aborted) return
      give(`${fileName(title)}.csv`, text)
      toast({
        tone: 'good',
        text: <b>{plural(all.length, ...noun)} exported.</b>,
        more: `${fileName(title)}.csv is in your downloads.`,
      })
      onClose()
    }
    setProblem(null)
    run().catch((error: Error) => !abort.signal.aborted && setProblem(error.message))
    return () => abort.abort()
  }, [attempt])

  return (
    <Dialog className="dialog" title={`Export ${plural(count, ...noun)}`} onClose={onClose}>
      <header>
        <h2>Export {plural(count, ...noun)}</h2>
        <p role="status">
          {problem
            ? `${formatNumber(read.rows.length)} of ${formatNumber(read.total)} loaded and kept.`
            : `${formatNumber(read.rows.length)} of ${formatNumber(read.total)} loaded`}
        </p>
      </header>
      <div className="body">
        <progress max={Math.max(read.total, 1)} value={read.rows.length} aria-label="Loading" />
        {problem && (
          <p className="notice" data-tone="bad" role="alert">
            <Glyph name="error" />
            <span>
              <b>Export stopped.</b> {problem}
            </span>
          </p>
        )}
      </div>
      <footer>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        {problem && (
          <button type="button" className="button" data-kind="primary" onClick={() => setAttempt(attempt + 1)}>
            Resume
          </button>
        )}
      </footer>
    </Dialog>
  )
}

/** Visible columns with their companions, and the ID last. Values use the labels on screen, else the API’s. */
const toCsv = async <R extends Row>(columns: Column<R>[], rows: R[], context: QueryContext) => {
  const all = columns.flatMap((column) => [column, ...((column.meta?.beside ?? []) as Column<R>[])])
  const values = await Promise.all(all.map((column) => valuesOf(column, rows, context)))
  return csvOf(
    [...all.map(({ header }) => String(header)), 'ID'],
    rows.map((row, at) => [...values.map((column) => column[at]), row.id]),
  )
}

const valuesOf = async <R extends Row>(column: Column<R>, rows: R[], context: QueryContext) => {
  const values = rows.map((row) => columnValue(column, row))
  const given = column.meta?.names
  const names = typeof given === 'function' ? await given([...new Set(values)], context) : given
  return names ? values.map((value) => getOwn(names, String(value)) ?? value) : values
}

const fileName = (title: string) =>
  `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${new Date().toISOString().slice(0, 10)}`

const give = (name: string, text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
