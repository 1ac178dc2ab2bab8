import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { AnyQuery } from '../lib/page-loader'
import { formatNumber } from '../ui/format/format'
import { Glyph, type GlyphName } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import * as notices from '../ui/notice.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './rows-above.module.css'

/** Maximum number of rows shown. */
export const fewRows = 3

type Props<R> = {
  /** The first few of the filter. */
  read: { data: { data: R[]; pagination: { totalCount: number } } | undefined }
  filter: Record<string, string>
  tone: 'bad' | 'attention'
  glyph: GlyphName
  /** What one is, and several are. */
  words: readonly [string, string]
  children: (row: R) => ReactNode
}

/** Whether the list’s rows wait for what is shown above them, which would push them down. They wait once, and not after a failure. */
export const useAwaited = (queries: AnyQuery[]) => {
  const [waits, setWaits] = useState(true)
  const reads = useQueries({ queries: queries as UseQueryOptions[] })
  const isComing = waits && reads.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  if (waits && !isComing) setWaits(false)
  return isComing
}

/** Rows that need someone, above the list whatever it is sorted by. */
export const RowsAbove = <R extends { id?: string | null }>({
  read,
  filter,
  tone,
  glyph,
  words,
  children,
}: Props<R>) => {
  const id = useId()
  const { data } = read
  const total = data?.pagination.totalCount ?? 0
  if (!data || total === 0) return null
  return (
    <section className={`${notices.notice} ${styles.above}`} data-tone={tone} aria-labelledby={id}>
      <Glyph name={glyph} />
      <div>
        <h2 id={id}>
          {formatNumber(total)} {total === 1 ? words[0] : words[1]}
        </h2>
        <ul className={styles.rows}>
          {data.data.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      </div>
      <Link
        className={`${typography.more} ${total > fewRows ? '' : styles.onPhone}`}
        href={`?${new URLSearchParams(filter)}`}
      >
        {total > 1 ? `All ${formatNumber(total)}` : 'View'}
        <span className="visually-hidden"> {total > 1 ? words[1] : words[0]}</span>
      </Link>
    </section>
  )
}
