import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { npsResponses } from '../../../contract/nps'
import { npsWords } from '../../../contract/nps-words'
import { type Comparison, differenceOf, fewestUses, sharesOf, type TermKind, termKinds } from '../../../contract/words'
import { CompanyPicker } from '../../domain/company-picker'
import { percentText } from '../../domain/nps/labels'
import type { Sample } from '../../domain/nps/queries'
import { ScoreMark } from '../../domain/nps/score-mark'
import { respondentOf } from '../../domain/records/response'
import { type ApiResponse, isMissing, query } from '../../lib/api/client'
import { untilItPasses } from '../../lib/api/query-client'
import { readAll } from '../../lib/api/read-parts'
import { pageLoader } from '../../lib/page-loader'
import { CsvButton } from '../../list/export/csv-button'
import { FilterBar } from '../../list/filters/filters'
import { useRows, WorkedOut } from '../../list/work-out'
import * as buttons from '../../ui/buttons.module.css'
import { CopyLink } from '../../ui/copy-button'
import { Notice, Section } from '../../ui/details'
import { FigureTable, focusLink } from '../../ui/figure-table'
import * as figures from '../../ui/figure-table.module.css'
import { dayText } from '../../ui/format/day'
import { DateTime, formatNumber, plural } from '../../ui/format/format'
import { IgnoredParams } from '../../ui/ignored-params'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import * as lists from '../../ui/lists.module.css'
import { Page } from '../../ui/page/page'
import { PrintButton } from '../../ui/print-button'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import { BegunPeriod, PeriodFilter } from '../period-filter'
import { readBeside, readReview, useReview } from '../review/use-review'
import { compareTerms, usesOf } from './words'
import * as styles from './words-page.module.css'

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }

type Response = ApiResponse<typeof npsResponses.list>['data'][number]

/** While the server counts older responses, it is asked again after so many milliseconds. */
const countingMs = 1500

type CountingState = { data?: { data: { isCounting?: boolean | null } } | undefined; error: Error | null }

const whileCounting = ({ state }: { state: CountingState }) =>
  untilItPasses({ state }) || (state.data?.data.isCounting ? countingMs : false)

const wordsQuery = (sample: Sample) => ({
  ...query(npsWords.read, { query: { ...sample } }),
  refetchInterval: whileCounting,
})

const usesQuery = (sample: Sample, { kind, word }: Chosen, limit: number) => ({
  ...query(npsWords.responses, { query: { ...sample, kind, word, limit: String(limit) } }),
  refetchInterval: whileCounting,
})

const pagesAtOnce = 20

/** The newest responses of a server that does not count words; more are read only when somebody wants them. */
const newestQuery = (sample: Sample) =>
  queryOptions({
    queryKey: [npsResponses.list.path, 'newest', sample],
    queryFn: async ({ client }) => {
      const answers = await readAll(client, npsResponses.list, { ...sample, sortDesc: 'true' }, pagesAtOnce)
      return { answers, isWhole: answers.length < pagesAtOnce * 100 }
    },
  })

type Chosen = { kind: TermKind; word: string }

/** Which word or tag is looked at: `word=printer` or `tag=onsite`. */
const chosenIn = (search: URLSearchParams): Chosen | null => {
  for (const kind of termKinds) {
    const word = search.get(kind)
    if (word) return { kind, word }
  }
  return null
}

const withoutChosen = (search: URLSearchParams) =>
  new URLSearchParams([...search].filter(([key]) => key !== 'word' && key !== 'tag'))

const readAddress = (search: URLSearchParams) => {
  const review = readReview(withoutChosen(search))
  const { companyId, ...beside } = readBeside(review, ['companyId'])
  const sample = { ...(companyId && { companyId }), ...review.dates } as Sample
  return { sample, companyId, ...beside, canAnswer: !review.reversed && !beside.isAhead }
}

export const loader = pageLoader({
  needs: ({ search }) => {
    const { sample, canAnswer } = readAddress(search)
    return canAnswer ? [wordsQuery(sample)] : []
  },
  also: ({ search }) => {
    const chosen = chosenIn(search)
    const { sample, canAnswer } = readAddress(search)
    return [canAnswer && chosen && usesQuery(sample, chosen, few)]
  },
})

/** What promoters and detractors say more than the others, counted, with the comments behind each. */
export const Component = () => {
  const [search] = useSearchParams()
  const review = useReview()
  const { sample, companyId, period, isAhead, ignored } = readAddress(search)
  const title = 'What they say'
  return (
    <Page title={title} crumbs={[{ label: 'Experience' }, { label: 'NPS review', to: '/nps/review' }]}>
      <div className={layout.head}>
        <h1>{title}</h1>
        <div className={layout.actions}>
          <CopyLink small />
          <PrintButton>Print</PrintButton>
        </div>
      </div>
      <p className={typography.lede}>
        Words and tags that promoters or detractors use more than the other group: counted once a response, in{' '}
        {fewestUses} or more, and only where the shares differ by more than chance at 95 %. Of twenty words one may
        still be chance. Nothing is interpreted.
      </p>
      <div className={figures.filters}>
        <PeriodFilter {...review} />
        <FilterBar filters={filters} sent={companyId ? { companyId } : {}} change={review.change} />
      </div>
      <IgnoredParams parts={ignored} />
      <BegunPeriod {...{ review, period, isAhead }}>
        <Counted sample={sample} />
      </BegunPeriod>
    </Page>
  )
}

