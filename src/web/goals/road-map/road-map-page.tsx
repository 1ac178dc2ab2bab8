import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { goalRoadMap } from '../../../contract/figures/goal-road-map'
import { isCancelledGoal } from '../../../contract/figures/goal-status'
import {
  type By,
  type Goal,
  lanesOf,
  plannedFor,
  quarterKey,
  quarterOfDay,
  readQuarter,
  type Totals,
  totalsOf,
} from '../../../contract/figures/road-map'
import { goals as contract } from '../../../contract/goals'
import { CompanyPicker } from '../../domain/company-picker'
import { isMissing } from '../../lib/api/api-error'
import { type ApiResponse, query } from '../../lib/api/client'
import { useHasAdditions } from '../../lib/api/scopes'
import { serverNow } from '../../lib/api/server-clock'
import { pageLoader } from '../../lib/navigation/page-loader'
import { useShortcuts } from '../../lib/shortcuts'
import { Calculated, useRows } from '../../list/calculated'
import { PartOf } from '../../list/export/part-of'
import { FilterBar } from '../../list/filters/filters'
import type { Changes } from '../../list/query/list-query'
import { searchWith } from '../../list/query/list-query'
import { readPageParams } from '../../list/query/page-params'
import { useSearchChange } from '../../list/query/use-search-change'
import { Button, ButtonLink } from '../../ui/button'
import * as buttons from '../../ui/buttons.module.css'
import { CopyLink } from '../../ui/copy-button'
import * as figures from '../../ui/figures/figure-table.module.css'
import { today } from '../../ui/format/days-from-today'
import { formatNumber } from '../../ui/format/format'
import { Icon } from '../../ui/icon/icon'
import { IgnoredParams } from '../../ui/page/ignored-params'
import { Page, PageHead } from '../../ui/page/page'
import { PrintButton } from '../../ui/page/print-button'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import type { Lane } from './lanes-table'
import { RoadMap } from './road-map'

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }
const shown = 6
type MapParams = { companyId: string | undefined; by: By; quarters: number[] }

const fewLanes = 50
const mostLanes = 1000

const mapQuery = ({ companyId, by, quarters: [first = 0] }: MapParams, limit: number) =>
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
  const first = from ?? quarterOfDay(today()) - 1
  return {
    companyId: sent.companyId,
    by: (sent.by ?? (sent.companyId ? 'category' : 'company')) as By,
    quarters: Array.from({ length: shown }, (_, at) => first + at),
    ignored: { ...ignored, wrong: [...ignored.wrong, ...(given !== null && from === null ? [`from=${given}`] : [])] },
  }
}

export const loader = pageLoader({ needs: ({ search }) => [mapQuery(readAddress(search), fewLanes)] })

/** Goals by quarter, with their progress and how far they have slipped. Nothing can be moved: the API does not write goals. */
export const Component = () => {
  const [search] = useSearchParams()
  const { ignored, ...params } = readAddress(search)
  const { companyId, by } = params
  const [first = 0] = params.quarters
  const hrefOf = (changes: Changes) => `?${searchWith(search, changes)}`
  const change = useSearchChange()
  const turn = (by: number) =>
    change((now) => ({ from: quarterKey((readAddress(now).quarters[0] ?? 0) + by) }), { preventScrollReset: true })
  useShortcuts({ '[': () => turn(-1), ']': () => turn(1) })
  return (
    <Page title="Road map" crumbs={[{ label: 'Planning' }, { label: 'Goals', to: '/goals' }]}>
      <PageHead title="Road map">
        <CopyLink small />
        <PrintButton />
      </PageHead>
      <div className={figures.filters}>
        <nav className={buttons.joined} aria-label="Rows">
          {(['company', 'category'] as const).map((one) => (
            <ButtonLink small key={one} href={hrefOf({ by: one })} aria-current={one === by ? 'true' : undefined}>
              {one === 'company' ? 'By client' : 'By category'}
            </ButtonLink>
          ))}
        </nav>
        <nav className={buttons.joined} aria-label="Quarters">
          <ButtonLink icon="chevron-left" small href={hrefOf({ from: quarterKey(first - 1) })}>
            Earlier
          </ButtonLink>
          <ButtonLink small href={hrefOf({ from: quarterKey(first + 1) })}>
            Later
            <Icon name="chevron-right" />
          </ButtonLink>
        </nav>
        <FilterBar filters={filters} sent={companyId ? { companyId } : {}} change={change} />
      </div>
      <IgnoredParams {...ignored} />
      <Goals {...params} />
    </Page>
  )
}

