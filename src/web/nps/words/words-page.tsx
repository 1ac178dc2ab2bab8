import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { npsResponses } from '../../../contract/nps'
import { CompanyPicker } from '../../domain/company-picker'
import { percentText } from '../../domain/nps/labels'
import type { Sample } from '../../domain/nps/queries'
import { categoryOf } from '../../domain/nps/score'
import { ScoreMark } from '../../domain/nps/score-mark'
import { respondentOf } from '../../domain/records/response'
import type { ApiResponse } from '../../lib/api/client'
import { readAll } from '../../lib/api/read-parts'
import { pageLoader } from '../../lib/page-loader'
import { CsvButton } from '../../list/export/csv-button'
import { FilterBar } from '../../list/filters/filters'
import { useRows, WorkedOut } from '../../list/work-out'
import * as buttons from '../../ui/buttons.module.css'
import { CopyLink } from '../../ui/copy-button'
import { Notice, Section } from '../../ui/details'
import { FigureTable } from '../../ui/figure-table'
import * as figures from '../../ui/figure-table.module.css'
import { DateTime, formatNumber, plural } from '../../ui/format/format'
import { IgnoredParams } from '../../ui/ignored-params'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import * as lists from '../../ui/lists.module.css'
import { Page } from '../../ui/page/page'
import { PrintButton } from '../../ui/print-button'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import { PeriodFilter } from '../period-filter'
import { readBeside, readReview, useReview } from '../review/use-review'
import { type Comparison, compareTags, compareWords, fewestUses, type Use, usesOf } from './words'
import * as styles from './words-page.module.css'

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }

type Response = ApiResponse<typeof npsResponses.list>['data'][number]

const pagesAtOnce = 20

/** The newest responses; more are read only when somebody wants them. */
const newestQuery = (sample: Sample) =>
  queryOptions({
    queryKey: [npsResponses.list.path, 'newest', sample],
    queryFn: async ({ client }) => {
      const answers = await readAll(client, npsResponses.list, { ...sample, sortDesc: 'true' }, pagesAtOnce)
      return { answers, isWhole: answers.length < pagesAtOnce * 100 }
    },
  })

/** Which word or tag is looked at: `word=printer` or `tag=onsite`. */
const chosenIn = (search: URLSearchParams) => {
  for (const kind of ['word', 'tag'] as const) {
    const word = search.get(kind)
    if (word) return { kind, word }
  }
  return null
}

const withoutChosen = (search: URLSearchParams) =>
  new URLSearchParams([...search].filter(([key]) => key !== 'word' && key !== 'tag'))

const readAddress = (search: URLSearchParams) => {
  const review = readReview(withoutChosen(search))
  const { companyId, ignored } = readBeside(review, ['companyId'])
  return { sample: { ...(companyId && { companyId }), ...review.dates } as Sample, companyId, ignored }
}

export const loader = pageLoader({
  needs: ({ search }) => [newestQuery(readAddress(search).sample)],
})

/** What promoters and detractors say more than the others, counted, with the comments behind each. */
export const Component = () => {
  const [search] = useSearchParams()
  const review = useReview()
  const { sample, companyId, ignored } = readAddress(search)
  const newest = useQuery(newestQuery(sample))
  const [isMore, setIsMore] = useState<string | null>(null)
  const key = JSON.stringify(sample)
  const rows = useRows(npsResponses.list, isMore === key ? { ...sample } : null)
  const shown = (answers: Response[]) => <Said answers={answers} search={search} />
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
      {isMore === key ? (
        <WorkedOut rows={rows} noun="responses">
          {shown}
        </WorkedOut>
      ) : (
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
              {shown(answers)}
            </>
          )}
        </AsyncSection>
      )}
    </Page>
  )
}

