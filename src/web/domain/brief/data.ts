import type { QueryClient } from '@tanstack/react-query'
import { companies } from '../../../contract/companies'
import { largestPage } from '../../../contract/core/list-query'
import { devices } from '../../../contract/devices'
import { goals } from '../../../contract/goals'
import { type ApiResponse, query } from '../../lib/api/client'
import { hasAdditions, orNull, readAll } from '../../lib/api/read-parts'
import { serverNow } from '../../lib/api/server-clock'
import { dayFrom } from '../../ui/format/day'
import { type Budget, budgetFiltersOf } from '../client-budgets'
import { lastDays, type Period, periodBefore, spansOf } from '../nps/period'
import { statisticsQuery, trendQuery } from '../nps/queries'
import type { Counts } from '../nps/score'
import { budgetBasics } from '../records/budget'
import { warrantyQueries } from '../warranty-totals'

export type Goal = Pick<
  ApiResponse<typeof goals.list>['data'][number],
  'id' | 'title' | 'dueDate' | 'progressPercentage'
>
export type Device = Pick<
  ApiResponse<typeof devices.list>['data'][number],
  'id' | 'name' | 'model' | 'warrantyEnd' | 'warrantyExpires'
>

/** What a brief is filled from. A part is null if the server lacks it or this access excludes it. */
export type BriefData = {
  now: Date
  client: string
  satisfaction: {
    period: Period
    counts: Counts
    before: Counts
    quarters: { span: Period; counts: Counts }[]
  } | null
  budgets: Pick<Budget, 'id' | 'title' | 'fiscalYear' | 'status' | 'currency' | 'totals'>[] | null
  goals: Goal[] | null
  estate: {
    total: number
    ended: number
    within30: number
    in31To90: number
    /** The first devices whose warranty has ended or ends within 90 days. */
    ending: Device[]
  } | null
}

const days = 90
const quarters = 8

/** Reads all that a brief needs, by the queries of the client's page where they are enough. */
export const readBriefData = async (
  client: QueryClient,
  companyId: string,
  now: Date = serverNow(),
): Promise<BriefData> => {
  const [company, satisfaction, budgets, goalsOfClient, estate] = await Promise.all([
    client.fetchQuery(query(companies.get, { id: companyId })),
    orNull(readSatisfaction(client, companyId, now)),
    orNull(readAll(client, budgetBasics.list, budgetFiltersOf(companyId))),
    orNull(readAll(client, goals.list, { companyId, sortColumn: 'due_date', sortDesc: 'false' })),
    orNull(readEstate(client, companyId, now)),
  ])
  return {
    now,
    client: company.data.name ?? '',
    satisfaction,
    budgets: budgets as Budget[] | null,
    goals: goalsOfClient,
    estate,
  }
}

const readSatisfaction = async (client: QueryClient, companyId: string, now: Date) => {
  const period = lastDays(days, now)
  const spans = spansOf('quarter', period.dateTo, quarters)
  const [{ counts }, { counts: before }, trend] = await Promise.all([
    client.fetchQuery(statisticsQuery({ companyId, ...period })),
    client.fetchQuery(statisticsQuery({ companyId, ...periodBefore(period) })),
    client.fetchQuery(trendQuery({ companyId }, 'quarter', spans)),
  ])
  return {
    period,
    counts,
    before,
    quarters: spans.flatMap((span, at) => (trend[at] ? [{ span, counts: trend[at] }] : [])),
  }
}

/** Of the devices whose warranty ends, a brief lists the first. */
const soonest = { sortBy: 'warranty_end', sortDesc: 'false', limit: String(largestPage(devices.list)) }

const readEstate = async (client: QueryClient, companyId: string, now: Date) => {
  // A server that ignores our filters would count every device as out of warranty.
  if (!(await hasAdditions(client))) return null
  const [all, ending, ...ranges] = await Promise.all([
    client.fetchQuery(query(devices.list, { query: { companyId, limit: '1' } })),
    client.fetchQuery(
      query(devices.list, { query: { companyId, warrantyBefore: dayFrom(days - 1, now), ...soonest } }),
    ),
    ...warrantyQueries(companyId).map((range) => client.fetchQuery(range)),
  ])
  const [ended = 0, within30 = 0, in31To90 = 0] = ranges.map(({ pagination }) => pagination.totalCount)
  return { total: all.pagination.totalCount, ended, within30, in31To90, ending: ending.data }
}
