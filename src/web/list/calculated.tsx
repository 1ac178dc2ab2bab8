import type { ReactNode } from 'react'
import { type ListEndpoint, sortQuery } from '../../contract/core/endpoint'
import { largestPage } from '../../contract/core/list-query'
import { isMissing } from '../lib/api/api-error'
import { readAll } from '../lib/api/read-all'
import { Button } from '../ui/button'
import { Notice } from '../ui/facts/details'
import { formatNumber } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { PartOf } from './export/part-of'
import type { RowOf } from './list-page'
import { useWork, type Work } from './use-work'

/** The most that working out a page may ask of a server. */
export const mostRequests = 200

export type Rows<R> = Omit<Work<unknown>, 'value' | 'goOn'> & {
  rows: R[]
  /** Null until the first page has arrived. */
  total: number | null
  /** How many can be read in one go: of more than that, the page has a part. */
  goal: number | null
  isNewest: boolean
  /** Reads on from what there is; null where a page may ask no more. */
  more: (() => void) | null
}

type Options = {
  maxRequests?: number
  /** After so many requests it pauses, until someone wants more. */
  atOnce?: number
  /** The key that sorts by the time: the newest are read first. */
  newestBy?: string
}

/**
 * Rows of a list in as many requests as a page may send, for figures that the server does not add up. Nothing is read while
 * `sent` is null.
 */
export const useRows = <E extends ListEndpoint>(
  list: E,
  sent: Record<string, string> | null,
  { maxRequests = mostRequests, atOnce = maxRequests, newestBy }: Options = {},
): Rows<RowOf<E>> => {
  type Read = { rows: RowOf<E>[]; total: number; goal: number }
  const limit = largestPage(list)
  const { value, goOn, ...work } = useWork<Read>(
    [list.path, 'rows', sent, maxRequests, atOnce, newestBy],
    sent &&
      (async ({ kept, onProgress, ...context }) => {
        const before = kept?.rows ?? []
        const requests = Math.min(atOnce, maxRequests - Math.floor(before.length / limit))
        let read: Read = kept ?? { rows: before, total: 0, goal: 0 }
        await readAll<E, RowOf<E>>(
          list,
          { ...sent, ...(newestBy && sortQuery(list, newestBy, true)) },
          {
            ...context,
            kept: before,
            maxRequests: requests,
            onProgress: (rows, total) => {
              read = { rows, total, goal: Math.min(total, before.length + requests * limit) }
              onProgress(read)
            },
          },
        )
        return read
      }),
  )
  const { rows, ...counts } = value ?? { rows: [], total: null, goal: null }
  const more = rows.length < maxRequests * limit ? goOn : null
  return { ...work, ...counts, rows, more, isNewest: newestBy !== undefined }
}

type LoadingProgressProps = { done: number; of: number | null; noun: string; onCancel: () => void }

export const LoadingProgress = ({ done, of, noun, onCancel }: LoadingProgressProps) => (
  <div className={layout.actions}>
    <progress max={Math.max(of ?? 1, 1)} value={done} aria-label={`Loading ${noun}`} data-screen-only />
    <span role="status">
      {formatNumber(done)} of {of === null ? '…' : formatNumber(of)} {noun} loaded
    </span>
    <Button small onClick={onCancel} data-screen-only>
      Cancel
    </Button>
  </div>
)

export const LoadMore = ({ onClick, children = 'Load more' }: { onClick: () => void; children?: ReactNode }) => (
  <Button small onClick={onClick} data-screen-only>
    {children}
  </Button>
)

type CancelledProps = { noun: string; onMore: () => void }

/** Cancelled before there was anything to show. */
export const Cancelled = ({ noun, onMore }: CancelledProps) => (
  <Notice>
    <b>Cancelled</b> before any {noun} were loaded. <LoadMore onClick={onMore}>Load</LoadMore>
  </Notice>
)

/** Says which part the figures beside it are of. */
export const Incomplete = ({ children }: { children: ReactNode }) => (
  <Notice>
    <b>Incomplete:</b> {children}
  </Notice>
)

type Part = { read: number; of: number; noun: string }

/** As in "calculated from 200 of 1,000 devices." */
export const calculatedFrom = (parts: Part[], isNewest = false) =>
  `calculated from ${isNewest ? 'the newest ' : ''}${parts.map(({ read, of, noun }) => `${formatNumber(read)} of ${formatNumber(of)} ${noun}`).join(', ')}.`

type Props<R> = {
  rows: Rows<R>
  /** As in "devices". */
  noun: string
  children: (rows: R[]) => ReactNode
}

/** What is worked out from the rows read so far; says so where these are not all. */
export const Calculated = <R,>({ rows: read, noun, children }: Props<R>) => {
  const { rows, total, goal, isNewest, isReading, error, stop, more } = read
  if (error && isMissing(error))
    return <EmptyState title={`This server can’t list ${noun}`}>Without them this page has nothing to show.</EmptyState>
  if (error && rows.length === 0) return <ErrorState error={error} what={`The ${noun}`} onRetry={() => more?.()} />
  const part =
    total !== null && rows.length < total && calculatedFrom([{ read: rows.length, of: total, noun }], isNewest)
  if (isReading)
    return (
      <>
        <LoadingProgress done={rows.length} of={goal} noun={noun} onCancel={stop} />
        {rows.length > 0 && <PartOf part={part}>{children(rows)}</PartOf>}
      </>
    )
  if (total === null) return <Cancelled noun={noun} onMore={() => more?.()} />
  return (
    <>
      {part && (
        <Incomplete>
          {part} {error?.message ?? `This server can’t total them${more ? '.' : ', and this page can’t load more.'}`}{' '}
          {more && <LoadMore onClick={more} />}
        </Incomplete>
      )}
      <PartOf part={part}>{children(rows)}</PartOf>
    </>
  )
}
