import { useSearchParams } from 'react-router-dom'
import { npsResponses } from '../../contract/nps'
import { CompanyPicker } from '../domain/company-picker'
import { unknownQueue, useQueue } from '../domain/nps/follow-up/queue'
import { clockOf, followUpHours } from '../domain/nps/follow-up/waiting'
import { waitingQuery } from '../domain/nps/queries'
import { useServerNow } from '../lib/api/server-clock'
import { pageLoader } from '../lib/navigation/page-loader'
import { useShortcutKey } from '../lib/shortcuts'
import { FilterBar } from '../list/filters/filters'
import { readPageParams } from '../list/query/page-params'
import { Notice } from '../ui/facts/details'
import { formatNumber, plural } from '../ui/format/format'
import { ShortcutCap } from '../ui/key-cap'
import { IgnoredParams } from '../ui/page/ignored-params'
import { Page, PageHead } from '../ui/page/page'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import * as styles from './follow-up-page.module.css'
import { HandledHere } from './handled-here'
import { AnswerList } from './review/answer-list'
import { surveyTitleQueries } from './survey-link'

const filters = { companyId: { label: 'Company', control: CompanyPicker } }

const readAddress = (search: URLSearchParams) => readPageParams(npsResponses.list, search, ['companyId'])

const queueQuery = (search: URLSearchParams) => waitingQuery(readAddress(search).sent.companyId)

export const loader = pageLoader({
  needs: ({ search }) => [queueQuery(search)],
  prefetch: ({ client, search }) => surveyTitleQueries(client.getQueryData(queueQuery(search).queryKey)?.queue),
})

/** Follow-up queue, detractors first and longest waiting first. */
export const Component = () => {
  const [search, setSearch] = useSearchParams()
  const { sent, ignored } = readAddress(search)
  const { companyId } = sent
  const keyOf = useShortcutKey()
  const { waiting, handled, queue = [], isUnknown } = useQueue(companyId)
  const done = waiting.data?.queue.filter(({ id }) => handled.has(id)) ?? []
  const now = useServerNow()
  const late = queue.filter((answer) => (clockOf(answer, now)?.left ?? 0) < 0).length
  return (
    <Page title="Follow-up" crumbs={[{ label: 'Experience' }]}>
      <PageHead
        title="Follow-up"
        total={
          waiting.data &&
          !isUnknown &&
          `${plural(queue.length, 'response waiting', 'responses waiting')}${late > 0 ? `, ${formatNumber(late)} overdue (over ${followUpHours} hours)` : ''}`
        }
      />
      <div className={styles.toolbar}>
        <FilterBar
          filters={filters}
          sent={sent}
          change={({ companyId: next }) => setSearch(next ? { companyId: next } : {})}
        />
        {keyOf('j') && (
          <p className={styles.keys} aria-hidden="true">
            <ShortcutCap>j</ShortcutCap> <ShortcutCap>k</ShortcutCap> move, <ShortcutCap>w</ShortcutCap> write,{' '}
            <ShortcutCap>c</ShortcutCap> company, <ShortcutCap>p</ShortcutCap> contacts, <ShortcutCap>h</ShortcutCap>{' '}
            handled
          </p>
        )}
      </div>
      <IgnoredParams {...ignored} />
      {waiting.data && !waiting.data.all && (
        <Notice>Only the latest responses are listed; earlier ones are under NPS responses.</Notice>
      )}
      {waiting.error && !waiting.data ? (
        <ErrorState error={waiting.error} what="The queue" onRetry={() => waiting.refetch()} />
      ) : !waiting.data ? (
        <Loading lines={20} />
      ) : isUnknown ? (
        <EmptyState title="No follow-up data">{unknownQueue}</EmptyState>
      ) : queue.length === 0 ? (
        <EmptyState title="No one is waiting" found>
          People who ask for a follow-up appear in this list, with 48 hours to reply.
        </EmptyState>
      ) : (
        <AnswerList rows={queue} label="Waiting for a reply" clocks />
      )}
      {done.length > 0 && <HandledHere answers={done} unmark={handled.unmark} />}
    </Page>
  )
}
