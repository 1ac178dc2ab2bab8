import { npsCategories } from '../../contract/nps'
import { plural } from '../kit/format'
import { Change } from '../kit/nps/change'
import { lastDays, periodBefore, spansOf } from '../kit/nps/period'
import { useStatistics, useTrend } from '../kit/nps/read'
import { answersOf, type Counts, npsOf } from '../kit/nps/score'
import { ScoreNow } from '../kit/nps/score-now'
import { Trend } from '../kit/nps/trend'
import { categoryLooks } from '../kit/nps/words'
import { Part } from '../kit/page-part'
import { Reading, Section } from '../kit/record/parts'
import { Glyph } from '../kit/ui/glyph'
import styles from './today.module.css'

const days = 90

/** The score of all clients in the last 90 days against the 90 before. */
export const Score = () => {
  const period = lastDays(days)
  const now = useStatistics(period)
  const past = useStatistics(periodBefore(period))
  const address = (category?: string) =>
    `/nps/responses?${new URLSearchParams({ ...(category && { category }), ...period })}`
  return (
    <Section
      title="Score"
      total={`all clients, last ${days} days`}
      more={
        <span className="more">
          <a href="/nps/review">Review</a>
        </span>
      }
    >
      <Part read={now} lines={12}>
        {({ counts }) => (
          <>
            <ScoreNow counts={counts}>
              {past.isPending ? (
                <Reading lines={2} />
              ) : (
                past.data && <Change now={counts} before={past.data.counts} than={`the ${days} days before`} />
              )}
            </ScoreNow>
            <Past until={period.dateTo} />
            {npsOf(counts) !== null && <Parts counts={counts} address={address} />}
          </>
        )}
      </Part>
    </Section>
  )
}

const quarters = 8

const Past = ({ until }: { until: string }) => {
  const spans = spansOf('quarter', until, quarters)
  const trend = useTrend({}, 'quarter', spans)
  if (trend.error) return null
  return (
    <div className={styles.past}>
      {trend.data ? <Trend interval="quarter" spans={spans} counts={trend.data} /> : <Reading lines={6} />}
    </div>
  )
}

const Parts = ({ counts, address }: { counts: Counts; address: (category?: string) => string }) => (
  <>
    <div className={styles.split} aria-hidden="true">
      {npsCategories.map(
        (category) =>
          counts[category] > 0 && (
            <i key={category} data-tone={categoryLooks[category].tone} style={{ '--n': counts[category] }} />
          ),
      )}
    </div>
    <ul className={styles.parts}>
      <li>
        <a href={address()}>{plural(answersOf(counts), 'answer', 'answers')}</a>
      </li>
      {npsCategories.map((category) => {
        const word = categoryLooks[category].word.toLowerCase()
        return (
          <li key={category} className="state" data-tone={categoryLooks[category].tone}>
            <Glyph name={categoryLooks[category].glyph} />
            <a href={address(category)}>{plural(counts[category], word, `${word}s`)}</a>
          </li>
        )
      })}
    </ul>
  </>
)
