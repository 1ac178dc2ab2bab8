import { answersOf, type Counts, fewest, npsOf } from '../../../../contract/nps'
import { serverNow } from '../../../lib/api/server-clock'
import { capitalize } from '../../../lib/text/capitalize'
import { ChartTable } from '../../../ui/figures/chart-table'
import { spanText } from '../../../ui/format/day'
import { dayFrom } from '../../../ui/format/days-from-today'
import { formatNumber, plural } from '../../../ui/format/format'
import * as typography from '../../../ui/typography.module.css'
import { npsText } from '../../nps-text'
import { marginText } from '../labels'
import { type Interval, isRunning, type Period, spanName } from '../period'
import { marginOf } from '../score'
import * as styles from './pulse.module.css'
import { TrendPlot } from './trend-plot'

type Props = { interval: Interval; spans: Period[]; counts: Counts[]; now?: Date }

/** Score per interval with its margin as a band. Gaps mean no responses, hollow dots few. */
export const Trend = ({ interval, spans, counts, now = serverNow() }: Props) => {
  const today = dayFrom(0, now)
  const points = spans.map((span, index) => {
    const given = counts[index]
    const nps = given ? npsOf(given) : null
    const answers = given ? answersOf(given) : 0
    const margin = given ? marginText(given) : ''
    const isNow = isRunning(span, today)
    const soFar = isNow ? ' so far' : ''
    const dates = spanText(span.dateFrom, span.dateTo)
    return {
      name: spanName(interval, span),
      title: `${dates}: ${nps === null ? '' : npsText(nps)}${margin && ` ${margin}`}, ${plural(answers, 'response', 'responses')}${soFar}`,
      isNow,
      isFew: answers < fewest,
      score: nps !== null && given ? { nps, margin: marginOf(given) ?? 0 } : null,
      row: [`${dates}${soFar}`, nps === null ? '—' : npsText(nps), margin || '—', formatNumber(answers)],
    }
  })
  if (points.every(({ score }) => score === null))
    return <p className={typography.dim}>No responses in these {plural(points.length, interval, `${interval}s`)}.</p>
  return (
    <figure className={styles.trend}>
      <TrendPlot points={points} />
      <ChartTable
        caption={`Score by ${interval}`}
        head={[capitalize(interval), 'Score', 'Margin', 'Responses']}
        rows={points.map(({ row }) => row)}
      />
    </figure>
  )
}
