import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { answersOf, type Counts, npsCategories, npsResponses } from '../../../contract/nps'
import { CompanyPicker } from '../../domain/company-picker'
import { unknownQueue, useQueue } from '../../domain/nps/follow-up/queue'
import { WaitingList } from '../../domain/nps/follow-up/waiting-list'
import { categoryBadges, categoryTabs } from '../../domain/nps/labels'
import { countsQuery, statisticsQuery, useStatistics, waitingQuery } from '../../domain/nps/queries'
import { followUpStatus } from '../../domain/records/response'
import { query } from '../../lib/api/client'
import { pageLoader } from '../../lib/navigation/page-loader'
import { useShortcutKey, useShortcuts } from '../../lib/shortcuts'
import { FilterBar } from '../../list/filters/filters'
import { ReversedRange } from '../../list/filters/reversed-range'
import { Button, ButtonLink } from '../../ui/button'
import { CopyLink } from '../../ui/copy-button'
import { formatNumber, plural } from '../../ui/format/format'
import { Glyph } from '../../ui/icon/glyph'
import { ShortcutCap } from '../../ui/key-cap'
import * as layout from '../../ui/layout.module.css'
import { IgnoredParams } from '../../ui/page/ignored-params'
import { Page, PageHead } from '../../ui/page/page'
import { Section } from '../../ui/page/section'
import * as tabLists from '../../ui/page/tab-list.module.css'
import { AsyncSection } from '../../ui/states/async-section'
import { EmptyState } from '../../ui/states/empty-state'
import { ErrorState } from '../../ui/states/error-state'
import { Loading } from '../../ui/states/loading'
import * as badges from '../../ui/status-badge.module.css'
import * as typography from '../../ui/typography.module.css'
import { PeriodFilter } from '../period-filter'
import { Pulse, pulseQueries } from '../pulse'
import { ReviewTabs } from '../review-tabs'
import { surveyTitleQueries } from '../survey-link'
import { SurveyPicker } from '../surveys/survey-picker'
import { AnswerList } from './answer-list'
import * as styles from './review-page.module.css'
import { dayLabels, type Review, readReview, useReview } from './use-review'

const filters = {
  companyId: { label: 'Company', control: CompanyPicker },
  surveyId: { label: 'Survey', control: SurveyPicker },
  followUpState: { label: 'Follow-up state', words: followUpStatus.labels, linked: true },
}

export const loader = pageLoader({
  needs: ({ search }) => {
    const { sample, followUpSample, sent, reversed } = readReview(search)
    if (reversed) return []
    const counted = followUpSample ? [countsQuery(followUpSample)] : []
    return [statisticsQuery(sample), answersQuery({ ...sent, ...sample }), ...counted]
  },
  prefetch: ({ client, search }) => {
    const review = readReview(search)
    if (review.reversed) return [waitingQuery(review.sent.companyId)]
    const answers = client.getQueryData(answersQuery({ ...review.sent, ...review.sample }).queryKey)?.data
    return [...pulseQueries(review), waitingQuery(review.sent.companyId), ...surveyTitleQueries(answers)]
  },
})

const answersQuery = (sent: Record<string, string>) => query(npsResponses.list, { query: sent })

/** Score and trend, with the matching responses below. */
export const Component = () => {
  const review = useReview()
  const { sent, sample, dates, reversed, change, ignored } = review
  const statistics = useStatistics(sample, { enabled: !reversed })
  const table = `/nps/responses?${new URLSearchParams({ ...sent, ...dates })}`
  return (
    <Page title="NPS review" crumbs={[{ label: 'Experience' }]}>
      <PageHead
        title="NPS review"
        total={statistics.data && `${plural(answersOf(statistics.data.counts), 'response', 'responses')}`}
      >
        <CopyLink small />
        <ButtonLink icon="rows-3" small href={table}>
          As a table
        </ButtonLink>
      </PageHead>
      <ReviewTabs />
      <div className={styles.toolbar}>
        <PeriodFilter {...review} />
        <FilterBar filters={filters} sent={sent} change={change} />
      </div>
      {reversed && <ReversedRange range={reversed} filters={dayLabels} sent={sent} change={change} />}
      <IgnoredParams {...ignored} />
      <div className={layout.inOrderStacked}>
        {!reversed && <Pulse {...review} statistics={statistics} onStep={(by) => change({ by })} />}
        <div className={`${layout.inOrderStacked} ${styles.rest}`}>
          {!reversed && <Answers {...review} all={statistics.data?.counts} />}
          <Queue companyId={sent.companyId} />
        </div>
      </div>
    </Page>
  )
}

