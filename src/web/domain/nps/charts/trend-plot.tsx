import { formatNumber } from '../../../ui/format/format'
import { tip } from '../../../ui/overlay/tip'
import * as styles from './pulse.module.css'
import { scaleOf } from './scale'

type Score = { nps: number; margin: number }
type Point = {
  name: string
  note?: string | undefined
  title: string
  isFew: boolean
  isNow?: boolean
  score: Score | null
}

/** A trend as a chart; its parent provides the text alternative. */
export const TrendPlot = ({ points: given }: { points: Point[] }) => {
  const points = given.map((point, index) => ({
    ...point,
    x: given.length > 1 ? (100 * index) / (given.length - 1) : 50,
  }))
  const { y, lines } = scaleOf(points.flatMap(({ score }) => (score ? [score] : [])))
  const every = Math.ceil(points.length / 6)
  return (
    <>
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
          ({ x, title, isFew, isNow, score }) =>
            score && (
              <span
                key={x}
                className={styles.dot}
                data-few={isFew || undefined}
                data-now={isNow || undefined}
                style={{ insetBlockStart: `${y(score.nps)}%`, insetInlineStart: `${x}%` }}
                {...tip(title)}
              />
            ),
        )}
      </div>
      <div className={styles.axis} data-noted={points.some(({ note }) => note) || undefined} aria-hidden="true">
        {points.map(({ x, name, note }, index) =>
          (points.length - 1 - index) % every === 0 ? (
            <span key={x} style={{ insetInlineStart: `${x}%` }}>
              {name}
              {note && <i>{note}</i>}
            </span>
          ) : null,
        )}
      </div>
    </>
  )
}

type Scored<P> = P & { score: Score }

/** Runs of consecutive points with a score. */
const runsOf = <P extends { score: Score | null }>(points: P[]) => {
  const runs: Scored<P>[][] = [[]]
  for (const point of points) {
    if (point.score) runs.at(-1)?.push(point as Scored<P>)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}
