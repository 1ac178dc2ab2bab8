import type { QueryClient } from '@tanstack/react-query'
import { auditEvents } from '../../../contract/audit-events'
import { budgets } from '../../../contract/budgets'
import { type ListEndpoint, sortQuery } from '../../../contract/core/endpoint'
import { devices } from '../../../contract/devices'
import { mostBudgets, usualDays } from '../../../contract/figures/client-since'
import { goalChanges } from '../../../contract/figures/goal-changes'
import { goals } from '../../../contract/goals'
import { companyUsers } from '../../../contract/users'
import { type ApiError, isRefused } from '../../lib/api/api-error'
import type { QueryContext } from '../../lib/api/client'
import { readAll } from '../../lib/api/read-all'
import { serverNow } from '../../lib/api/server-clock'
import { startOfLocalDay } from '../../lib/local-day'
import type { RowOf } from '../../list/list-page'
import { budgetFiltersOf } from '../budgets/client-budgets'
import { lastDays, type Period, periodBefore } from '../nps/period'
import { statisticsQuery } from '../nps/queries'
import { orNull } from '../read-parts'
import { endingIn } from '../warranty/in-use'
import { lastReport, type Since } from './data'
import { type SinceBudget, type SinceData, type Topic, topics } from './since'

export type SinceFromLists = Since & {
  /** Those whose lists are not read. */
  unread: Topic[]
  /** Why a part is null. */
  refused: Partial<Record<Topic, ApiError>>
}

type Params = { companyId: string; period: Period; before: Period; context: QueryContext & { client: QueryClient } }
type Part = { data: Partial<SinceData>; isWhole: boolean }

/** Pages of one list. With two for the report and the score’s six, the six lists and the budgets’ events take below 200. */
const mostPages = 20

const readNewest = <E extends ListEndpoint>(list: E, sent: Record<string, string>, context: QueryContext) =>
  readAll(list, { ...sent, ...sortQuery(list, 'created_at', true) }, { ...context, maxRequests: mostPages })

const readers: Record<Topic, (params: Params) => Promise<Part>> = {
  score: async ({ companyId, period, before, context: { client } }) => {
    const [now, then] = await Promise.all([
      client.fetchQuery(statisticsQuery({ companyId, ...period })),
      client.fetchQuery(statisticsQuery({ companyId, ...before })),
    ])
    return { data: { score: { now: now.counts, before: then.counts } }, isWhole: true }
  },
  goals: async ({ companyId, period, context }) => {
    const { rows, isWhole } = await readNewest(goals.list, { companyId }, context)
    return { data: { goals: goalChanges(rows, period, startOfLocalDay(period.dateFrom)) }, isWhole }
  },
  budgets: async ({ companyId, period, context }) => {
    const found = await readAll(budgets.list, budgetFiltersOf(companyId), { ...context, maxRequests: 1 })
    const changed = await Promise.all(
      found.rows.slice(0, mostBudgets).map(async ({ id, title = null, currency = null }): Promise<SinceBudget> => {
        const asked = { resource: 'budgets', recordId: id, dateFrom: period.dateFrom }
        const events = (await readAll(auditEvents.list, asked, { ...context, maxRequests: 1 })).rows
        const own = events.map(({ key, person, ...event }) => ({ ...event, author: person?.name ?? key?.name ?? null }))
        return { id, title, currency, events: own }
      }),
    )
    return { data: { budgets: changed }, isWhole: found.isWhole && found.rows.length <= mostBudgets }
  },
  warranties: async ({ companyId, period, context }) => {
    const { rows, isWhole } = await readNewest(devices.list, { companyId }, context)
    return { data: { warranties: endingIn(rows, period).length }, isWhole }
  },
  people: async ({ companyId, period, before, context }) => {
    const [start, startBefore] = [startOfLocalDay(period.dateFrom), startOfLocalDay(before.dateFrom)]
    const [added, disabled, recent] = await Promise.all([
      readFrom({ companyId, sortColumn: 'created_at' }, ({ createdAt }) => createdAt, start, context),
      readNewest(companyUsers.list, { companyId, status: 'disabled' }, context),
      readFrom(
        { companyId, status: 'active', sortColumn: 'last_login' },
        ({ lastLogin }) => lastLogin,
        startBefore,
        context,
      ),
    ])
    const left = disabled.rows.filter(({ updatedAt }) => isFrom(updatedAt, start))
    const came = added.rows.filter(({ id }) => !left.some((one) => one.id === id))
    const silent = recent.rows.filter(({ lastLogin }) => !isFrom(lastLogin, start)).length
    return {
      data: { people: { came, left, silent } },
      isWhole: added.isWhole && disabled.isWhole && recent.isWhole,
    }
  },
}

type Person = RowOf<typeof companyUsers.list>

const timeOf = (instant: string | null | undefined) => Date.parse(instant ?? '')
const isFrom = (instant: string | null | undefined, start: number) => timeOf(instant) >= start

/** The people with an instant from the start. A list may have those without one first or last. */
const readFrom = async (
  sent: Record<string, string>,
  instantOf: (person: Person) => string | null | undefined,
  start: number,
  context: QueryContext,
) => {
  const isEnough = (rows: Person[]) => rows.some((person) => timeOf(instantOf(person)) < start)
  const { rows, isWhole } = await readAll(
    companyUsers.list,
    { ...sent, sortDesc: 'true' },
    { ...context, maxRequests: mostPages, isEnough },
  )
  return { rows: rows.filter((person) => isFrom(instantOf(person), start)), isWhole: isWhole || isEnough(rows) }
}

const begin = async (client: QueryClient, companyId: string, day: string | null): Promise<SinceFromLists> => {
  const now = serverNow()
  const report = day === null ? await orNull(lastReport(client, companyId)) : null
  const dateFrom = day ?? report?.day ?? lastDays(usualDays, now).dateFrom
  const period = { dateFrom, dateTo: lastDays(1, now).dateTo }
  return {
    ...{ companyId, period, before: periodBefore(period), start: startOfLocalDay(dateFrom) },
    ...{ score: null, goals: null, budgets: null, warranties: null, people: null },
    basis: day !== null ? 'chosen' : report ? 'report' : 'days',
    report: report && { id: report.id, title: report.title },
    ...{ unread: [...topics], refused: {}, cut: [] },
  }
}

type Options = { signal: AbortSignal; kept?: SinceFromLists | undefined; onProgress?: (since: SinceFromLists) => void }

/** In front of a server that has only lists: reads all that are not read. One that fails leaves the others. */
export const workOutSince = async (
  client: QueryClient,
  companyId: string,
  day: string | null,
  { signal, kept, onProgress }: Options,
): Promise<SinceFromLists> => {
  let since = kept ?? (await begin(client, companyId, day))
  const put = (topic: Topic, change: Partial<SinceFromLists>) => {
    since = { ...since, ...change, unread: since.unread.filter((one) => one !== topic) }
    onProgress?.(since)
  }
  onProgress?.(since)
  const { period, before } = since
  const params = { companyId, period, before, context: { signal, client } }
  const read = async (topic: Topic) => {
    try {
      const { data, isWhole } = await readers[topic](params)
      put(topic, { ...data, ...(isWhole ? {} : { cut: [...since.cut, topic] }) })
    } catch (error) {
      if (!isRefused(error)) throw error
      put(topic, { refused: { ...since.refused, [topic]: error } })
    }
  }
  const failed = (await Promise.allSettled(since.unread.map(read))).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return since
}
