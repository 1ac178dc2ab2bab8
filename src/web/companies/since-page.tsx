import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { companies } from '../../contract/companies'
import { usualDays } from '../../contract/figures/client-since'
import { readDay, type Since, sinceQuery } from '../domain/since/data'
import type { SinceFromLists } from '../domain/since/from-lists'
import { describeChanges, type Part, type Topic, type TopicChanges, topics } from '../domain/since/since'
import { isMissing } from '../lib/api/api-error'
import { query } from '../lib/api/client'
import { pageLoader } from '../lib/navigation/page-loader'
import { Cancelled, calculatedFrom, Incomplete, LoadingProgress, LoadMore } from '../list/calculated'
import { CsvButton } from '../list/export/csv-button'
import { useWork, type Work } from '../list/use-work'
import { readId } from '../record/by-id/read-id'
import { crumbsOf, hrefOf } from '../record/record-type'
import { Button, ButtonLink } from '../ui/button'
import { CopyLink } from '../ui/copy-button'
import { dayText } from '../ui/format/day'
import * as fields from '../ui/input/fields.module.css'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { IgnoredParams } from '../ui/page/ignored-params'
import { Page, PageHead } from '../ui/page/page'
import { PrintButton } from '../ui/page/print-button'
import { Section } from '../ui/page/section'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import * as typography from '../ui/typography.module.css'
import { recordType as company } from './company-record'
import * as styles from './since-page.module.css'

const dayOfAddress = (search: URLSearchParams) => readDay(search.get('since'))

export const loader = pageLoader({
  needs: () => [],
  prefetch: ({ params, search }) => {
    const id = readId(companies.get, params.id ?? '')
    return [query(companies.get, { id }), sinceQuery(id, dayOfAddress(search))]
  },
})

const titles: Record<Topic, string> = {
  score: 'Satisfaction',
  goals: 'Goals',
  budgets: 'Budgets',
  warranties: 'Warranties',
  people: 'People',
}

const nouns: Record<Topic, string> = {
  score: 'responses',
  goals: 'goals',
  budgets: 'budgets with their history',
  warranties: 'devices',
  people: 'people',
}
const listOf = (some: Topic[]) => some.map((topic) => nouns[topic]).join(', ')

/** What happened to a client since a day, in sentences: what to say at the next meeting. */
export const Component = () => {
  const id = readId(companies.get, useParams().id ?? '')
  const [search, setSearch] = useSearchParams()
  const day = dayOfAddress(search)
  const name = useQuery(query(companies.get, { id })).data?.data.name
  const answer = useQuery(sinceQuery(id, day))
  const isFromLists = answer.data === null
  const client = useQueryClient()
  const work = useWork<SinceFromLists>(
    ['since', id, day, 'from lists'],
    isFromLists
      ? async (options) => (await import('../domain/since/from-lists')).workOutSince(client, id, day, options)
      : null,
  )
  const since: Since | undefined = answer.data ?? work.value
  const error = answer.error ?? work.error
  const cut =
    since !== undefined &&
    since.cut.length > 0 &&
    `this client has more ${listOf(since.cut)} than this page reads, so older ones are left out.`
  const said: ChangesProps = {
    changes: since ? describeChanges(since) : [],
    reasonOf: (topic) => reasonOf(topic, isFromLists ? work : undefined),
  }
  const given = search.get('since')
  const title = 'Since the last meeting'
  return (
    <Page title={title} crumbs={crumbsOf(company)}>
      <PageHead title={title} total={name}>
        <CopyLink small />
        <ButtonLink icon="building-2" href={hrefOf(company, { id })}>
          Company
        </ButtonLink>
        <PrintButton />
      </PageHead>
      <DayField
        value={day ?? since?.period.dateFrom ?? ''}
        onChange={(next) => setSearch(next ? { since: next } : {}, { replace: true, preventScrollReset: true })}
        isChosen={given !== null}
        end={since && <ChangesCsv {...said} part={cut} since={since.period.dateFrom} />}
      />
      <IgnoredParams
        unknown={[...search].filter(([key]) => key !== 'since').map((one) => one.join('='))}
        wrong={given !== null && day === null ? [`since=${given}`] : []}
      />
      {isFromLists && <Loaded work={work} />}
      {since ? (
        <>
          <p className={`${typography.dim} ${styles.basis}`}>
            {since.basis === 'report' && since.report && (
              <>
                The day of the last published report,{' '}
                <Link href={`/reports/${since.report.id}`}>{since.report.title}</Link>.
              </>
            )}
            {since.basis === 'brief' && (
              <>
                The day of the last emailed <Link href={`${hrefOf(company, { id })}/brief`}>brief</Link>.
              </>
            )}
            {since.basis === 'days' &&
              `No earlier report${isFromLists ? '' : ' or brief'} is known, so these are the last ${usualDays} days.`}
          </p>
          {cut && <Incomplete>{cut}</Incomplete>}
          <Changes {...said} />
        </>
      ) : error ? (
        <ErrorState
          error={error}
          what="Recent changes"
          onRetry={() => (isFromLists ? work.goOn() : void answer.refetch())}
        />
      ) : (
        !isFromLists && <Loading lines={14} />
      )}
    </Page>
  )
}

