import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { goalRoadMap } from '../../../contract/goal-road-map'
import { goals as contract } from '../../../contract/goals'
import {
  type By,
  type Goal,
  lanesOf,
  leastPoints,
  plannedFor,
  quarterKey,
  quarterName,
  quarterOfDay,
  readQuarter,
  type Slip,
  slipOf,
  type Totals,
  totalsOf,
} from '../../../contract/road-map'
import { CompanyPicker } from '../../domain/company-picker'
import { type ApiResponse, isMissing, query } from '../../lib/api/client'
import { readAll } from '../../lib/api/read-parts'
import { serverNow } from '../../lib/api/server-clock'
import { pageLoader } from '../../lib/page-loader'
import { useShortcuts } from '../../lib/shortcuts'
import { CsvButton } from '../../list/export/csv-button'
import { FilterBar } from '../../list/filters/filters'
import { readPageParams } from '../../list/page-params'
import * as buttons from '../../ui/buttons.module.css'
import { CopyLink } from '../../ui/copy-button'
import { FigureTable, focusLink } from '../../ui/figure-table'
import * as figures from '../../ui/figure-table.module.css'
import { dayText } from '../../ui/format/day'
import { formatNumber, plural } from '../../ui/format/format'
import { Glyph } from '../../ui/icon/glyph'
import { Icon } from '../../ui/icon/icon'
import { IgnoredParams } from '../../ui/ignored-params'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import { Page } from '../../ui/page/page'
import { PrintButton } from '../../ui/print-button'
import { AsyncSection } from '../../ui/states/async-section'
import { EmptyState } from '../../ui/states/empty-state'
import { Progress } from '../../ui/states/progress'
import * as badges from '../../ui/status-badge.module.css'
import * as typography from '../../ui/typography.module.css'
import * as styles from './road-map-page.module.css'

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }
const shown = 6
/** 20,000 goals; a map of more is no map. */
const mostPages = 200

/** For a server that does not put them into quarters. */
const goalsQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: [contract.list.path, 'road map', companyId],
    queryFn: async ({ client }) => {
      const goals = await readAll(client, contract.list, companyId ? { companyId } : {}, mostPages)
      return { goals: goals as Goal[], isWhole: goals.length < mostPages * 100 }
    },
  })

type Asked = { companyId: string | undefined; by: By; quarters: number[] }

const fewLanes = 50
const mostLanes = 1000

const mapQuery = ({ companyId, by, quarters: [first = 0] }: Asked, limit: number) =>
  query(goalRoadMap.read, {
    query: {
      ...(companyId && { companyId }),
      ...{ by, from: quarterKey(first), quarters: String(shown), limit: String(limit) },
    },
  })

const readAddress = (search: URLSearchParams) => {
  const rest = new URLSearchParams([...search].filter(([key]) => key !== 'from'))
  const { sent, ignored } = readPageParams(contract.list, rest, ['companyId'], { by: ['category', 'company'] })
  const given = search.get('from')
  const from = readQuarter(given)
  const first = from ?? quarterOfDay(serverNow()) - 1
  return {
    companyId: sent.companyId,
    by: (sent.by ?? (sent.companyId ? 'category' : 'company')) as By,
    quarters: Array.from({ length: shown }, (_, at) => first + at),
    ignored: [...ignored, ...(given !== null && from === null ? [`from=${given}`] : [])],
  }
}

export const loader = pageLoader({ needs: ({ search }) => [mapQuery(readAddress(search), fewLanes)] })

