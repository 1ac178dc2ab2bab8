import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AnyQuery } from '../lib/navigation/page-loader'
import * as notices from '../ui/facts/notice.module.css'
import { formatNumber } from '../ui/format/format'
import { Glyph, type GlyphName } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import * as typography from '../ui/typography.module.css'
import * as styles from './count-above.module.css'

type Props = {
  read: { data: { pagination: { totalCount: number } } | undefined }
  filter: Record<string, string>
  tone: 'bad' | 'attention'
  glyph: GlyphName
  /** What one is, and several are. */
  words: readonly [string, string]
}

/** Whether the list’s rows wait for what is shown above them, which would push them down. They wait once, and not after a failure. */
export const useAwaited = (queries: AnyQuery[]) => {
  const [waits, setWaits] = useState(true)
  const reads = useQueries({ queries: queries as UseQueryOptions[] })
  const isComing = waits && reads.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  if (waits && !isComing) setWaits(false)
  return isComing
}

/** How many records need someone, above the list whatever it is sorted by. */
export const CountAbove = ({ read, filter, tone, glyph, words }: Props) => {
  const id = useId()
  const total = read.data?.pagination.totalCount ?? 0
  if (total === 0) return null
  const what = total === 1 ? words[0] : words[1]
  return (
    <section className={`${notices.notice} ${styles.above}`} data-tone={tone} aria-labelledby={id}>
      <Glyph name={glyph} />
      <h2 id={id}>
        {formatNumber(total)} {what}
      </h2>
      <Link className={typography.more} href={`?${new URLSearchParams(filter)}`} aria-describedby={id}>
        Show
      </Link>
    </section>
  )
}
