import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { type Figure, figures } from '../../contract/figures/client-figures'
import { clientOverview } from '../../contract/figures/client-overview'
import { figureLabels } from '../domain/client-health/labels'
import { isMissing } from '../lib/api/api-error'
import { type ApiResponse, query } from '../lib/api/client'
import { pageLoader } from '../lib/navigation/page-loader'
import { FilterBar } from '../list/filters/filters'
import { readPageParams } from '../list/query/page-params'
import { useSearchChange } from '../list/query/use-search-change'
import { ButtonLink } from '../ui/button'
import * as chips from '../ui/chips.module.css'
import { CopyButton, CopyLink } from '../ui/copy-button'
import { formatNumber, plural } from '../ui/format/format'
import { wholeMoney } from '../ui/format/money'
import { Icon } from '../ui/icon/icon'
import { Link } from '../ui/link'
import { tip } from '../ui/overlay/tip'
import { IgnoredParams } from '../ui/page/ignored-params'
import { Page, PageHead } from '../ui/page/page'
import { PrintButton } from '../ui/page/print-button'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import * as typography from '../ui/typography.module.css'
import { axisOf } from './axis'
import * as styles from './clients.module.css'
import { useOwnLimits } from './figures/limits'
import { isFew, valueText } from './figures/sentences'
import { chartFilters } from './filters'
import { clientOverview as section } from './sections'

const axes = { x: figures, y: figures }
const initial: Record<'x' | 'y', Figure> = { x: 'outOfWarranty', y: 'score' }

const readAddress = (search: URLSearchParams) =>
  readPageParams(clientOverview.list, search, Object.keys(chartFilters), axes)

const pointsQuery = (search: URLSearchParams) => {
  const sent = { ...initial, ...readAddress(search).sent } as Record<string, string> & typeof initial
  return query(clientOverview.points, { query: sent })
}

export const loader = pageLoader({ needs: ({ search }) => [pointsQuery(search)] })

type Points = NonNullable<ApiResponse<typeof clientOverview.points>['data']>
type Point = { id: string; name: string; x: number; y: number; answers?: number | null }

/** Two figures of each client, as points and as a table. */
export const Component = () => {
  useOwnLimits()
  const [search] = useSearchParams()
  const { sent, ignored } = readAddress(search)
  const points = useQuery(pointsQuery(search))
  const { x, y } = { ...initial, ...sent } as typeof initial
  const change = useSearchChange({ replace: true }, (now) => readAddress(now).sent)
  const { x: _, y: __, ...filters } = sent
  return (
    <Page title="Clients in a chart" crumbs={[{ label: section.area }, { label: section.title, to: section.path }]}>
      <PageHead
        title="Clients in a chart"
        total={points.data && plural(points.data.data.points?.length ?? 0, 'client', 'clients')}
      >
        <CopyLink small />
        <PrintButton />
        <ButtonLink icon="rows-3" small href={`/clients?${new URLSearchParams(filters)}`}>
          All figures
        </ButtonLink>
      </PageHead>
      <div className={`${chips.chips} ${styles.axes}`}>
        <AxisChoice label="Horizontal axis" value={x} onChange={(next) => change({ x: next })} />
        <AxisChoice label="Vertical axis" value={y} onChange={(next) => change({ y: next })} />
        <FilterBar filters={chartFilters} sent={sent} change={change} />
      </div>
      <IgnoredParams {...ignored} />
      {points.data ? (
        <Plotted data={points.data.data} x={x} y={y} />
      ) : isMissing(points.error) ? (
        <EmptyState title="No chart on this server">
          This server can’t read figures of many clients at once. The table works some of them out from its lists.
        </EmptyState>
      ) : points.error ? (
        <ErrorState error={points.error} what="The figures" onRetry={() => points.refetch()} />
      ) : (
        <Loading lines={16} />
      )}
    </Page>
  )
}

type AxisProps = { label: string; value: Figure; onChange: (figure: string) => void }

