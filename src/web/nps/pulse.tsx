import type { UseQueryResult } from '@tanstack/react-query'
import { npsIntervals } from '../../contract/nps'
import { spanText } from '../kit/day'
import { formatNumber } from '../kit/format'
import { Change } from '../kit/nps/change'
import { Histogram } from '../kit/nps/histogram'
import { type Interval, lengthOf, type Period, spansOf } from '../kit/nps/period'
import { type Sample, useDistribution, useStatistics, useTrend } from '../kit/nps/read'
import type { Statistics } from '../kit/nps/score'
import { ScoreNow } from '../kit/nps/score-now'
import { Trend } from '../kit/nps/trend'
import { Part } from '../kit/page-part'
import { Reading } from '../kit/record/parts'
import styles from './pulse.module.css'

const steps = 12

type Props = {
  sample: Sample
  past: Period | null
  until: string
  by: Interval
  statistics: UseQueryResult<Statistics>
  onStep: (by: Interval) => void
}

/** The score with its margin and change, how it is made up, and where it comes from. Each part loads and fails alone. */
export const Pulse = ({ sample, past, until, by, statistics, onStep }: Props) => {
  const before = useStatistics({ ...sample, ...past }, { enabled: past !== null })
  const distribution = useDistribution(sample)
  const spans = spansOf(by, until, steps)
  const trend = useTrend(sample, by, spans)
  return (
    <div className={`in-order-stacked ${styles.pulse}`}>
      <section>
        <h2>Score</h2>
        <Part read={statistics} lines={6}>
          {({ counts, average }) => (
            <ScoreNow counts={counts}>
              <p className={styles.dates}>
                {sample.dateFrom || sample.dateTo ? spanText(sample.dateFrom, sample.dateTo) : 'of all time'}
                {average !== null && `, on average ${formatNumber(average)} of 10`}
              </p>
              {past &&
                (before.isPending ? (
                  <Reading lines={3} />
                ) : (
                  before.data && (
                    <Change
                      now={counts}
                      before={before.data.counts}
                      than={`the ${formatNumber(lengthOf(past))} days before`}
                    />
                  )
                ))}
            </ScoreNow>
          )}
        </Part>
      </section>
      <section>
        <h2>How they answered</h2>
        <Part read={distribution} lines={6}>
          {(counts) => <Histogram counts={counts} />}
        </Part>
      </section>
      <section>
        <header className={styles.head}>
          <h2>Over time</h2>
          <small>with its margin, by</small>
          <select
            className="select"
            aria-label="Steps of the trend"
            value={by}
            onChange={(event) => onStep(event.target.value as Interval)}
          >
            {npsIntervals.map((interval) => (
              <option key={interval}>{interval}</option>
            ))}
          </select>
        </header>
        <Part read={trend} lines={6}>
          {(counts) => <Trend interval={by} spans={spans} counts={counts} />}
        </Part>
      </section>
    </div>
  )
}
