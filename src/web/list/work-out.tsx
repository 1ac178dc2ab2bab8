import { type ReactNode, useEffect, useState } from 'react'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { isMissing } from '../lib/api/client'
import * as buttons from '../ui/buttons.module.css'
import { Notice } from '../ui/details'
import { formatNumber } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { readAll } from './export/read-all'
import type { RowOf } from './list-page'

/** The most that working out a page may ask of a server. */
export const mostRequests = 200

export type Rows<R> = {
  rows: R[]
  /** Null until the first page has arrived. */
  total: number | null
  state: 'reading' | 'ended' | 'failed'
  error: Error | null
  stop: () => void
  retry: () => void
}

type Read<R> = { key: string; rows: R[]; total: number | null; state: Rows<R>['state']; error: Error | null }

/**
 * Rows of a list in as many requests as a page may send, for figures that the server does not add up. Nothing is read while
 * `sent` is null.
 */
export const useRows = <E extends ListEndpoint>(
  list: E,
  sent: Record<string, string> | null,
  o: { maxRequests?: number } = {},
): Rows<RowOf<E>> => {
  type R = RowOf<E>
  const key = JSON.stringify([list.path, sent])
  const empty: Read<R> = { key, rows: [], total: null, state: 'reading', error: null }
  const [read, setRead] = useState<Read<R>>(empty)
  const [attempt, setAttempt] = useState(0)
  const [abort, setAbort] = useState<AbortController | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the list and what is asked of it
  useEffect(() => {
    if (sent === null) return
    const controller = new AbortController()
    setAbort(controller)
    setRead(empty)
    const set = (change: Partial<Read<R>>) => {
      if (!controller.signal.aborted) setRead((known) => ({ ...known, ...change }))
    }
    readAll<R>(list, sent, {
      signal: controller.signal,
      maxRequests: o.maxRequests ?? mostRequests,
      onProgress: (rows, total) => set({ rows, total }),
    }).then(
      (rows) => set({ rows, state: 'ended' }),
      (error: Error) => set({ error, state: 'failed' }),
    )
    return () => controller.abort()
  }, [key, attempt])
  const current = read.key === key ? read : empty
  return {
    ...current,
    stop: () => {
      abort?.abort()
      setRead((known) => ({ ...known, state: 'ended' }))
    },
    retry: () => setAttempt(attempt + 1),
  }
}

type ReadingProps = { done: number; of: number | null; noun: string; onCancel: () => void }

export const Reading = ({ done, of, noun, onCancel }: ReadingProps) => (
  <div className={layout.actions} data-screen-only>
    <progress max={Math.max(of ?? 1, 1)} value={done} aria-label={`Loading ${noun}`} />
    <span role="status">
      {formatNumber(done)} of {of === null ? '…' : formatNumber(of)} {noun} loaded
    </span>
    <button type="button" className={buttons.button} data-size="small" onClick={onCancel}>
      Cancel
    </button>
  </div>
)

type PartlyProps = { parts: { read: number; of: number; noun: string }[]; children?: ReactNode }

export const Partly = ({ parts, children }: PartlyProps) => (
  <Notice>
    <b>Partly:</b> worked out from{' '}
    {parts.map(({ read, of, noun }) => `${formatNumber(read)} of ${formatNumber(of)} ${noun}`).join(', ')}. {children}
  </Notice>
)

type Props<R> = {
  rows: Rows<R>
  /** As in "devices". */
  noun: string
  children: (rows: R[]) => ReactNode
}

/** What is worked out from the rows read so far; says so where these are not all. */
export const WorkedOut = <R,>({ rows: { rows, total, state, error, stop, retry }, noun, children }: Props<R>) => {
  if (error && isMissing(error))
    return <EmptyState title={`This server can’t list ${noun}`}>Without them this page has nothing to show.</EmptyState>
  if (error && rows.length === 0) return <ErrorState error={error} what={`The ${noun}`} onRetry={retry} />
  const isPart = total !== null && rows.length < total
  return (
    <>
      {state === 'reading' ? (
        <Reading done={rows.length} of={total} noun={noun} onCancel={stop} />
      ) : (
        isPart && (
          <Partly parts={[{ read: rows.length, of: total, noun }]}>
            {error?.message ?? 'This server doesn’t add them up, and one page loads no more.'}{' '}
            <button type="button" className={buttons.button} data-size="small" onClick={retry}>
              Load again
            </button>
          </Partly>
        )
      )}
      {(state !== 'reading' || rows.length > 0) && children(rows)}
    </>
  )
}