/** Goals by quarter, with their progress and how far they have slipped. Nothing can be moved: the API does not write goals. */
export const Component = () => {
  const [search, setSearch] = useSearchParams()
  const { ignored, ...asked } = readAddress(search)
  const { companyId, by } = asked
  const [first = 0] = asked.quarters
  const hrefOf = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key)
    return `?${next}`
  }
  const turn = (by: number) => setSearch(hrefOf({ from: quarterKey(first + by) }), { preventScrollReset: true })
  useShortcuts({ '[': () => turn(-1), ']': () => turn(1) })
  return (
    <Page title="Road map" crumbs={[{ label: 'Planning' }, { label: 'Goals', to: '/goals' }]}>
      <div className={layout.head}>
        <h1>Road map</h1>
        <div className={layout.actions}>
          <CopyLink small />
          <PrintButton>Print</PrintButton>
        </div>
      </div>
      <div className={figures.filters}>
        <nav className={buttons.joined} aria-label="Rows">
          {(['company', 'category'] as const).map((one) => (
            <Link
              key={one}
              className={buttons.button}
              data-size="small"
              href={hrefOf({ by: one })}
              aria-current={one === by ? 'true' : undefined}
            >
              {one === 'company' ? 'By client' : 'By category'}
            </Link>
          ))}
        </nav>
        <nav className={buttons.joined} aria-label="Quarters">
          <Link className={buttons.button} data-size="small" href={hrefOf({ from: quarterKey(first - 1) })}>
            <Icon name="chevron-left" />
            Earlier
          </Link>
          <Link className={buttons.button} data-size="small" href={hrefOf({ from: quarterKey(first + 1) })}>
            Later
            <Icon name="chevron-right" />
          </Link>
        </nav>
        <FilterBar
          filters={filters}
          sent={companyId ? { companyId } : {}}
          change={(changes) => setSearch(hrefOf({ companyId: changes.companyId ?? undefined }))}
        />
      </div>
      <IgnoredParams parts={ignored} />
      <Goals key={`${by} ${companyId} ${first}`} {...asked} />
    </Page>
  )
}

const Goals = (asked: Asked) => {
  const [limit, setLimit] = useState(fewLanes)
  const [before, setBefore] = useState<number | null>(null)
  const read = useQuery({ ...mapQuery(asked, limit), placeholderData: keepPreviousData })
  if (isMissing(read.error)) return <FromLists {...asked} />
  return (
    <AsyncSection read={read} lines={14}>
      {({ data: { quarters, lanes, totalCount, undated, elsewhere } }) => {
        const count = (lanes ?? []).length
        const all = totalCount ?? count
        const more = Math.min(mostLanes, all) - count
        const noun = asked.by === 'company' ? 'clients' : 'categories'
        return (
          <RoadMap
            by={asked.by}
            companyId={asked.companyId}
            quarters={(quarters ?? []).flatMap(({ quarter }) => readQuarter(quarter ?? null) ?? [])}
            totals={(quarters ?? []).map(totalsFrom)}
            lanes={(lanes ?? []).map(laneFrom)}
            undated={undated ?? 0}
            others={elsewhere ?? 0}
            partly={count < all && `${formatNumber(count)} of ${formatNumber(all)} ${noun}, by name.`}
            focusAt={more <= 0 ? before : null}
          >
            {more > 0 && (
              <p data-screen-only>
                <button
                  type="button"
                  className={buttons.button}
                  data-size="small"
                  onClick={() => {
                    setBefore(count)
                    setLimit(Math.min(mostLanes, limit + 100))
                  }}
                >
                  Show {formatNumber(Math.min(100, more))} more
                </button>
              </p>
            )}
          </RoadMap>
        )
      }}
    </AsyncSection>
  )
}

type Given = ApiResponse<typeof goalRoadMap.read>['data']

const totalsFrom = (given: NonNullable<Given['quarters']>[number]): Totals => ({
  goals: given.goals ?? 0,
  done: given.done ?? 0,
  late: given.late ?? 0,
  behind: given.behind ?? 0,
  progress: given.progress ?? null,
})

const laneFrom = ({ companyId, name, cells }: NonNullable<Given['lanes']>[number]): Lane => ({
  ...{ key: companyId ?? name ?? '', id: companyId ?? null, name: name ?? null },
  cells: (cells ?? []).map(({ goals, first }) => ({ count: goals ?? 0, goals: (first ?? []) as Goal[] })),
})

