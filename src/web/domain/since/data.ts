import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { auditEvents } from '../../../contract/audit-events'
import { budgets } from '../../../contract/budgets'
import { clientSince, mostBudgets, usualDays } from '../../../contract/client-since'
import { largestPage } from '../../../contract/core/list-query'
import { goalChanges } from '../../../contract/goal-changes'
import { goals } from '../../../contract/goals'
import type { Counts } from '../../../contract/nps'
import { reports } from '../../../contract/reports'
import { companyUsers } from '../../../contract/users'
import { type ApiResponse, query } from '../../lib/api/client'
import { hasAdditions, orNull, readAll } from '../../lib/api/read-parts'
import { serverNow } from '../../lib/api/server-clock'
import { type Budget, budgetFiltersOf } from '../client-budgets'
import { lastDays, type Period, periodBefore } from '../nps/period'
import { statisticsQuery } from '../nps/queries'
import type { SinceBudget, SinceData } from './since'

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
    queryKey: ['since', companyId, day],
    queryFn: async ({ client }): Promise<Since> =>
      (await hasAdditions(client)) ? readSince(client, companyId, day) : workOutSince(client, companyId, day),
  })

const readSince = async (client: QueryClient, companyId: string, day: string | null): Promise<Since> => {
  const given = query(clientSince.read, { id: companyId, query: day ? { from: day } : {} })
  const { data } = await client.fetchQuery(given)
  const today = lastDays(1, serverNow()).dateTo
  const period = { dateFrom: data.from ?? day ?? today, dateTo: data.to ?? today }
  const { score, goals, budgets, budgetsCount, warrantiesEnded, people, report } = data
  return {
    ...{ companyId, period, before: periodBefore(period) },
    score: score ? { now: countsOf(score.now), before: countsOf(score.before) } : null,
    goals: goals
      ? {
          ...{ done: goals.done ?? [], slipped: goals.slipped ?? [], added: goals.added ?? [] },
          moved: (goals.moved ?? []).flatMap(({ goal, was, is }) =>
            goal ? [{ goal, was: was ?? 0, is: is ?? 0 }] : [],
          ),
        }
      : null,
    budgets:
      budgets?.map(({ id, title, currency, events }) => ({
        ...{ id, title: title ?? null, currency: currency ?? null },
        events: (events ?? []).map((event) => ({ ...event, author: event.author ?? null })),
      })) ?? null,
    warranties: warrantiesEnded ?? null,
    people: people ? { came: people.came ?? [], left: people.left ?? [], silent: people.silent ?? 0 } : null,
    isEveryBudgetRead: (budgetsCount ?? 0) <= (budgets ?? []).length,
    basis: data.basis === 'chosen' || data.basis === 'report' ? data.basis : 'days',
    report: report ? { id: report.id, title: report.title || report.id } : null,
  }
}

type GivenCounts = ApiResponse<typeof clientSince.read>['data']['score']

const countsOf = (given: NonNullable<GivenCounts>['now']): Counts => ({
  promoter: given?.promotersCount ?? 0,
  passive: given?.passivesCount ?? 0,
  detractor: given?.detractorsCount ?? 0,
})

/** In front of a server that has only lists. */
const workOutSince = async (client: QueryClient, companyId: string, day: string | null): Promise<Since> => {
  const now = serverNow()
  const report = day === null ? await orNull(lastReport(client, companyId)) : null
  const from = day ?? report?.day ?? lastDays(usualDays + 1, now).dateFrom
  const period = periodSince(from, now)
  const before = periodBefore(period)
  const [score, goalsOfClient, budgetsOfClient, people] = await Promise.all([
    orNull(readScore(client, companyId, period, before)),
    orNull(readAll(client, goals.list, { companyId })),
    orNull(readBudgets(client, companyId, from)),
    orNull(readPeople(client, companyId, period, before)),
  ])
  return {
    ...{ companyId, period, before, score, people },
    goals: goalsOfClient && goalChanges(goalsOfClient, period),
    budgets: budgetsOfClient?.budgets ?? null,
    // Such a server does not filter devices by their warranty.
    warranties: null,
    isEveryBudgetRead: budgetsOfClient?.isWhole ?? true,
    basis: day !== null ? 'chosen' : report ? 'report' : 'days',
    report: report && { id: report.id, title: report.title },
  }
}

/** The client's last published report of an earlier day; null if the newest are all of today. */
export const lastReport = async (client: QueryClient, companyId: string) => {
  const sort = { orderBy: 'created_at', orderDirection: 'desc', limit: '10' }
  const { data } = await client.fetchQuery(query(reports.list, { query: { companyId, status: 'published', ...sort } }))
  for (const { id, title, createdAt } of data) {
    const day = createdAt?.slice(0, 10)
    if (day && readDay(day)) return { id, title: title || id, day }
  }
  return null
}

const readScore = async (client: QueryClient, companyId: string, period: Period, before: Period) => {
  const [now, then] = await Promise.all([
    client.fetchQuery(statisticsQuery({ companyId, ...period })),
    client.fetchQuery(statisticsQuery({ companyId, ...before })),
  ])
  return { now: now.counts, before: then.counts }
}

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
  { dateFrom }: Period,
  before: Period,
): Promise<SinceData['people']> => {
  const [added, disabled, recent] = await Promise.all([
    readWhile(client, { companyId, sortColumn: 'created_at' }, ({ createdAt }) => isFrom(createdAt, dateFrom)),
    readAll(client, companyUsers.list, { companyId, status: 'disabled' }, mostPages),
    readWhile(client, { companyId, status: 'active', sortColumn: 'last_login' }, ({ lastLogin }) =>
      isFrom(lastLogin, before.dateFrom),
    ),
  ])
  const left = disabled.filter(({ updatedAt }) => isFrom(updatedAt, dateFrom))
  const silent = recent.filter(({ lastLogin }) => !isFrom(lastLogin, dateFrom)).length
  return { came: added.filter(({ id }) => !left.some((one) => one.id === id)), left, silent }
}
