import { npsResponses } from '../../contract/nps'
import { useSearchParams } from '../kit/address'
import { CompanyPicker } from '../kit/company-picker'
import { Empty } from '../kit/empty'
import { Failure } from '../kit/failure'
import { formatNumber, plural } from '../kit/format'
import { LeftOut } from '../kit/left-out'
import { FilterBar } from '../kit/list/filters'
import { readKeys } from '../kit/list/read-keys'
import { useQueue } from '../kit/nps/queue'
import type { Response } from '../kit/nps/read'
import { ScoreMark } from '../kit/nps/score-mark'
import { clockOf, patience } from '../kit/nps/waiting'
import { respondentOf } from '../kit/nps/words'
import { Page } from '../kit/page'
import { Notice, Reading, Section } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { hrefOf } from '../kit/record/view'
import { Icon } from '../kit/ui/icon'
import { KeyCap } from '../kit/ui/key-cap'
import { AnswerList } from './answer-list'
import styles from './follow-up-page.module.css'
import { response } from './response'

const filters = { companyId: { label: 'Company', control: CompanyPicker } }

/** Everybody who waits for somebody to come back, the detractor who has waited longest first. */
export const FollowUpPage = () => {
  const [search, setSearch] = useSearchParams()
  const { sent, ignored } = readKeys(npsResponses.list, search, ['companyId'])
  const { companyId } = sent
  const { waiting, handled, queue = [] } = useQueue(companyId)
  const done = waiting.data?.queue.filter(({ id }) => handled.has(id)) ?? []
  const late = queue.filter((answer) => (clockOf(answer)?.left ?? 0) < 0).length
  return (
    <Page title="Follow-up" crumbs={[{ label: 'Experience' }]}>
      <div className="page-head">
        <h1>Follow-up</h1>
        <span className="total" role="status">
          {waiting.data &&
            `${plural(queue.length, 'person waits', 'people wait')}${late > 0 ? `, ${formatNumber(late)} past ${patience} hours` : ''}`}
        </span>
      </div>
      <div className={styles.toolbar}>
        <FilterBar
          filters={filters}
          sent={sent}
          change={({ companyId: next }) => setSearch(next ? { companyId: next } : {})}
        />
        <p className={styles.keys}>
          <KeyCap>j</KeyCap> <KeyCap>k</KeyCap> move, <KeyCap>w</KeyCap> write, <KeyCap>c</KeyCap> company,{' '}
          <KeyCap>p</KeyCap> its people, <KeyCap>h</KeyCap> handled
        </p>
      </div>
      <LeftOut what="page" parts={ignored} />
      {waiting.data && !waiting.data.all && (
        <Notice>These are of the latest 2,000 answers that asked for somebody; earlier ones are in the table.</Notice>
      )}
      {waiting.error && !waiting.data ? (
        <Failure error={waiting.error} what="The queue" onRetry={() => waiting.refetch()} />
      ) : !waiting.data ? (
        <Reading lines={20} />
      ) : queue.length === 0 ? (
        <Empty title="Nobody waits" found>
          Whoever asks for somebody to come back appears here, with 48 hours on the clock.
        </Empty>
      ) : (
        <AnswerList rows={queue} label="Waiting for an answer" clocks />
      )}
      {done.length > 0 && (
        <Section title="Handled" total={formatNumber(done.length)}>
          <p className="dim">
            Noted on this computer only, because this API cannot store it. They stay until the server says that they are
            done.
          </p>
          <ul className="lines">
            {done.map((answer) => (
              <li key={answer.id}>
                <HandledLine answer={answer} onUndo={() => handled.unmark(answer.id)} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

const HandledLine = ({ answer, onUndo }: { answer: Response; onUndo: () => void }) => (
  <>
    <ScoreMark answer={answer} />
    <span>
      <a href={hrefOf(response, answer)}>{respondentOf(answer)}</a>{' '}
      <small>
        <RecordLink to="/companies" id={answer.companyId} name={answer.companyName} />
      </small>
    </span>
    <button type="button" className="button" data-size="small" data-kind="bare" onClick={onUndo}>
      <Icon name="undo-2" />
      Not handled after all
    </button>
  </>
)