/** In front of a server that does not put goals into quarters. */
const FromLists = ({ companyId, by, quarters }: Asked) => {
  const read = useQuery(goalsQuery(companyId))
  if (isMissing(read.error))
    return <EmptyState title="This server can’t list goals">Without them there is no road map.</EmptyState>
  return (
    <AsyncSection read={read} lines={14}>
      {({ goals, isWhole }) => {
        const now = serverNow()
        const lanes = lanesOf(goals, by, quarters)
        const undated = goals.filter((goal) => plannedFor(goal) === null).length
        return (
          <RoadMap
            {...{ by, companyId, quarters, undated }}
            totals={quarters.map((quarter) =>
              totalsOf(
                goals.filter((goal) => plannedFor(goal) === quarter),
                now,
              ),
            )}
            lanes={lanes.map((lane) => ({
              ...lane,
              cells: lane.cells.map((cell) => ({ count: cell.length, goals: cell })),
            }))}
            others={goals.length - undated - lanes.flatMap(({ cells }) => cells.flat()).length}
            partly={
              !isWhole && `from the newest ${formatNumber(goals.length)} goals. Filter by company to see all of one.`
            }
          />
        )
      }}
    </AsyncSection>
  )
}

type Lane = { key: string; id: string | null; name: string | null; cells: { count: number; goals: Goal[] }[] }

type MapProps = {
  by: By
  companyId: string | undefined
  quarters: number[]
  /** Of each quarter. */
  totals: Totals[]
  lanes: Lane[]
  undated: number
  others: number
  /** What it is made of, unless of all. */
  partly: string | false
  /** The lane that gets the focus when it appears. */
  focusAt?: number | null
  children?: ReactNode
}

