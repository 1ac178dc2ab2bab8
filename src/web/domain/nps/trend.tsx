import { serverNow } from '../../lib/api/server-clock'
import { ChartTable } from '../../ui/chart-table'
import { spanText } from '../../ui/format/day'
import { formatNumber, plural } from '../../ui/format/format'
import { tip } from '../../ui/tip'
import * as typography from '../../ui/typography.module.css'
import { marginText, npsText } from './labels'
import { type Interval, type Period, spanName } from './period'
import * as styles from './pulse.module.css'
import { scaleOf } from './scale'
import { answersOf, type Counts, fewest, marginOf, npsOf } from './score'

type Props = { interval: Interval; spans: Period[]; counts: Counts[]; now?: Date }

/** Score per interval with its margin as a band. Gaps mean no responses, hollow dots few. */
export const Trend = ({ interval, spans, counts, now = serverNow() }: Props) => {
  const today = now.toISOString().slice(0, 10)
  const points = spans.map((span, index) => {
    const given = counts[index]
    const nps = given ? npsOf(given) : null
    return {
      name: spanName(interval, span),
      title: spanText(span.dateFrom, span.dateTo),
      soFar: span.dateTo >= today && span.dateFrom <= today,
      answers: given ? answersOf(given) : 0,
      margin: given ? marginText(given) : '',
      x: spans.length > 1 ? (100 * index) / (spans.length - 1) : 50,
      score: nps !== null && given ? { nps, margin: marginOf(given) ?? 0 } : null,
    }
  })
  if (points.every(({ score }) => score === null))
    return <p className={typography.dim}>No responses in these {plural(points.length, interval, `${interval}s`)}.</p>
  const { y, lines } = scaleOf(points.flatMap(({ score }) => (score ? [score] : [])))
  const said = ({ score, margin, answers, soFar }: (typeof points)[number]) =>
    score
      ? `${npsText(score.nps)}${margin && ` ${margin}`}, ${plural(answers, 'response', 'responses')}${soFar ? ' so far' : ''}`
      : 'no responses'
  const every = Math.ceil(points.length / 6)
  return (
    <figure className={styles.trend}>
      <div className={styles.plot} aria-hidden="true">
        {lines.map((value) => (
          <div
            key={value}
            className={styles.grid}
            data-zero={value === 0 || undefined}
            style={{ insetBlockStart: `${y(value)}%` }}
          >
            <span>{value > 0 ? `+${value}` : formatNumber(value)}</span>
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {runsOf(points).map((run) => (
            <g key={run[0]?.x}>
              <path
                className={styles.band}
                d={`M${[
                  ...run.map(({ x, score }) => `${x} ${y(score.nps + score.margin)}`),
                  ...run.toReversed().map(({ x, score }) => `${x} ${y(score.nps - score.margin)}`),
                ].join('L')}Z`}
              />
              <path className={styles.line} d={`M${run.map(({ x, score }) => `${x} ${y(score.nps)}`).join('L')}`} />
            </g>
          ))}
        </svg>
        {points.map(
          (point) =>
            point.score && (
              <span
                key={point.x}
                className={styles.dot}
                data-few={point.answers < fewest || undefined}
                data-now={point.soFar || undefined}
                style={{ insetBlockStart: `${y(point.score.nps)}%`, insetInlineStart: `${point.x}%` }}
                {...tip(`${point.title}: ${said(point)}`)}
              />
            ),
        )}
      </div>
      <div className={styles.axis} aria-hidden="true">
        {points.map(({ x, name }, index) =>
          (points.length - 1 - index) % every === 0 ? (
            <span key={x} style={{ insetInlineStart: `${x}%` }}>
              {name}
            </span>
          ) : null,
        )}
      </div>
      <ChartTable
        caption={`Score by ${interval}`}
        head={[interval[0]?.toUpperCase() + interval.slice(1), 'Score', 'Margin', 'Responses']}
        rows={points.map(({ title, score, margin, answers }) => [
          title,
          score ? npsText(score.nps) : '—',
          margin || '—',
          formatNumber(answers),
        ])}
      />
    </figure>
  )
}

type Scored<P> = P & { score: { nps: number; margin: number } }

/** Runs of consecutive points with a score. */
const runsOf = <P extends { score: Scored<P>['score'] | null }>(points: P[]) => {
  const runs: Scored<P>[][] = [[]]
  for (const point of points) {
    if (point.score) runs.at(-1)?.push(point as Scored<P>)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}
