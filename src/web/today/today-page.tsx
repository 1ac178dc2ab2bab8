import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failingQuery, few, forApprovalQuery } from '../domain/attention'
import { endings, nextOf } from '../domain/due/due'
import { DueLine } from '../domain/due/due-line'
import { Horizon } from '../domain/due/horizon'
import { dueQueries, type Lane, useDue } from '../domain/due/queries'
import { unknownQueue, useQueue } from '../domain/nps/follow-up/queue'
import { WaitingList } from '../domain/nps/follow-up/waiting-list'
import { waitingQuery } from '../domain/nps/queries'
import { warrantyQueries } from '../domain/warranty/warranty-totals'
import { isMissing } from '../lib/api/api-error'
import { useServerNow } from '../lib/api/server-clock'
import { localDayOf } from '../lib/local-day'
import { pageLoader } from '../lib/navigation/page-loader'
import { dateFormat } from '../lib/request-context'
import { RecordLink } from '../record/record-link'
import { Button } from '../ui/button'
import { daysUntil } from '../ui/format/days-from-today'
import { DateTime, formatInstant, formatNumber, plural } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { Glyph } from '../ui/icon/glyph'
import { Icon } from '../ui/icon/icon'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { explanation } from '../ui/overlay/tip'
import { Page, PageHead } from '../ui/page/page'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as typography from '../ui/typography.module.css'
import { LeastHappy, leastHappyQueries } from './least-happy'
import { Score, scoreQueries } from './score'
import { Summary } from './summary'
import * as styles from './today.module.css'
import { Warranties } from './warranties'

const ahead = 90

/** With its words in English, as those around it, in the order of the user’s own English. */
const fullDay = dateFormat({ dateStyle: 'full' }, (locale) => (/^en\b/.test(locale) ? locale : 'en-GB'))

export const loader = pageLoader({
  needs: () => [waitingQuery(), forApprovalQuery, failingQuery],
  prefetch: () => [...scoreQueries(), ...warrantyQueries(), ...dueQueries(ahead), ...leastHappyQueries()],
})

export const Component = () => {
  const client = useQueryClient()
  const { waiting, queue, isWhole, total, isUnknown } = useQueue()
  const lanes = useDue(ahead)
  const forApproval = useQuery(forApprovalQuery)
  const failing = useQuery(failingQuery)
  const reads = [
    ...[waiting, forApproval, failing].filter(({ error }) => !isMissing(error)),
    ...lanes.filter(({ isOffered }) => isOffered).map(({ outline, error }) => ({ data: outline, error })),
  ]
  return (
    <Page title="Today">
      <PageHead title="Today" total={fullDay().format(useServerNow())}>
        <Button icon="rotate-cw" kind="bare" small onClick={() => client.invalidateQueries()}>
          Refresh
        </Button>
      </PageHead>
      <div className={layout.inOrderStacked}>
        <Summary
          waiting={queue}
          isQueueWhole={isWhole}
          budgets={forApproval.data?.pagination.totalCount}
          schedules={failing.data?.pagination.totalCount}
          endings={endingsOf(lanes)}
          isRead={reads.every(({ data, error }) => data || error)}
          isWhole={!isUnknown && reads.every(({ data }) => data)}
        />
        <div className={layout.columns}>
          <div>
            <Waits
              title="Waiting for a reply"
              total={total}
              isEmpty={isWhole && queue?.length === 0}
              more={<Link href="/nps/follow-up">View all</Link>}
              lines={2 * few}
              read={waiting}
            >
              {isUnknown ? (
                <p className={typography.dim}>{unknownQueue}</p>
              ) : (
                queue && <WaitingList queue={queue} few={few} />
              )}
            </Waits>
            {!isMissing(forApproval.error) && (
              <Waits
                title="Budgets waiting for approval"
                total={forApproval.data && formatNumber(forApproval.data.pagination.totalCount)}
                isEmpty={forApproval.data?.pagination.totalCount === 0}
                more={<Link href="/budgets?status=PendingApproval">View all</Link>}
                lines={few}
                read={forApproval}
              >
                <ul className={`${lists.items} ${styles.budgets}`}>
                  {forApproval.data?.data.map((budget) => (
                    <li key={budget.id}>
                      <Icon name="chart-no-axes-gantt" />
                      <span>
                        <RecordLink to="/budgets" id={budget.id} name={budget.title} />{' '}
                        <small>{budget.company?.name}</small>
                      </span>
                      <Money value={budget.totals?.grandTotal} currency={budget.currency} />
                      <Waiting since={budget.updatedAt} />
                    </li>
                  ))}
                </ul>
              </Waits>
            )}
            <Waits
              title="Failing report schedules"
              total={failing.data && formatNumber(failing.data.pagination.totalCount)}
              isEmpty={failing.data?.pagination.totalCount === 0}
              more={<Link href="/report-schedules?status=error">View all</Link>}
              lines={2 * few}
              read={failing}
            >
              <ul className={styles.failing}>
                {failing.data?.data.map((schedule) => (
                  <li key={schedule.id} data-tone="bad">
                    <Glyph name="error" />
                    <div>
                      <RecordLink to="/report-schedules" id={schedule.id} name={schedule.name} />{' '}
                      {!schedule.name?.includes(schedule.companyName ?? '') && <small>{schedule.companyName}</small>}
                      {schedule.lastError && <p>{schedule.lastError}</p>}
                    </div>
                    <small className={styles.when}>
                      next run <DateTime value={schedule.nextRunAt} />
                    </small>
                  </li>
                ))}
              </ul>
            </Waits>
            <Warranties />
          </div>
          <div className={styles.below}>
            <Score />
            <LeastHappy />
          </div>
        </div>
      </div>
      <div className={styles.end}>
        <DueSoon lanes={lanes} />
      </div>
    </Page>
  )
}

