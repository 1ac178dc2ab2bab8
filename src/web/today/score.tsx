import { answersOf, type Counts, npsCategories, npsOf } from '../../contract/nps'
import { ChangeFrom } from '../domain/nps/change'
import { Trend } from '../domain/nps/charts/trend'
import { categoryBadges } from '../domain/nps/labels'
import { lastDays, periodBefore, spansOf } from '../domain/nps/period'
import { statisticsQuery, trendQuery, useStatistics, useTrend } from '../domain/nps/queries'
import { ScoreNow } from '../domain/nps/score-now'
import { plural } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './today.module.css'

const days = 90

const quarters = 8

export const scoreQueries = () => {
  const period = lastDays(days)
  return [
    statisticsQuery(period),
    statisticsQuery(periodBefore(period)),
    trendQuery({}, spansOf('quarter', period.dateTo, quarters)),
  ]
}

/** Score of all clients over 90 days, compared with the previous 90. */
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
        <span className={typography.more}>
          <Link href="/nps/review">Review</Link>
        </span>
      }
    >
      <AsyncSection read={now} lines={12}>
        {({ counts }) => (
          <>
            <ScoreNow counts={counts}>
              <ChangeFrom now={counts} before={past} than={`the ${days} days before`} lines={2} />
            </ScoreNow>
            <Past until={period.dateTo} />
            {npsOf(counts) !== null && <Parts counts={counts} address={address} />}
          </>
        )}
      </AsyncSection>
    </Section>
  )
}

const Past = ({ until }: { until: string }) => {
  const spans = spansOf('quarter', until, quarters)
  const trend = useTrend({}, spans)
  return (
    <div className={styles.past}>
      <AsyncSection read={trend} lines={6}>
        {(counts) => <Trend interval="quarter" spans={spans} counts={counts} />}
      </AsyncSection>
    </div>
  )
}

const Parts = ({ counts, address }: { counts: Counts; address: (category?: string) => string }) => (
  <>
    <div className={styles.split} aria-hidden="true">
      {npsCategories.map(
        (category) =>
          counts[category] > 0 && (
            <i key={category} data-tone={categoryBadges[category].tone} style={{ '--n': counts[category] }} />
          ),
      )}
    </div>
    <ul className={styles.parts}>
      <li>
        <Link href={address()}>{plural(answersOf(counts), 'response', 'responses')}</Link>
      </li>
      {npsCategories.map((category) => {
        const word = categoryBadges[category].word.toLowerCase()
        return (
          <li key={category} className={badges.badge} data-tone={categoryBadges[category].tone}>
            <Glyph name={categoryBadges[category].glyph} />
            <Link href={address(category)}>{plural(counts[category], word, `${word}s`)}</Link>
          </li>
        )
      })}
    </ul>
  </>
)
