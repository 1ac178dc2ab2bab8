import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { auditEvents } from '../../../contract/audit-events'
import { budgets } from '../../../contract/budgets'
import { largestPage } from '../../../contract/core/list-query'
import { devices } from '../../../contract/devices'
import { goals } from '../../../contract/goals'
import { reports } from '../../../contract/reports'
import { companyUsers } from '../../../contract/users'
import { type ApiResponse, query } from '../../lib/api/client'
import { hasAdditions, orNull, readAll } from '../../lib/api/read-parts'
import { serverNow } from '../../lib/api/server-clock'
import { type Budget, budgetFiltersOf } from '../client-budgets'
import { lastDays, type Period, periodBefore } from '../nps/period'
import { statisticsQuery } from '../nps/queries'
import { endedIn, type SinceBudget, type SinceData, silentIn } from './since-data'

/** Without a published report, a meeting is assumed to be so many days ago. */
export const usualDays = 90

/** From a day to today, in UTC. */
const periodSince = (day: string, now: Date): Period => ({ dateFrom: day, dateTo: lastDays(1, now).dateTo })

/** A day in the past that an address names; null for anything else. */
export const readDay = (text: string | null, now: Date = serverNow()): string | null => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && new Date(text ?? '').toJSON()?.startsWith(text ?? '')
  return isDay && text && text >= '2000-01-01' && text < lastDays(1, now).dateTo ? text : null
}

type Since = SinceData & {
  /** Where the day comes from. */
  basis: 'chosen' | 'report' | 'days'
  report: { id: string; title: string } | null
  isEveryBudgetRead: boolean
}

/** What happened since a day; without one since the last published report. */
export const sinceQuery = (companyId: string, day: string | null) =>
  queryOptions({
    // With budgets, since these can be changed in the console.
    queryKey: [budgets.list.path, 'since', companyId, day],
    queryFn: ({ client }): Promise<Since> => readSince(client, companyId, day),
  })

const readSince = async (client: QueryClient, companyId: string, day: string | null): Promise<Since> => {
  const now = serverNow()
  const report = day === null ? await orNull(lastReport(client, companyId)) : null
  const from = day ?? report?.day ?? lastDays(usualDays + 1, now).dateFrom
  const period = periodSince(from, now)
  const before = periodBefore(period)
  const isOurs = await hasAdditions(client)
  const [score, goalsOfClient, budgetsOfClient, warranties, people] = await Promise.all([
    orNull(readScore(client, companyId, period, before)),
    orNull(readAll(client, goals.list, { companyId })),
    orNull(readBudgets(client, companyId, from)),
    isOurs ? orNull(count(client, devices.list, { companyId, ...endedIn(period) })) : null,
    orNull(readPeople(client, companyId, period, before, isOurs)),
  ])
  return {
    ...{ companyId, period, before, score, warranties, people },
    goals: goalsOfClient,
    budgets: budgetsOfClient?.budgets ?? null,
    isEveryBudgetRead: budgetsOfClient?.isWhole ?? true,
    basis: day !== null ? 'chosen' : report ? 'report' : 'days',
    report: report && { id: report.id, title: report.title },
  }
}

const lastReport = async (client: QueryClient, companyId: string) => {
  const sort = { orderBy: 'created_at', orderDirection: 'desc', limit: '1' }
  const { data } = await client.fetchQuery(query(reports.list, { query: { companyId, status: 'published', ...sort } }))
  const [report] = data
  const day = report?.createdAt?.slice(0, 10)
  return report && day && readDay(day) ? { id: report.id, title: report.title || report.id, day } : null
}

const readScore = async (client: QueryClient, companyId: string, period: Period, before: Period) => {
  const [now, then] = await Promise.all([
    client.fetchQuery(statisticsQuery({ companyId, ...period })),
    client.fetchQuery(statisticsQuery({ companyId, ...before })),
  ])
  return { now: now.counts, before: then.counts }
}

/** More budgets than these have no sentences. */
const mostBudgets = 20

const readBudgets = async (client: QueryClient, companyId: string, from: string) => {
  const all = (await readAll(client, budgets.list, budgetFiltersOf(companyId))) as Budget[]
  const events = await Promise.all(
    all
      .slice(0, mostBudgets)
      .map(({ id }) =>
        client.fetchQuery(
          query(auditEvents.list, { query: { resource: 'budgets', recordId: id, dateFrom: from, limit: '100' } }),
        ),
      ),
  )
  return {
    isWhole: all.length <= mostBudgets,
    budgets: events.map(({ data }, at): SinceBudget => {
      const { id = '', title = null, currency = null } = all[at] ?? {}
      const own = data.map(({ key, person, ...event }) => ({ ...event, author: person?.name ?? key?.name ?? null }))
      return { id, title, currency, events: own }
    }),
  }
}

const count = async (
  client: QueryClient,
  list: typeof devices.list | typeof companyUsers.list,
  filters: Record<string, string>,
) => (await client.fetchQuery(query(list, { query: { ...filters, limit: '1' } }))).pagination.totalCount

/** Pages of people that are looked through for those who came, left or went silent. */
const mostPages = 20

type Person = ApiResponse<typeof companyUsers.list>['data'][number]

const isFrom = (instant: string | null | undefined, day: string) => Date.parse(instant ?? '') >= Date.parse(day)

/** The first rows of a sorted list, as long as they fit. */
const readWhile = async (client: QueryClient, filters: Record<string, string>, fits: (person: Person) => boolean) => {
  const limit = String(largestPage(companyUsers.list))
  const found: Person[] = []
  for (let page = 1; page <= mostPages; page++) {
    const { data, pagination } = await client.fetchQuery(
      query(companyUsers.list, { query: { ...filters, sortDesc: 'true', limit, page: String(page) } }),
    )
    const fitting = data.findIndex((person) => !fits(person))
    found.push(...data.slice(0, fitting === -1 ? undefined : fitting))
    if (fitting !== -1 || !pagination.hasNextPage) break
  }
  return found
}

const readPeople = async (
  client: QueryClient,
  companyId: string,
  { dateFrom, dateTo }: Period,
  before: Period,
  isOurs: boolean,
): Promise<SinceData['people']> => {
  const readSilent = async () => {
    if (isOurs) return count(client, companyUsers.list, { companyId, ...silentIn({ dateFrom, dateTo }, before) })
    const filters = { companyId, status: 'active', sortColumn: 'last_login' }
    const recent = await readWhile(client, filters, ({ lastLogin }) => isFrom(lastLogin, before.dateFrom))
    return recent.filter(({ lastLogin }) => !isFrom(lastLogin, dateFrom)).length
  }
  const [added, disabled, silent] = await Promise.all([
    readWhile(client, { companyId, sortColumn: 'created_at' }, ({ createdAt }) => isFrom(createdAt, dateFrom)),
    readAll(client, companyUsers.list, { companyId, status: 'disabled' }, mostPages),
    readSilent(),
  ])
  const left = disabled.filter(({ updatedAt }) => isFrom(updatedAt, dateFrom))
  return { came: added.filter(({ id }) => !left.some((one) => one.id === id)), left, silent }
}
