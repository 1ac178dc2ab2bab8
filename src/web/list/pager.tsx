import { memo, type SyntheticEvent, useCallback } from 'react'
import * as z from 'zod/mini'
import { isComposing } from '../lib/browser/is-composing'
import { useShortcutKey, withKey } from '../lib/shortcuts'
import { IconButton } from '../ui/button'
import { formatNumber } from '../ui/format/format'
import * as fields from '../ui/input/fields.module.css'
import * as styles from './pager.module.css'
import type { ListAddress } from './query/list-query'

type Props = {
  address: ListAddress
  total: number
  shown: number
  /** Where the rows shown are from: the page before, while the next is loading. */
  from?: { page: number; limit: number } | undefined
}

const sizes = [10, 20, 25, 50, 100]

export const Pager = memo(({ address: { endpoint, values, change }, total, shown, from }: Props) => {
  const { page, limit } = values
  const keyOf = useShortcutKey()
  const pages = Math.max(1, Math.ceil(total / limit))
  const first = ((from?.page ?? page) - 1) * (from?.limit ?? limit) + 1
  const goToPage = (to: number) => change({ page: String(to) })
  const allowed = sizes.filter((size) => z.safeParse(endpoint.query, { limit: String(size) }).success)
  return (
    <div className={styles.pager}>
      <span>
        {shown > 0 && (
          <>
            <b role="status">
              {formatNumber(first)}–{formatNumber(first + shown - 1)}
            </b>{' '}
            of{' '}
          </>
        )}
        <b>{formatNumber(total)}</b>
      </span>
      <label>
        Rows
        <select className={fields.select} value={limit} onChange={(event) => change({ limit: event.target.value })}>
          {[...new Set([...allowed, limit])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size}>{size}</option>
            ))}
        </select>
      </label>
      <div className={styles.pages}>
        <PageField page={page} pages={pages} goToPage={goToPage} />
        <span>of {formatNumber(pages)}</span>
        <IconButton
          icon="chevron-left"
          label="Previous page"
          tip={withKey('Previous page', keyOf('['))}
          aria-disabled={page <= 1}
          onClick={() => page > 1 && goToPage(Math.min(page - 1, pages))}
        />
        <IconButton
          icon="chevron-right"
          label="Next page"
          tip={withKey('Next page', keyOf(']'))}
          aria-disabled={page >= pages}
          onClick={() => page < pages && goToPage(page + 1)}
        />
      </div>
    </div>
  )
})

const PageField = ({ page, pages, goToPage }: { page: number; pages: number; goToPage: (to: number) => void }) => {
  const go = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const to = Math.min(Math.max(Math.trunc(Number(currentTarget.value)) || page, 1), pages)
    currentTarget.value = String(to)
    if (to !== page) goToPage(to)
  }
  // A new element for each page would not keep the focus.
  const show = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.value = String(page)
    },
    [page],
  )
  return (
    <label>
      Page{' '}
      <input
        ref={show}
        className={fields.input}
        inputMode="numeric"
        defaultValue={page}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && go(event)}
      />
    </label>
  )
}