const Counted = ({ sample }: { sample: Sample }) => {
  const [search] = useSearchParams()
  const read = useQuery(wordsQuery(sample))
  if (isMissing(read.error)) return <FromLists sample={sample} />
  const chosen = chosenIn(search)
  return (
    <AsyncSection read={read} lines={14}>
      {({ data: { words, tags, countedFrom, isCounting } }) => (
        <>
          {countedFrom && (
            <Notice>
              <b>Partly:</b> from responses since {dayText(countedFrom)}.{' '}
              {isCounting
                ? 'Older ones are being counted.'
                : 'Older ones don’t fit into the server’s memory. Choose a later period.'}
            </Notice>
          )}
          <Said words={comparisonOf(words)} tags={comparisonOf(tags)} isPart={Boolean(countedFrom)}>
            {chosen && <QuotedByServer key={chosen.kind + chosen.word} sample={sample} {...chosen} />}
          </Said>
        </>
      )}
    </AsyncSection>
  )
}

type Given = ApiResponse<typeof npsWords.read>['data']['words']

const comparisonOf = (given: Given): Comparison => {
  const group = (one: { promoters?: number | null; detractors?: number | null } | null | undefined) => ({
    promoters: one?.promoters ?? 0,
    detractors: one?.detractors ?? 0,
  })
  const uses = (some: NonNullable<Given>['ofPromoters']) =>
    (some ?? []).map((use) => ({ word: use.word ?? '', ...group(use) }))
  return { n: group(given?.n), ofPromoters: uses(given?.ofPromoters), ofDetractors: uses(given?.ofDetractors) }
}

const QuotedByServer = ({ sample, ...chosen }: Chosen & { sample: Sample }) => {
  const [limit, setLimit] = useState(few)
  const read = useQuery({ ...usesQuery(sample, chosen, limit), placeholderData: keepPreviousData })
  return (
    <AsyncSection read={read} lines={6}>
      {({ data: { responses, totalCount } }) => (
        <Quotations
          {...chosen}
          answers={responses ?? []}
          total={totalCount ?? 0}
          most={mostQuoted}
          onMore={() => setLimit(Math.min(mostQuoted, limit + 100))}
        />
      )}
    </AsyncSection>
  )
}

/** In front of a server that does not count words. */
const FromLists = ({ sample }: { sample: Sample }) => {
  const newest = useQuery(newestQuery(sample))
  const [isMore, setIsMore] = useState<string | null>(null)
  const key = JSON.stringify(sample)
  const rows = useRows(npsResponses.list, isMore === key ? { ...sample } : null)
  if (isMore === key)
    return (
      <WorkedOut rows={rows} noun="responses">
        {(answers) => <SaidIn answers={answers} isPart={answers.length < (rows.total ?? 0)} />}
      </WorkedOut>
    )
  return (
    <AsyncSection read={newest} lines={14}>
      {({ answers, isWhole }) => (
        <>
          {!isWhole && (
            <Notice>
              <b>Partly:</b> from the newest {formatNumber(answers.length)} responses.{' '}
              <button type="button" className={buttons.button} data-size="small" onClick={() => setIsMore(key)}>
                Load more
              </button>
            </Notice>
          )}
          <SaidIn answers={answers} isPart={!isWhole} />
        </>
      )}
    </AsyncSection>
  )
}

const SaidIn = ({ answers, isPart }: { answers: Response[]; isPart: boolean }) => {
  const chosen = chosenIn(useSearchParams()[0])
  return (
    <Said words={compareTerms('word', answers)} tags={compareTerms('tag', answers)} isPart={isPart}>
      {chosen && (
        <QuotedFrom key={chosen.kind + chosen.word} {...chosen} answers={usesOf(answers, chosen.kind, chosen.word)} />
      )}
    </Said>
  )
}

const QuotedFrom = ({ answers, ...chosen }: Chosen & { answers: Response[] }) => {
  const [shown, setShown] = useState(few)
  return (
    <Quotations
      {...chosen}
      answers={answers.slice(0, shown)}
      total={answers.length}
      onMore={() => setShown(shown + 100)}
    />
  )
}

type SaidProps = { words: Comparison; tags: Comparison; isPart: boolean; children: ReactNode }