const AxisChoice = ({ label, value, onChange }: AxisProps) => (
  <span className={chips.chip} data-set="true">
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {figures.map((figure) => (
          <option key={figure} value={figure}>
            {figureLabels[figure].label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" small />
    </label>
  </span>
)

const textOf = (
  figure: Figure,
  value: number,
  { answers }: Pick<Point, 'answers'>,
  currency: string | null | undefined,
) => `${valueText(figure, value, currency)}${figure === 'score' ? ` n ${formatNumber(answers ?? 0)}` : ''}`

const leftOutText = (
  { withoutFigures, otherCurrencies, totalCount, points, currency }: Points,
  x: Figure,
  y: Figure,
) => {
  const [without, others] = [withoutFigures ?? 0, otherCurrencies ?? 0]
  const more = (totalCount ?? 0) - without - others - (points?.length ?? 0)
  const figure = x === y ? 'this figure' : 'one of the two figures'
  return [
    ...(without > 0 ? [`${plural(without, 'client has', 'clients have')} no value for ${figure}.`] : []),
    ...(others > 0
      ? [
          `Only budgets in ${currency} are shown; ${plural(others, 'client has one', 'clients have one')} in another currency.`,
        ]
      : []),
    ...(more > 0
      ? [
          `${plural(more, 'smaller client is', 'smaller clients are')} left out; filter to see ${more === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ].join(' ')
}

const Plotted = ({ data, x, y }: { data: Points; x: Figure; y: Figure }) => {
  const points = (data.points ?? []).filter(
    (point): point is Point => typeof point.x === 'number' && typeof point.y === 'number',
  )
  const leftOut = leftOutText(data, x, y)
  if (points.length === 0)
    return (
      <EmptyState title={data.totalCount ? 'No client has both figures' : 'No matching clients'}>
        {data.totalCount ? 'Choose other figures, or remove a filter.' : 'Remove a filter to see more.'}
      </EmptyState>
    )
  const [labelX, labelY] = [figureLabels[x].label, figureLabels[y].label]
  const rows = points.toSorted((a, b) => b.y - a.y || b.x - a.x)
  const cells = (point: Point) => [textOf(x, point.x, point, data.currency), textOf(y, point.y, point, data.currency)]
  return (
    <>
      {leftOut && <p className={typography.dim}>{leftOut}</p>}
      <div className={styles.chart}>
        <figure>
          <figcaption className={styles.axisName}>
            {labelY} (vertical) against {labelX.toLowerCase()} (horizontal)
          </figcaption>
          <Plot points={points} {...{ x, y }} currency={data.currency} />
          {points.some((point) => isFew(x, point) || isFew(y, point)) && (
            <p className={typography.dim}>Hollow: a score of fewer than ten responses.</p>
          )}
        </figure>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
        <section className={styles.points} tabIndex={0} aria-label="The points as a table">
          <table className={styles.figures}>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">{labelX}</th>
                <th scope="col">{labelY}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((point) => (
                <tr key={point.id}>
                  <th scope="row">
                    <Link href={`/clients/${point.id}`}>{point.name}</Link>
                  </th>
                  <td data-few={isFew(x, point) || undefined}>{cells(point)[0]}</td>
                  <td data-few={isFew(y, point) || undefined}>{cells(point)[1]}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <CopyButton
            small
            text={() =>
              [['Client', labelX, labelY], ...rows.map((point) => [point.name, ...cells(point)])]
                .map((row) => row.join('\t'))
                .join('\n')
            }
          >
            Copy table
          </CopyButton>
        </section>
      </div>
    </>
  )
}

type PlotProps = { points: Point[]; x: Figure; y: Figure; currency: string | null | undefined }

/** The drawing; the table beside it says the same and takes the keyboard. */
const Plot = ({ points, x, y, currency }: PlotProps) => {
  const across = axisOf(points.map((point) => point.x))
  const upwards = axisOf(points.map((point) => point.y))
  // Room for the values of the axes: percent of the drawing.
  const left = (value: number) => `${8 + across.position(value) * 0.9}%`
  const top = (value: number) => `${94 - upwards.position(value) * 0.91}%`
  const tickText = (figure: Figure, tick: number) =>
    figure === 'score' ? `${tick > 0 ? '+' : ''}${formatNumber(tick)}` : valueText(figure, tick, currency, wholeMoney)
  const [firstX, lastX] = [across.ticks[0] ?? 0, across.ticks.at(-1) ?? 0]
  const [firstY, lastY] = [upwards.ticks[0] ?? 0, upwards.ticks.at(-1) ?? 0]
  return (
    <svg className={styles.plot} aria-hidden="true">
      {across.ticks.map((tick) => (
        <g key={`x${tick}`}>
          <line x1={left(tick)} x2={left(tick)} y1={top(firstY)} y2={top(lastY)} data-zero={tick === 0 || undefined} />
          <text x={left(tick)} y="98.5%" textAnchor="middle">
            {tickText(x, tick)}
          </text>
        </g>
      ))}
      {upwards.ticks.map((tick) => (
        <g key={`y${tick}`}>
          <line x1={left(firstX)} x2={left(lastX)} y1={top(tick)} y2={top(tick)} data-zero={tick === 0 || undefined} />
          <text x="7%" y={top(tick)} textAnchor="end" dominantBaseline="middle">
            {tickText(y, tick)}
          </text>
        </g>
      ))}
      {points.map((point) => (
        <circle
          key={point.id}
          cx={left(point.x)}
          cy={top(point.y)}
          r="5"
          data-few={isFew(x, point) || isFew(y, point) || undefined}
          {...tip(`${point.name}: ${textOf(x, point.x, point, currency)}, ${textOf(y, point.y, point, currency)}`)}
        />
      ))}
    </svg>
  )
}
