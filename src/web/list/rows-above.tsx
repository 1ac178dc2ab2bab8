import { type ReactNode, useId } from 'react'
import { formatNumber } from '../ui/format/format'
import { Glyph, type GlyphName } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import * as notices from '../ui/notice.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './rows-above.module.css'

/** So many are shown. */
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
    <section className={notices.notice} data-tone={tone} aria-labelledby={id}>
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
      {total > fewRows && (
        <Link className={typography.more} href={`?${new URLSearchParams(filter)}`}>
          All {formatNumber(total)}
        </Link>
      )}
    </section>
  )
}
