import type { ReactNode } from 'react'
import { clockOf } from '../domain/nps/follow-up/waiting'
import type { Response } from '../domain/nps/queries'
import { formatNumber } from '../ui/format/format'
import { Link } from '../ui/link'
import { Loading } from '../ui/states/loading'
import * as styles from './today.module.css'

type Props = {
  /** Undefined where unknown. */
  waiting: Response[] | undefined
  /** False if more may be waiting. */
  isQueueWhole: boolean
  budgets: number | undefined
  schedules: number | undefined
  /** Items due within seven days; `whole` is false if there may be more. */
  endings: { count: number; whole: boolean }
  isRead: boolean
  /** False if any request failed. */
  isWhole: boolean
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const word = (count: number) => words[count] ?? formatNumber(count)
const inWords = (count: number, one: string, many: string) => `${word(count)} ${count === 1 ? one : many}`

/** Sums up what needs attention in one sentence. Each number links to its list. */
export const Summary = ({ waiting, isQueueWhole, budgets, schedules, endings, isRead, isWhole }: Props) => {
  const late = waiting?.filter((answer) => (clockOf(answer)?.left ?? 0) < 0).length ?? 0
  const queue = waiting?.length ?? 0
  const parts: ReactNode[] = [
    queue > 0 && (
      <>
        <Link href="/nps/follow-up">
          {inWords(queue, 'response', 'responses')}
          {!isQueueWhole && ' or more'}
        </Link>{' '}
        {queue === 1 && isQueueWhole ? 'is' : 'are'} waiting for a reply
        {late > 0 && ` (${late < queue || !isQueueWhole ? `${word(late)} ` : queue > 1 ? 'all ' : ''}overdue)`}
      </>
    ),
    budgets !== undefined && budgets > 0 && (
      <>
        <Link href="/budgets?status=PendingApproval">{inWords(budgets, 'budget', 'budgets')}</Link>{' '}
        {budgets === 1 ? 'is' : 'are'} waiting for approval
      </>
    ),
    schedules !== undefined && schedules > 0 && (
      <>
        <Link href="/report-schedules?status=error">{inWords(schedules, 'report schedule', 'report schedules')}</Link>{' '}
        {schedules === 1 ? 'is' : 'are'} failing
      </>
    ),
    endings.count > 0 ? (
      <>
        <Link href="/due?days=7&kind=endings">
          {inWords(endings.count, 'item', 'items')}
          {!endings.whole && ' or more'}
        </Link>{' '}
        {endings.count === 1 && endings.whole ? 'is' : 'are'} due within 7 days
      </>
    ) : (
      !endings.whole && (
        <>
          <Link href="/due?days=7&kind=endings">more items than could be loaded</Link> may be due within 7 days
        </>
      )
    ),
  ].filter(Boolean)
  return (
    <div className={styles.summary} role="status">
      {isRead ? (
        <p>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have an order and no names
            <span key={index}>
              {index > 0 && (index === parts.length - 1 ? ', and ' : ', ')}
              {part}
            </span>
          ))}
          {parts.length > 0 ? '.' : isWhole && 'Nothing needs attention.'}
          {!isWhole && `${parts.length > 0 ? ' ' : ''}Some items couldn’t be loaded.`}
        </p>
      ) : (
        <Loading lines={2} />
      )}
    </div>
  )
}
