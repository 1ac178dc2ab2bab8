import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { npsWords } from '../../../contract/figures/nps-words'
import { type Comparison, fewestUses } from '../../../contract/figures/words'
import { npsResponses } from '../../../contract/nps'
import { CompanyPicker } from '../../domain/company-picker'
import type { Sample } from '../../domain/nps/counts/read-counts'
import { isMissing } from '../../lib/api/api-error'
import type { ApiResponse } from '../../lib/api/client'
import { pageLoader } from '../../lib/navigation/page-loader'
import { Calculated, Incomplete, useRows } from '../../list/calculated'
import { PartOf } from '../../list/export/part-of'
import { FilterBar } from '../../list/filters/filters'
import type { RowOf } from '../../list/list-page'
import { CopyLink } from '../../ui/copy-button'
import * as figures from '../../ui/figures/figure-table.module.css'
import { localDayText } from '../../ui/format/local-day-text'
import { IgnoredParams } from '../../ui/page/ignored-params'
import { Page, PageHead } from '../../ui/page/page'
import { PrintButton } from '../../ui/page/print-button'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import { BegunPeriod, PeriodFilter } from '../period-filter'
import { useReview } from '../review/use-review'
import { ReviewTabs } from '../review-tabs'
import { chosenIn, readAddress } from './address'
import { few, usesQuery, wordsQuery } from './queries'
import { QuotedByServer, QuotedFrom } from './quotations'
import { Said } from './word-tables'
import { compareTerms, usesOf } from './words'

type Response = RowOf<typeof npsResponses.list>

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }

export const loader = pageLoader({
  needs: ({ search }) => {
    const { sample, canAnswer } = readAddress(search)
    return canAnswer ? [wordsQuery(sample)] : []
  },
  prefetch: ({ search }) => {
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
      <PageHead title={title}>
        <CopyLink small />
        <PrintButton />
      </PageHead>
      <ReviewTabs />
      <p className={typography.lede}>
        Words and tags that promoters or detractors use more than the other group: each counts once per response,
        appears in at least {fewestUses}, and is listed only if the difference is significant at 95%. Some words may
        appear by chance.
      </p>
      <div className={figures.filters}>
        <PeriodFilter {...review} />
        <FilterBar filters={filters} sent={companyId ? { companyId } : {}} change={review.change} />
      </div>
      <IgnoredParams {...ignored} />
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
      {({ data: { words, tags, countedFrom, isCounting } }) => {
        const part = Boolean(countedFrom) && `from responses since ${localDayText(countedFrom)}.`
        return (
          <PartOf part={part}>
            {part && (
              <Incomplete>
                {part}{' '}
                {isCounting
                  ? 'Older ones are being counted.'
                  : 'Older ones don’t fit into the server’s memory. Choose a later period.'}
              </Incomplete>
            )}
            <Said words={comparisonOf(words)} tags={comparisonOf(tags)} isPart={Boolean(part)}>
              {chosen && <QuotedByServer key={chosen.kind + chosen.word} sample={sample} {...chosen} />}
            </Said>
          </PartOf>
        )
      }}
    </AsyncSection>
  )
}

type WordsData = ApiResponse<typeof npsWords.read>['data']['words']

const comparisonOf = (given: WordsData): Comparison => {
  const group = (one: { promoters?: number | null; detractors?: number | null } | null | undefined) => ({
    promoters: one?.promoters ?? 0,
    detractors: one?.detractors ?? 0,
  })
  const uses = (some: NonNullable<WordsData>['ofPromoters']) =>
    (some ?? []).map((use) => ({ word: use.word ?? '', ...group(use) }))
  return { n: group(given?.n), ofPromoters: uses(given?.ofPromoters), ofDetractors: uses(given?.ofDetractors) }
}

/** The requests that are sent before someone wants more. */
const atOnce = 20
/** Counting takes a second for 20,000 responses: while they are read, it is done anew for every so many. */
const counted = 1000

/** In front of a server that does not count words, from the newest responses. */
const FromLists = ({ sample }: { sample: Sample }) => {
  const rows = useRows(npsResponses.list, { ...sample }, { atOnce, newestBy: 'response_date' })
  const { isReading } = rows
  return (
    <Calculated rows={rows} noun="responses">
      {(answers) => (
        <SaidIn
          answers={answers}
          count={isReading && answers.length > counted ? answers.length - (answers.length % counted) : answers.length}
          isPart={isReading || answers.length < (rows.total ?? 0)}
        />
      )}
    </Calculated>
  )
}

type SaidInProps = { answers: Response[]; count: number; isPart: boolean }

const SaidIn = ({ answers, count, isPart }: SaidInProps) => {
  const chosen = chosenIn(useSearchParams()[0])
  // The first of the responses stay the same while more are read.
  const said = useMemo(() => {
    const first = answers.slice(0, count)
    return { first, words: compareTerms('word', first), tags: compareTerms('tag', first) }
  }, [count, answers[0]])
  return (
    <Said words={said.words} tags={said.tags} isPart={isPart}>
      {chosen && (
        <QuotedFrom
          key={chosen.kind + chosen.word}
          {...chosen}
          answers={usesOf(said.first, chosen.kind, chosen.word)}
        />
      )}
    </Said>
  )
}
