import { answersOf, type Counts, npsOf } from '../../contract/nps'
import { ChangeFrom } from '../domain/nps/change'
import { Trend } from '../domain/nps/charts/trend'
import { marginText } from '../domain/nps/labels'
import { lastDays, periodBefore, spansOf } from '../domain/nps/period'
import { statisticsQuery, trendQuery, useStatistics, useTrend, waitingQuery } from '../domain/nps/queries'
import { ScoreNow } from '../domain/nps/score-now'
import { npsText } from '../domain/nps-text'
import { spanText } from '../ui/format/day'
import { plural } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as typography from '../ui/typography.module.css'
import * as styles from './satisfaction.module.css'

const days = 90
const quarters = 8

export const satisfactionQueries = (companyId: string) => {
  const period = lastDays(days)
  return [
    statisticsQuery({ companyId, ...period }),
    statisticsQuery({ companyId, ...periodBefore(period) }),
    statisticsQuery(period),
    statisticsQuery({ companyId }),
    waitingQuery(companyId),
    trendQuery({ companyId }, spansOf('quarter', period.dateTo, quarters)),
  ]
}

/** Score of one client over 90 days, compared with its past and with all clients. */
export const Satisfaction = ({ companyId }: { companyId: string }) => {
  const period = lastDays(days)
  const now = useStatistics({ companyId, ...period })
  const past = useStatistics({ companyId, ...periodBefore(period) })
  const everybody = useStatistics(period)
  const ever = useStatistics({ companyId })
  const all = ever.data && answersOf(ever.data.counts)
  const spans = spansOf('quarter', period.dateTo, quarters)
  // About two dozen requests, deferred until the content above has loaded.
  const trend = useTrend({ companyId }, spans, { enabled: now.isSuccess })
  return (
    <Section
      title="Satisfaction"
      total={`last ${days} days, ${spanText(period.dateFrom, period.dateTo)}`}
      more={
        all !== 0 && (
          <span className={typography.more}>
            <Link href={`/nps/review?${new URLSearchParams({ companyId })}`}>Review</Link>
            <Link href={`/nps/responses?${new URLSearchParams({ companyId })}`}>
              {all ? `${all > 1 ? 'All ' : ''}${plural(all, 'response', 'responses')}` : 'All responses'}
            </Link>
          </span>
        )
      }
    >
      <AsyncSection read={now} lines={7}>
        {({ counts }) => (
          <div className={`${layout.inOrder} ${styles.satisfaction}`}>
            <ScoreNow counts={counts}>
              <ChangeFrom now={counts} before={past} than={`the ${days} days before`} lines={4} />
              <AsyncSection read={everybody} lines={1} what="The score of all clients">
                {({ counts }) => <Everybody counts={counts} />}
              </AsyncSection>
            </ScoreNow>
            <AsyncSection read={trend} lines={6}>
              {(trend) => <Trend interval="quarter" spans={spans} counts={trend} />}
            </AsyncSection>
          </div>
        )}
      </AsyncSection>
    </Section>
  )
}

const Everybody = ({ counts }: { counts: Counts }) => {
  const nps = npsOf(counts)
  if (nps === null) return null
  return (
    <p className={styles.everybody}>
      All clients <b>{npsText(nps)}</b> {marginText(counts)}
    </p>
  )
}