const Goals = (params: MapParams) => {
  const { by, companyId, quarters } = params
  // Known at once, so that what was read stays for another quarter.
  if (!useHasAdditions()) return <FromLists {...params} />
  return <FromServer key={`${by} ${companyId} ${quarters[0]}`} {...params} />
}

const FromServer = (params: MapParams) => {
  const [limit, setLimit] = useState(fewLanes)
  const [before, setBefore] = useState<number | null>(null)
  const read = useQuery({ ...mapQuery(params, limit), placeholderData: keepPreviousData })
  if (isMissing(read.error)) return <FromLists {...params} />
  return (
    <AsyncSection read={read} lines={14}>
      {({ data: { quarters, lanes, totalCount, undated, elsewhere } }) => {
        const count = (lanes ?? []).length
        const all = totalCount ?? count
        const more = Math.min(mostLanes, all) - count
        const noun = params.by === 'company' ? 'clients' : 'categories'
        const incomplete = count < all && `${formatNumber(count)} of ${formatNumber(all)} ${noun}, by name.`
        return (
          <PartOf part={incomplete}>
            {incomplete && <p className={typography.dim}>{incomplete}</p>}
            <RoadMap
              by={params.by}
              companyId={params.companyId}
              quarters={(quarters ?? []).flatMap(({ quarter }) => readQuarter(quarter ?? null) ?? [])}
              totals={(quarters ?? []).map(totalsFrom)}
              lanes={(lanes ?? []).map(laneFrom)}
              undated={undated ?? 0}
              others={elsewhere ?? 0}
              focusAt={more <= 0 ? before : null}
            >
              {more > 0 && (
                <p data-screen-only>
                  <Button
                    small
                    onClick={() => {
                      setBefore(count)
                      setLimit(Math.min(mostLanes, limit + 100))
                    }}
                  >
                    Show {formatNumber(Math.min(100, more))} more
                  </Button>
                </p>
              )}
            </RoadMap>
          </PartOf>
        )
      }}
    </AsyncSection>
  )
}

type RoadMapData = ApiResponse<typeof goalRoadMap.read>['data']

const totalsFrom = (given: NonNullable<RoadMapData['quarters']>[number]): Totals => ({
  goals: given.goals ?? 0,
  done: given.done ?? 0,
  late: given.late ?? 0,
  behind: given.behind ?? 0,
  progress: given.progress ?? null,
})

const laneFrom = ({ companyId, name, cells }: NonNullable<RoadMapData['lanes']>[number]): Lane => ({
  ...{ key: companyId ?? name ?? '', id: companyId ?? null, name: name ?? null },
  cells: (cells ?? []).map(({ goals, first }) => ({ count: goals ?? 0, goals: (first ?? []) as Goal[] })),
})

/** In front of a server that does not put goals into quarters. */
const FromLists = ({ companyId, by, quarters }: MapParams) => {
  const rows = useRows(contract.list, companyId ? { companyId } : {}, { newestBy: 'created_at' })
  return (
    <Calculated rows={rows} noun="goals">
      {(all) => {
        const now = serverNow()
        const goals = all.filter((goal) => !isCancelledGoal(goal))
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
          />
        )
      }}
    </Calculated>
  )
}