const Said = ({ words, tags, isPart, children }: SaidProps) => {
  const [search] = useSearchParams()
  const chosen = chosenIn(search)
  const hrefOf = (kind: TermKind, word: string) => {
    const next = withoutChosen(search)
    next.set(kind, word)
    return `?${next}#said`
  }
  if (!isPart && words.n.promoters + words.n.detractors + tags.n.promoters + tags.n.detractors === 0)
    return <p className={typography.dim}>No promoter or detractor wrote a comment in this period.</p>
  return (
    <>
      <div className={layout.columns} style={{ '--aside': '50%' }}>
        <div>
          <Words title="Promoters’ words" kind="word" side="promoters" {...{ comparison: words, hrefOf, chosen }} />
          <Words title="Promoters’ tags" kind="tag" side="promoters" {...{ comparison: tags, hrefOf, chosen }} />
        </div>
        <div>
          <Words title="Detractors’ words" kind="word" side="detractors" {...{ comparison: words, hrefOf, chosen }} />
          <Words title="Detractors’ tags" kind="tag" side="detractors" {...{ comparison: tags, hrefOf, chosen }} />
        </div>
      </div>
      {children}
    </>
  )
}

type WordsProps = {
  title: string
  kind: TermKind
  side: 'promoters' | 'detractors'
  comparison: Comparison
  hrefOf: (kind: TermKind, word: string) => string
  chosen: Chosen | null
}

const Words = ({ title, kind, side, comparison: { n, ofPromoters, ofDetractors }, hrefOf, chosen }: WordsProps) => {
  const uses = side === 'promoters' ? ofPromoters : ofDetractors
  const counted = kind === 'word' ? 'a comment' : 'a comment or tag'
  return (
    <Section
      title={title}
      total={`${plural(n.promoters, 'promoter', 'promoters')}, ${plural(n.detractors, 'detractor', 'detractors')}`}
      more={
        uses.length > 0 && (
          <span className={typography.more}>
            <CsvButton
              title={title}
              table={() => ({
                columns: [
                  { header: kind === 'word' ? 'Word' : 'Tag', kind: 'text' },
                  ...[
                    ...['Promoters', `Promoters with ${counted}`, 'Detractors', `Detractors with ${counted}`],
                    'Difference in points',
                  ].map((header) => ({ header, kind: 'number' as const })),
                ],
                rows: uses.map((use) => [
                  ...[use.word, use.promoters, n.promoters, use.detractors, n.detractors],
                  Math.round(10 * differenceOf(use, n)) / 10,
                ]),
              })}
            />
          </span>
        )
      }
    >
      {uses.length === 0 ? (
        <p className={typography.dim}>
          No {kind} is significantly more common among {side}.
        </p>
      ) : (
        <FigureTable
          caption={title}
          head={[kind === 'word' ? 'Word' : 'Tag', 'Promoters', 'Detractors']}
          rows={uses.map(({ word, promoters, detractors }) => ({
            key: word,
            isCurrent: chosen?.kind === kind && chosen.word === word,
            name: <Link href={hrefOf(kind, word)}>{word}</Link>,
            cells: [
              `${formatNumber(promoters)} · ${percentText(sharesOf({ promoters, detractors }, n).promoters)}`,
              `${formatNumber(detractors)} · ${percentText(sharesOf({ promoters, detractors }, n).detractors)}`,
            ],
          }))}
        />
      )}
    </Section>
  )
}

const few = 20
/** More than these the server does not quote. */
const mostQuoted = 1000

type Quoted = Chosen & { answers: Response[]; total: number; most?: number; onMore: () => void }

const Quotations = ({ answers, total, kind, word, most = Number.POSITIVE_INFINITY, onMore }: Quoted) => {
  const more = Math.min(100, Math.min(total, most) - answers.length)
  const [before, setBefore] = useState<number | null>(null)
  const showMore = () => {
    setBefore(answers.length)
    onMore()
  }
  return (
    <div id="said">
      <Section
        title={kind === 'word' ? `Comments with “${word}”` : `Responses tagged “${word}”`}
        total={plural(total, 'response', 'responses')}
      >
        {answers.length === 0 ? (
          <p className={typography.dim}>No promoter or detractor used it.</p>
        ) : (
          <ul className={`${lists.entries} ${styles.quotations}`}>
            {answers.map((answer, at) => (
              <li key={answer.id} ref={more <= 0 && at === before ? focusLink : undefined}>
                <ScoreMark answer={answer} />
                <div>
                  <p>{answer.feedbackText?.trim() || <span className={typography.dim}>No comment</span>}</p>
                  <small>
                    <Link href={`/nps/responses/${encodeURIComponent(answer.id)}`}>{respondentOf(answer)}</Link>,{' '}
                    {answer.companyName && `${answer.companyName}, `}
                    <DateTime value={answer.responseDate} dateOnly />
                  </small>
                </div>
              </li>
            ))}
          </ul>
        )}
        {more > 0 && (
          <p>
            <button type="button" className={buttons.button} data-size="small" onClick={showMore}>
              Show {formatNumber(more)} more
            </button>
          </p>
        )}
      </Section>
    </div>
  )
}