const Answers = ({
  sent,
  dates,
  sample,
  followUpSample,
  sentNow,
  change,
  all,
}: Review & { all: Counts | undefined }) => {
  const page = Number(sent.page ?? 1)
  const limit = Number(sent.limit ?? 25)
  const list = useQuery({ ...answersQuery({ ...sent, ...sample }), placeholderData: keepPreviousData })
  const ofFollowUps = useQuery({ ...countsQuery(followUpSample ?? {}), enabled: followUpSample !== null })
  const counts = followUpSample ? ofFollowUps.data : all
  const [at, setAt] = useState(0)
  const keyOf = useShortcutKey()
  const total = list.data?.pagination.totalCount ?? 0
  const pages = Math.max(1, Math.ceil(total / limit))
  const onlyFollowUps = sent.followUpRequired === 'true'
  const turnedTo = useRef<number>(null)
  const turn = (to: number, isToTop = true) => {
    if (to < 1 || to > pages) return
    turnedTo.current = isToTop ? to : null
    change({ page: to === 1 ? undefined : String(to) })
  }
  const turnBy = (step: 1 | -1) => turn(Number(sentNow().page ?? 1) + step)
  const { hash } = useLocation()
  /** Where *Only follow-ups* was last toggled: toggling again returns to that page if response and filters are the same. */
  const left = useRef({ place: '', page: sent.page })
  const toggleFollowUps = () => {
    const now = sentNow()
    const place = JSON.stringify([{ ...now, page: undefined, followUpRequired: undefined }, dates, hash])
    const known = left.current.place === place ? left.current.page : undefined
    left.current = { place, page: now.page }
    change({ followUpRequired: now.followUpRequired === 'true' ? undefined : 'true', page: known })
  }
  useShortcuts({ f: toggleFollowUps, '[': () => turnBy(-1), ']': () => turnBy(1) })
  return (
    <section aria-label="Responses">
      <h2 className="visually-hidden">Responses</h2>
      <div className={styles.tabs}>
        <nav className={tabLists.tabs} aria-label="Categories">
          {([undefined, ...npsCategories.toReversed()] as const).map((category) => (
            <button
              key={category ?? 'all'}
              type="button"
              aria-current={sent.category === category ? 'true' : undefined}
              onClick={() => change({ category })}
            >
              {category ? (
                <span className={badges.badge} data-tone={categoryBadges[category].tone}>
                  <Glyph name={categoryBadges[category].glyph} />
                  {categoryTabs[category]}
                </span>
              ) : (
                'All'
              )}
              {counts && <small>{formatNumber(category ? counts[category] : answersOf(counts))}</small>}
            </button>
          ))}
        </nav>
        <p className={`${typography.legend} ${styles.keys}`}>
          <Button
            small
            kind="bare"
            aria-pressed={onlyFollowUps}
            aria-keyshortcuts={keyOf('f')}
            onClick={toggleFollowUps}
          >
            Only follow-ups <ShortcutCap>f</ShortcutCap>
          </Button>
          {keyOf('j') && (
            <span className={styles.hint} aria-hidden="true">
              <ShortcutCap>j</ShortcutCap> <ShortcutCap>k</ShortcutCap> move
            </span>
          )}
          {(list.data?.data.length ?? 0) > 0 && !list.isPlaceholderData && (
            <b role="status">
              {formatNumber((page - 1) * limit + at + 1)} of {formatNumber(total)}
            </b>
          )}
        </p>
      </div>
      {list.isError && !list.data ? (
        <ErrorState error={list.error} what="The responses" onRetry={() => list.refetch()} />
      ) : !list.data ? (
        <Loading lines={20} />
      ) : list.data.data.length === 0 ? (
        <EmptyState title={total > 0 ? `Page ${formatNumber(page)} doesn’t exist` : 'No matching responses'}>
          {total > 0
            ? `The last page is ${formatNumber(pages)}.`
            : 'Try a longer period, another company or all categories.'}
        </EmptyState>
      ) : (
        <div aria-busy={list.isPlaceholderData}>
          <AnswerList
            rows={list.data.data}
            label="Responses"
            busy={list.isPlaceholderData}
            onEnd={(step) => turn(page + step, false)}
            page={page}
            turnedTo={turnedTo}
            onPlace={setAt}
          />
        </div>
      )}
      {pages > 1 && (
        <p className={styles.pages}>
          <Button aria-disabled={page <= 1} onClick={() => (page > pages ? turn(pages) : turnBy(-1))}>
            Newer
          </Button>
          {page <= pages && (
            <span>
              Page {formatNumber(page)} of {formatNumber(pages)}
            </span>
          )}
          <Button aria-disabled={page >= pages} onClick={() => turnBy(1)}>
            Older
          </Button>
        </p>
      )}
    </section>
  )
}

const few = 8

const Queue = ({ companyId }: { companyId: string | undefined }) => {
  const { waiting, queue, total, isUnknown } = useQueue(companyId)
  return (
    <aside className={styles.queue}>
      <Section title="Waiting for a reply" total={total}>
        <AsyncSection read={{ ...waiting, data: queue }} lines={2 * few}>
          {(queue) =>
            queue.length > 0 ? (
              <>
                <WaitingList queue={queue} few={few} compact />
                <p>
                  <ButtonLink small href={`/nps/follow-up${companyId ? `?companyId=${companyId}` : ''}`}>
                    View all
                  </ButtonLink>
                </p>
              </>
            ) : (
              <p className={typography.dim}>{isUnknown ? unknownQueue : 'No one is waiting.'}</p>
            )
          }
        </AsyncSection>
      </Section>
    </aside>
  )
}