const Said = ({ answers, search }: { answers: Response[]; search: URLSearchParams }) => {
  const chosen = chosenIn(search)
  const words = compareWords(answers)
  const tags = compareTags(answers)
  const hrefOf = (kind: 'word' | 'tag', word: string) => {
    const next = withoutChosen(search)
    next.set(kind, word)
    return `?${next}#said`
  }
  if (words.n.promoters + words.n.detractors === 0)
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
      {chosen && <Quotations answers={usesOf(answers, chosen.kind, chosen.word)} {...chosen} />}
    </>
  )
}

type WordsProps = {
  title: string
  kind: 'word' | 'tag'
  side: 'promoters' | 'detractors'
  comparison: Comparison
  hrefOf: (kind: 'word' | 'tag', word: string) => string
  chosen: ReturnType<typeof chosenIn>
}

const Words = ({ title, kind, side, comparison: { n, ofPromoters, ofDetractors }, hrefOf, chosen }: WordsProps) => {
  const uses: Use[] = side === 'promoters' ? ofPromoters : ofDetractors
  return (
    <Section
      title={title}
      total={`n ${formatNumber(n.promoters)} and ${formatNumber(n.detractors)}`}
      more={
        uses.length > 0 && (
          <span className={typography.more}>
            <CsvButton
              title={title}
              table={() => ({
                columns: [
                  { header: kind === 'word' ? 'Word' : 'Tag', kind: 'text' },
                  ...['Promoters', 'of', 'Detractors', 'of ', 'Difference in points'].map((header) => ({
                    header,
                    kind: 'number' as const,
                  })),
                ],
                rows: uses.map(({ word, promoters, detractors, difference }) => [
                  ...[word, promoters, n.promoters, detractors, n.detractors],
                  Math.round(10 * difference) / 10,
                ]),
              })}
            />
          </span>
        )
      }
    >
      {uses.length === 0 ? (
        <p className={typography.dim}>
          No {kind} is used more by {side}, beyond chance.
        </p>
      ) : (
        <FigureTable
          caption={title}
          head={[kind === 'word' ? 'Word' : 'Tag', 'Promoters', 'Detractors']}
          rows={uses.map(({ word, promoters, detractors, shares }) => ({
            key: word,
            isCurrent: chosen?.kind === kind && chosen.word === word,
            name: <Link href={hrefOf(kind, word)}>{word}</Link>,
            cells: [
              `${formatNumber(promoters)} · ${percentText(shares.promoters)}`,
              `${formatNumber(detractors)} · ${percentText(shares.detractors)}`,
            ],
          }))}
        />
      )}
    </Section>
  )
}

const few = 20

const Quotations = ({ answers, kind, word }: { answers: Response[]; kind: 'word' | 'tag'; word: string }) => {
  const [shown, setShown] = useState(few)
  const quoted = answers.filter(({ score, category }) => categoryOf(score, category) !== 'passive')
  return (
    <div id="said">
      <Section
        title={kind === 'word' ? `Comments with “${word}”` : `Responses tagged “${word}”`}
        total={plural(quoted.length, 'response', 'responses')}
      >
        {quoted.length === 0 ? (
          <p className={typography.dim}>No promoter or detractor used it.</p>
        ) : (
          <ul className={`${lists.entries} ${styles.quotations}`}>
            {quoted.slice(0, shown).map((answer) => (
              <li key={answer.id}>
                <ScoreMark answer={answer} />
                <div>
                  <p>{answer.feedbackText?.trim() || <span className={typography.dim}>No comment</span>}</p>
                  <small>
                    <Link href={`/nps/responses/${encodeURIComponent(answer.id)}`}>{respondentOf(answer)}</Link>,{' '}
                    {answer.companyName}, <DateTime value={answer.responseDate} dateOnly />
                  </small>
                </div>
              </li>
            ))}
          </ul>
        )}
        {quoted.length > shown && (
          <p>
            <button type="button" className={buttons.button} data-size="small" onClick={() => setShown(shown + 100)}>
              Show {formatNumber(Math.min(100, quoted.length - shown))} more
            </button>
          </p>
        )}
      </Section>
    </div>
  )
}