const RoadMap = ({ by, companyId, quarters, totals, lanes, undated, others, partly, focusAt, children }: MapProps) => {
  const now = serverNow()
  const current = quarterOfDay(now)
  const noun = by === 'company' ? 'Client' : 'Category'
  const nameOf = (name: string | null) => name || `No ${noun.toLowerCase()}`
  const notShown = [
    undated > 0 && ` ${plural(undated, 'goal has', 'goals have')} neither a quarter nor a due date.`,
    others > 0 && ` ${plural(others, 'goal is', 'goals are')} in other quarters.`,
  ]
  const notice = partly && (
    <p className={typography.dim}>
      <b>Partly:</b> {partly}
    </p>
  )
  if (lanes.length === 0)
    return (
      <>
        {notice}
        <p className={typography.dim}>
          {undated + others === 0 ? 'No goals.' : 'No goal is planned for these quarters.'}
          {notShown}
        </p>
      </>
    )
  const cells = lanes.flatMap((lane) => lane.cells)
  const listed = cells.reduce((sum, { goals }) => sum + goals.length, 0)
  const planned = totals.reduce((sum, { goals }) => sum + goals, 0)
  return (
    <>
      {notice}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Road map" tabIndex={0}>
        <table className={styles.map}>
          <caption className="visually-hidden">Goals by quarter and {noun.toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">{noun}</th>
              {quarters.map((quarter) => (
                <th key={quarter} scope="col" data-now={quarter === current || undefined}>
                  {quarterName(quarter)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lanes.map(({ key, name, id, cells }, place) => (
              <tr key={key} ref={place === focusAt ? focusLink : undefined}>
                <th scope="row">
                  {by === 'company' && id ? <Link href={`/companies/${id}`}>{nameOf(name)}</Link> : nameOf(name)}
                </th>
                {cells.map((cell, at) => (
                  <td key={quarters[at]} data-now={quarters[at] === current || undefined}>
                    {cell.goals.length > 0 && (
                      <ul>
                        {cell.goals.map((goal) => (
                          <li key={goal.id}>
                            <Link href={`/goals/${encodeURIComponent(goal.id)}`}>{goal.title || goal.id}</Link>
                            {by === 'category' && goal.company?.name && <small>{goal.company.name}</small>}
                            <span className={styles.state}>
                              <Progress value={goal.progressPercentage} />
                              <Slipped slip={slipOf(goal, now)} />
                            </span>
                          </li>
                        ))}
                        {cell.count > cell.goals.length && (
                          <li>
                            <Link href={goalsHref((by === 'company' ? id : null) ?? companyId)}>
                              and {formatNumber(cell.count - cell.goals.length)} more, due later
                            </Link>
                          </li>
                        )}
                      </ul>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {children}
      <FigureTable
        caption="Goals by quarter"
        head={['Quarter', 'Goals', 'Done', 'Overdue', 'Behind', 'Mean progress']}
        rows={quarters.map((quarter, at) => {
          const { goals, done, late, behind, progress } = totals[at] ?? totalsOf([], now)
          return {
            key: String(quarter),
            name: quarterName(quarter),
            isCurrent: quarter === current,
            cells: [
              ...[goals, done, late, behind].map(formatNumber),
              progress === null ? '' : `${formatNumber(progress)} %`,
            ],
          }
        })}
      />
      <p className={typography.dim}>
        Behind: its progress is {leastPoints} points or more below the share of time gone by since it was created.
        {notShown}
      </p>
      <div data-screen-only>
        <CsvButton
          title="Road map"
          table={() => ({
            columns: [
              ...['Client', 'Category', 'Goal', 'Quarter', 'Due'].map((header) => ({ header, kind: 'text' as const })),
              { header: 'Progress in percent', kind: 'number' },
              { header: 'State', kind: 'text' },
              { header: 'ID', kind: 'text' },
            ],
            rows: [
              ...lanes.flatMap(({ cells }) =>
                cells.flatMap((cell, at) =>
                  cell.goals.map((goal) => [
                    goal.company?.name ?? null,
                    goal.category?.name ?? null,
                    goal.title ?? null,
                    quarterName(quarters[at] ?? 0),
                    goal.dueDate ? dayText(goal.dueDate) : null,
                    goal.progressPercentage ?? null,
                    slipWord(slipOf(goal, now)),
                    goal.id,
                  ]),
                ),
              ),
              ...(partly ? [[`Partly: ${partly}`, ...empty]] : []),
              ...(listed < planned
                ? [[`Partly: ${formatNumber(listed)} of ${formatNumber(planned)} goals.`, ...empty]]
                : []),
            ],
          })}
        />
      </div>
    </>
  )
}

/** Not by quarter: the list would leave out goals that are in it by their due date alone. */
const goalsHref = (companyId: string | null | undefined) =>
  `/goals?${new URLSearchParams({ ...(companyId && { companyId }), sortColumn: 'due_date', sortDesc: 'false' })}`

/** The other columns of a row of the CSV that says what it lacks. */
const empty = Array.from({ length: 7 }, () => null)

const slipWord = (slip: Slip) => {
  if (slip.kind === 'late') return `overdue by ${plural(slip.days, 'day', 'days')}`
  if (slip.kind === 'behind') return `${plural(slip.points, 'point', 'points')} behind`
  return slip.kind === 'no date' ? 'no due date' : slip.kind
}

/** Goals that are done or on time need no word beside their progress. */
const Slipped = ({ slip }: { slip: Slip }) => {
  if (slip.kind === 'done' || slip.kind === 'on time') return null
  const tone = slip.kind === 'late' ? 'bad' : slip.kind === 'behind' ? 'attention' : 'calm'
  const glyph = slip.kind === 'late' ? 'error' : slip.kind === 'behind' ? 'down' : 'idle'
  return (
    <span className={badges.badge} data-tone={tone}>
      <Glyph name={glyph} />
      {slipWord(slip)}
    </span>
  )
}
