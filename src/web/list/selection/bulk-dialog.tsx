import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../../contract/core/endpoint'
import { ApiError, isMissing, mayBeSaved } from '../../lib/api/api-error'
import { afterWrite } from '../../lib/api/cache/query-client'
import { call } from '../../lib/api/client'
import { retryWhenThrottled } from '../../lib/api/read-all'
import { useLeaveBlocker } from '../../lib/navigation/use-leave-blocker'
import { type AnyRecordType, nameOf } from '../../record/record-type'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/facts/details'
import { formatNumber, plural } from '../../ui/format/format'
import { Glyph } from '../../ui/icon/glyph'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog'
import { Dialog } from '../../ui/overlay/dialog'
import * as dialogs from '../../ui/overlay/dialog.module.css'
import { toast } from '../../ui/overlay/toasts'
import type { BulkAction, Row } from './bulk'
import * as styles from './bulk-dialog.module.css'

type Attempt<R> = {
  row: R
  choice: string
  isUndo?: boolean
  ifMatch?: string | null
  /** An earlier attempt wasn’t confirmed, so the row may be changed. */
  isUnconfirmed?: boolean
}
type Result<R> = Attempt<R> & {
  kind: 'done' | 'already' | 'failed'
  note: string
  error?: Error
  etag?: string | null
}

/** Changed by someone else, so another attempt would be refused as well. */
const isConflict = (error: Error | undefined) => error instanceof ApiError && error.status === 412

type Props<R extends Row> = {
  action: BulkAction<R>
  choice: string
  recordType: AnyRecordType
  count: number
  /** The rows as they were listed when they were selected, so each is read again before it is written. Null for all that match. */
  listed: R[] | null
  /** All selected rows, on any page. */
  rowsOf: (signal: AbortSignal) => Promise<R[]>
  /** Whether any row was attempted. */
  onClose: (isAttempted: boolean) => void
}

/** Rows named in the question. */
const few = 8

/** Abort reason of a run whose page was left. */
const left = 'left'