/** In front of a server of lists: how far they are read, and of which a part is missing. */
const Loaded = ({ work: { value, isReading, error, stop, goOn } }: { work: Work<SinceFromLists> }) => {
  const unread = value?.unread ?? [...topics]
  const done = topics.length - unread.length
  if (isReading) return <LoadingProgress done={done} of={topics.length} noun="lists" onCancel={stop} />
  if (!value) return !error && <Cancelled noun="lists" onMore={goOn} />
  if (unread.length === 0) return null
  return (
    <Incomplete>
      {calculatedFrom([{ read: done, of: topics.length, noun: 'lists' }])} Left out: {listOf(unread)}. {error?.message}{' '}
      <LoadMore onClick={goOn} />
    </Incomplete>
  )
}

/** Why nothing is said of a topic; null while it is read. */
const reasonOf = (topic: Topic, work: Work<SinceFromLists> | undefined) => {
  if (!work) return `Your access doesn’t show ${nouns[topic]}.`
  const refusal = work.value?.refused[topic]
  if (refusal) return isMissing(refusal) ? `This server can’t list ${nouns[topic]}.` : refusal.message
  return work.isReading ? null : 'Not loaded.'
}

const nothing = 'Nothing new.'

type ChangesProps = {
  changes: TopicChanges[]
  reasonOf: (topic: Topic) => string | null
}

const Changes = ({ changes, reasonOf }: ChangesProps) => (
  <div className={styles.changes}>
    {changes.map(({ topic, sentences }) => (
      <Section key={topic} title={titles[topic]}>
        {sentences === null ? (
          <Unknown reason={reasonOf(topic)} />
        ) : sentences.length === 0 ? (
          <p className={typography.dim}>{nothing}</p>
        ) : (
          <ul className={`${lists.entries} ${styles.sentences}`}>
            {sentences.map(({ key, parts }) => (
              <li key={key}>
                {parts.map((part, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have an order and no names
                  <Fragment key={at}>
                    {typeof part === 'string' ? part : <Link href={part.href}>{part.text}</Link>}
                  </Fragment>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Section>
    ))}
  </div>
)

const ChangesCsv = ({ changes, since, part, reasonOf }: ChangesProps & { since: string; part: string | false }) => (
  <CsvButton
    title={`Since ${since}`}
    part={part}
    table={() => ({
      columns: [
        { header: 'Topic', kind: 'text' },
        { header: 'What happened', kind: 'text' },
      ],
      rows: changes.flatMap(({ topic, sentences }) =>
        !sentences?.length
          ? [[titles[topic], sentences ? nothing : reasonOf(topic)]]
          : sentences.map(({ parts }) => [titles[topic], parts.map(textOf).join('')]),
      ),
    })}
  />
)

const Unknown = ({ reason }: { reason: string | null }) =>
  reason === null ? <Loading lines={2} /> : <p className={typography.dim}>{reason}</p>

const textOf = (part: Part) => (typeof part === 'string' ? part : part.text)

type DayProps = { value: string; isChosen: boolean; end: ReactNode; onChange: (day: string | null) => void }

/** Shows what is being typed until it is left, and else the day of the address. */
const DayField = ({ value, isChosen, end, onChange }: DayProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = Boolean(typed) && readDay(typed) === null
  return (
    <div className={styles.day}>
      <label htmlFor={id}>Since</label>
      <input
        id={id}
        ref={input}
        className={fields.input}
        type="date"
        min="2000-01-01"
        value={typed ?? value}
        onBlur={() => setTyped(null)}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          if (readDay(target.value)) onChange(target.value)
        }}
      />
      {isChosen && (
        <Button
          small
          kind="bare"
          onClick={() => {
            // This button goes.
            input.current?.focus()
            onChange(null)
          }}
        >
          Since the last report or brief
        </Button>
      )}
      <span className={typography.onPaper}>{value && dayText(value)}</span>
      {isWrong && <span role="alert">Choose a day in the past.</span>}
      <div className={layout.actions}>{end}</div>
    </div>
  )
}
