import type { UseQueryResult } from '@tanstack/react-query'
import { npsIntervals } from '../../contract/nps'
import { ChangeFrom } from '../domain/nps/change'
import { Histogram } from '../domain/nps/charts/histogram'
import { Trend } from '../domain/nps/charts/trend'
import type { Sample } from '../domain/nps/counts/read-counts'
import { type Interval, lengthOf, type Period, spansOf } from '../domain/nps/period'
import {
  distributionQuery,
  statisticsQuery,
  trendQuery,
  useDistribution,
  useStatistics,
  useTrend,
} from '../domain/nps/queries'
import type { Statistics } from '../domain/nps/score'
import { ScoreNow } from '../domain/nps/score-now'
import { localDayIn } from '../lib/local-day'
import { spanText } from '../ui/format/day'
import { formatNumber } from '../ui/format/format'
import * as fields from '../ui/input/fields.module.css'
import * as layout from '../ui/layout.module.css'
import { AsyncSection } from '../ui/states/async-section'
import * as styles from './pulse.module.css'

const steps = 12

type Props = {
  sample: Sample
  isSoFar: boolean
  past: Period | null
  until: string
  by: Interval
  statistics: UseQueryResult<Statistics>
  onStep: (by: Interval) => void
}

export const pulseQueries = ({ sample, past, until, by }: Pick<Props, 'sample' | 'past' | 'until' | 'by'>) => [
  past && statisticsQuery({ ...sample, ...past }),
  distributionQuery(sample),
  trendQuery(sample, spansOf(by, until, steps)),
]

/** Score with margin and change, distribution and trend. Each part loads and fails independently. */
export const Pulse = ({ sample, isSoFar, past, until, by, statistics, onStep }: Props) => {
  const before = useStatistics({ ...sample, ...past }, { enabled: past !== null })
  const distribution = useDistribution(sample)
  const spans = spansOf(by, until, steps)
  const trend = useTrend(sample, spans)
  return (
    <div className={`${layout.inOrderStacked} ${styles.pulse}`}>
      <section>
        <h2>Score</h2>
        <AsyncSection read={statistics} lines={6}>
          {({ counts, average }) => (
            <ScoreNow counts={counts}>
              <p className={styles.dates}>
                {spanText(localDayIn(sample.dateFrom), localDayIn(sample.dateTo)) || 'of all time'}
                {isSoFar && ' so far'}
                {average !== null && `, on average ${formatNumber(average)} of 10`}
              </p>
              {past && (
                <ChangeFrom
                  now={counts}
                  before={before}
                  than={lengthOf(past) === 1 ? 'the day before' : `the ${formatNumber(lengthOf(past))} days before`}
                  lines={3}
                />
              )}
            </ScoreNow>
          )}
        </AsyncSection>
      </section>
      <section>
        <h2>Score distribution</h2>
        <AsyncSection read={distribution} lines={6}>
          {(counts) => <Histogram counts={counts} />}
        </AsyncSection>
      </section>
      <section>
        <header className={styles.head}>
          <h2>Over time</h2>
          <small>with margin of error, by</small>
          <select
            className={fields.select}
            aria-label="Trend interval"
            value={by}
            onChange={(event) => onStep(event.target.value as Interval)}
          >
            {npsIntervals.map((interval) => (
              <option key={interval}>{interval}</option>
            ))}
          </select>
        </header>
        <AsyncSection read={trend} lines={6}>
          {(counts) => <Trend interval={by} spans={spans} counts={counts} />}
        </AsyncSection>
      </section>
    </div>
  )
}