/** At least for so long: becoming one that waits for approval was a change too. */
const Waiting = ({ since }: { since: string | null | undefined }) => {
  const date = since ? new Date(since) : null
  const left = date && !Number.isNaN(date.getTime()) ? daysUntil(localDayOf(date)) : null
  return (
    <small
      className={styles.when}
      {...explanation(date && left !== null ? `Last changed ${formatInstant(date)}` : null)}
    >
      {left !== null && (left < 0 ? `waiting ${plural(-left, 'day', 'days')}` : 'since today')}
    </small>
  )
}

const endingLanes = (lanes: Lane[]) => lanes.filter(({ kind }) => endings.includes(kind))

const endingsOf = (lanes: Lane[]) => {
  const own = endingLanes(lanes)
  return {
    count: own.reduce((sum, { outline }) => sum + (outline?.soon ?? 0), 0),
    whole: own.every(({ outline }) => outline?.whole.soon !== false),
  }
}

/** The timeline of the due page, and what expires first. */
const DueSoon = ({ lanes }: { lanes: Lane[] }) => (
  <Section
    title="Due soon"
    total={`next ${ahead} days`}
    more={
      <span className={typography.more}>
        <Link href="/due">View all</Link>
      </span>
    }
  >
    <Horizon days={ahead} lanes={lanes} addressOf={(mark) => `/due#${mark}`} />
    <DueNext due={nextOf(endingLanes(lanes).flatMap(({ outline }) => outline?.next ?? []))} />
  </Section>
)

const DueNext = ({ due }: { due: ReturnType<typeof nextOf> }) =>
  due.length > 0 && (
    <ul className={`${lists.items} ${styles.next}`} aria-label="Due next">
      {due.map((one) => (
        <DueLine key={`${one.kind}-${one.id}`} due={one} />
      ))}
    </ul>
  )

type WaitsProps = {
  title: string
  total: string | undefined
  isEmpty: boolean
  more: ReactNode
  /** Expected number of lines, for the skeleton. */
  lines: number
  read: { data: unknown; error: Error | null; refetch: () => void }
  children: ReactNode
}

/** A section of items that need attention. */
const Waits = ({ title, total, isEmpty, more, lines, read, children }: WaitsProps) => (
  <Section title={title} total={total} more={<span className={typography.more}>{more}</span>}>
    <AsyncSection read={read} lines={lines}>
      {() => (isEmpty ? <p className={typography.dim}>None.</p> : children)}
    </AsyncSection>
  </Section>
)