/** Confirms, writes one row at a time, and lists the results. */
export const BulkDialog = <R extends Row>({ action, choice, recordType, listed, rowsOf, ...given }: Props<R>) => {
  const { get, noun } = recordType
  const [results, setResults] = useState<Result<R>[]>([])
  const [running, setRunning] = useState<{ attempted: number; of: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [count, setCount] = useState(given.count)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(left), [])
  const footer = useRef<HTMLElement>(null)
  const isRunning = running !== null
  const blocker = useLeaveBlocker(isRunning)
  // It ended while the question stood: its results are to be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it ends
  useEffect(() => {
    if (!isRunning) blocker.reset?.()
  }, [isRunning])
  const onClose = () => given.onClose(results.length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has buttons of its own, so that the focus goes with those of the last
  useEffect(() => {
    const own = footer.current
    ;(own?.querySelector<HTMLElement>('[data-kind="primary"]') ?? own?.querySelector('button'))?.focus()
  }, [isRunning])

  const things = plural(count, ...noun)
  const title = action.title(things, choice)

  const begin = () => {
    abort.current = new AbortController()
    return abort.current
  }

  const nameWithCompany = (row: R) => [nameOf(recordType, row), row.company?.name].filter(Boolean).join(', ')
  const isChosen = (row: R) => action.has(row, choice)

  /** The row as it is now, and its version; null where the server can’t give it. */
  const readRow = async ({ id }: R) => {
    try {
      const { data, etag } = await call<Endpoint>(get, { id } as object)
      return { now: data as unknown as R, etag }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Null if stopped while it waited to be sent. */
  const attempt = async (asked: Attempt<R>, signal: AbortSignal): Promise<Result<R> | null> => {
    const { choice, isUndo = false } = asked
    let { row, ifMatch = null, isUnconfirmed = false } = asked
    try {
      if (isUndo && isUnconfirmed) {
        const read = await retryWhenThrottled(() => readRow(row), signal)
        if (read && !isChosen(read.now)) return { row, choice, isUndo, kind: 'already', note: 'not changed' }
        ifMatch = read?.etag ?? null
        isUnconfirmed = false
      }
      // Undo goes back to what is replaced, whatever was listed.
      if (!isUndo && listed && !isUnconfirmed) {
        const read = await retryWhenThrottled(() => readRow(row), signal).catch(throwUnsent)
        if (read) [row, ifMatch] = [{ ...row, ...read.now }, read.etag]
        if (read && isChosen(row)) return { row, choice, kind: 'already', note: action.already(choice) }
      }
      const { data, etag } = await retryWhenThrottled(() => action.run(row, choice, ifMatch), signal)
      const saved = data as R
      // If the row has changed since it was listed, this write may have set the value, so it isn’t “already”.
      const isAlready = !isUndo && action.has(row, choice) && row.updatedAt === saved.updatedAt
      return isAlready
        ? { row, choice, kind: 'already', note: action.already(choice) }
        : { row, choice, isUndo, kind: 'done', note: action.note(saved), etag }
    } catch (failure) {
      const error = failure as Error
      if (error === signal.reason) return null
      const failed = { row, choice, isUndo, ifMatch: isUndo ? ifMatch : null, kind: 'failed' as const, error }
      if (isUndo && isUnconfirmed && mayBeSaved(error))
        return { ...failed, isUnconfirmed, note: 'Not confirmed, so this may not have been undone.' }
      if (!isConflict(error))
        return { ...failed, isUnconfirmed: isUnconfirmed || (!isUndo && mayBeSaved(error)), note: error.message }
      const current = (error as ApiError).extra.current as R | undefined
      if (current && action.has(current, choice))
        return isUndo
          ? // An earlier attempt did this, but its response was lost.
            { row, choice, isUndo, kind: 'done', note: action.note(current) }
          : { row, choice, kind: 'already', note: action.already(choice) }
      return { ...failed, note: 'Someone else has changed this since. Their change was kept.' }
    }
  }

  /** Runs rows in turn; a retried row keeps its place. */
  const run = async (attempts: Attempt<R>[]) => {
    const { signal } = begin()
    let [attempted, written] = [0, 0]
    for (const asked of attempts) {
      setRunning({ attempted, of: attempts.length })
      const result = await attempt(asked, signal)
      if (!result) break
      attempted++
      if (result.kind === 'done') written++
      setResults((before) => [...before.filter(({ row }) => row.id !== asked.row.id), result])
      if (signal.aborted) break
    }
    setRunning(null)
    if (signal.reason === left)
      toast({
        tone: 'attention',
        title: `${formatNumber(written)} of ${plural(attempts.length, ...noun)} ${attempts[0]?.isUndo ? 'undone' : 'saved'}.`,
        ...(attempted < attempts.length && { more: 'You left before the rest.' }),
      })
    afterWrite({ path: action.endpoint.path, fields: [] })
  }
  const start = async () => {
    setProblem(null)
    setRunning({ attempted: 0, of: count })
    const { signal } = begin()
    try {
      const rows = await rowsOf(signal)
      if (rows.length !== count) {
        setRunning(null)
        setCount(rows.length)
        return setProblem(`${plural(rows.length, ...noun)} ${rows.length === 1 ? 'matches' : 'match'} now.`)
      }
      await run(rows.map((row) => ({ row, choice })))
    } catch (error) {
      setRunning(null)
      if (!signal.aborted) setProblem((error as Error).message)
    }
  }

  const of = (kind: Result<R>['kind']) => results.filter((result) => result.kind === kind)
  const [done, already, failed] = [of('done'), of('already'), of('failed')]
  const retryable = failed.filter(({ error }) => !isConflict(error))
  const unsure = failed.filter(({ error, isUnconfirmed }) => isUnconfirmed || mayBeSaved(error))
  const isUndone = results.some(({ isUndo }) => isUndo)
  const changed = done.filter(({ isUndo }) => !isUndo)
  const isOver = !isRunning && results.length > 0
  const unconfirmed = failed.filter(({ isUndo, isUnconfirmed }) => !isUndo && isUnconfirmed)
  // A row that someone else changed after it was listed may have been listed with what was chosen.
  const isFormerLost = ({ row }: Result<R>) => isChosen(row)
  const isFormerUnknown = ({ row }: Result<R>) => action.undo.choice(row) === null
  const canUndo = (result: Result<R>) => !isFormerLost(result) && !isFormerUnknown(result)
  const undoable = [...changed, ...unconfirmed].filter(canUndo)
  const unchanged = failed.length - unsure.length
  const summary = [
    said(already.filter(({ isUndo }) => !isUndo).length, 'already up to date.'),
    said(already.filter(({ isUndo }) => isUndo).length, 'hadn’t been changed.'),
    said(unchanged, `failed and ${unchanged === 1 ? 'wasn’t' : 'weren’t'} changed.`),
    said(unsure.filter(({ isUndo }) => !isUndo).length, 'may have been changed.'),
    said(unsure.filter(({ isUndo }) => isUndo).length, 'may not have been undone.'),
    said(count - results.length, 'not attempted.'),
    said(isUndone ? undoable.length : 0, 'not undone.'),
    said(changed.filter(isFormerLost).length, 'can’t be undone: changed since this list was loaded.'),
    said(changed.filter(isFormerUnknown).length, 'can’t be undone: this server doesn’t say what was set before.'),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <Dialog className={dialogs.dialog} title={title} alert={!isOver} onClose={!isRunning ? onClose : () => {}}>
      <header>
        <h2>
          {!isOver
            ? `${title}?`
            : isUndone
              ? `Undone for ${plural(done.length - changed.length, ...noun)}`
              : `${formatNumber(done.length)} of ${things} ${action.done(choice)}`}
        </h2>
        <p role="status">
          {running !== null
            ? `${formatNumber(running.attempted)} of ${formatNumber(running.of)} done`
            : isOver
              ? summary || 'All succeeded.'
              : null}
        </p>
      </header>
      <div className={dialogs.body}>
        {running !== null && <progress max={running.of} value={running.attempted} aria-label={title} />}
        {running === null && !isOver && !problem && listed && (
          <ul className={styles.outcomes}>
            {listed.slice(0, few).map((row) => (
              <li key={row.id}>
                <span>
                  {nameWithCompany(row)}
                  <small>{action.about?.(row)}</small>
                </span>
              </li>
            ))}
            {listed.length > few && <li>And {formatNumber(listed.length - few)} more.</li>}
          </ul>
        )}
        {problem && (
          <Notice bad>
            <b>No changes made.</b> {problem}
          </Notice>
        )}
        {isOver && (
          <ul className={styles.outcomes}>
            {[...failed, ...done, ...already].map((result) => (
              <li
                key={result.row.id}
                data-tone={result.kind === 'failed' ? 'bad' : result.kind === 'done' ? 'good' : 'calm'}
              >
                <Glyph name={result.kind === 'failed' ? 'error' : result.kind === 'done' ? 'done' : 'idle'} />
                <span>
                  {nameWithCompany(result.row)}
                  {result.kind === 'failed' && <small>{result.note}</small>}
                </span>
                {result.kind !== 'failed' && <small>{result.note}</small>}
                {retryable.includes(result) && (
                  <Button small onClick={() => run([result])}>
                    Try again
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <footer ref={footer}>
        {running !== null ? (
          <Button onClick={() => abort.current.abort()}>Stop</Button>
        ) : isOver ? (
          <>
            {undoable.length > 0 && (
              <Button
                icon="undo-2"
                kind="bare"
                onClick={() =>
                  run(
                    undoable.map(({ row, etag = null, isUnconfirmed = false }) => ({
                      row,
                      choice: action.undo.choice(row) as string,
                      isUndo: true,
                      ifMatch: etag,
                      isUnconfirmed,
                    })),
                  )
                }
              >
                {action.undo.label(undoable.length === 1 ? 'this one' : `these ${formatNumber(undoable.length)}`)}
              </Button>
            )}
            {retryable.length > 1 && (
              <Button onClick={() => run(retryable)}>Try {formatNumber(retryable.length)} again</Button>
            )}
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            {count > 0 && (
              <Button kind="primary" onClick={start}>
                {title}
              </Button>
            )}
          </>
        )}
      </footer>
      {running !== null && blocker.state === 'blocked' && (
        <ConfirmDialog
          title="Leave before it’s done?"
          text={`${formatNumber(running.attempted)} of ${formatNumber(running.of)} done. The rest won’t be changed.`}
          yes="Stop and leave"
          no="Stay"
          onYes={() => {
            abort.current.abort(left)
            blocker.proceed()
          }}
          onNo={blocker.reset}
        />
      )}
    </Dialog>
  )
}

/** What failed before a write was sent can’t have saved it. */
const throwUnsent = (error: Error): never => {
  throw error instanceof ApiError ? new Error(error.detail) : error
}

const said = (count: number, sentence: string) => (count > 0 ? `${formatNumber(count)} ${sentence}` : '')
