import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { clientSince, firstSince } from '../../../contract/figures/client-since'
import type { Counts } from '../../../contract/nps'
import { reports } from '../../../contract/reports'
import { type ApiResponse, query } from '../../lib/api/client'
import { serverNow } from '../../lib/api/server-clock'
import { localDayOf, startOfLocalDay } from '../../lib/local-day'
import { zoneName } from '../../lib/request-context'
import { dayFrom } from '../../ui/format/days-from-today'
import { periodBefore } from '../nps/period'
import { hasAdditions } from '../read-parts'
import type { SinceData, Topic } from './since'

/** A day in the past that an address names; null for anything else. */
export const readDay = (text: string | null, now: Date = serverNow()): string | null => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && new Date(text ?? '').toJSON()?.startsWith(text ?? '')
  return isDay && text && text >= firstSince && text < dayFrom(0, now) ? text : null
}

export type Since = SinceData & {
  /** Where the day comes from. */
  basis: 'chosen' | 'report' | 'brief' | 'days'
  report: { id: string; title: string } | null
  /** Those of which only the newest records were looked through. */
  cut: Topic[]
}

/** What happened since a day; without one since the last published report or emailed brief. Null for a server that does not tell. */
export const sinceQuery = (companyId: string, day: string | null) =>
  queryOptions({
    queryKey: ['since', companyId, day],
    queryFn: async ({ client }): Promise<Since | null> =>
      (await hasAdditions(client)) ? readSince(client, companyId, day) : null,
  })

const readSince = async (client: QueryClient, companyId: string, day: string | null): Promise<Since> => {
  const given = query(clientSince.read, { id: companyId, query: { ...(day && { from: day }), zone: zoneName() } })
  const { data } = await client.fetchQuery(given)
  const today = dayFrom(0)
  const period = { dateFrom: data.from ?? day ?? today, dateTo: data.to ?? today }
  const { score, goals, budgets, budgetsCount, warrantiesEnded, people, report } = data
  return {
    ...{
      companyId,
      period,
      before: periodBefore(period),
      start: Date.parse(data.start ?? '') || startOfLocalDay(period.dateFrom),
    },
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
    cut: (budgetsCount ?? 0) > (budgets ?? []).length ? ['budgets'] : [],
    basis: bases.find((basis) => basis === data.basis) ?? 'days',
    report: report ? { id: report.id, title: report.title || report.id } : null,
  }
}

const bases = ['chosen', 'report', 'brief'] as const

type GivenCounts = ApiResponse<typeof clientSince.read>['data']['score']

const countsOf = (given: NonNullable<GivenCounts>['now']): Counts => ({
  promoter: given?.promotersCount ?? 0,
  passive: given?.passivesCount ?? 0,
  detractor: given?.detractorsCount ?? 0,
})

/** The client's last published report of an earlier day; null if the newest are all of today. */
export const lastReport = async (client: QueryClient, companyId: string) => {
  const sort = { orderBy: 'created_at', orderDirection: 'desc', limit: '10' }
  const { data } = await client.fetchQuery(query(reports.list, { query: { companyId, status: 'published', ...sort } }))
  for (const { id, title, createdAt } of data) {
    const day = createdAt ? localDayOf(new Date(createdAt)) : null
    if (day && readDay(day)) return { id, title: title || id, day }
  }
  return null
}
