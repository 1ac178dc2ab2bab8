import type { QueryClient } from '@tanstack/react-query'
import { budgetIn } from '../../../contract/briefs'
import { budgets } from '../../../contract/budgets'
import { companies } from '../../../contract/companies'
import type { BriefChoice, SectionName } from '../../../contract/core/brief-document'
import { devices } from '../../../contract/devices'
import { responseCoverage } from '../../../contract/figures/response-coverage'
import { goals } from '../../../contract/goals'
import { type Counts, npsResponses } from '../../../contract/nps'
import { enrollments } from '../../../contract/training'
import { companyUsers } from '../../../contract/users'
import { isMissing } from '../../lib/api/api-error'
import { type ApiResponse, query } from '../../lib/api/client'
import { allQuery, readAll } from '../../lib/api/read-all'
import { serverNow } from '../../lib/api/server-clock'
import { listedQuery } from '../../record/by-id/listed-query'
import { rowOf } from '../../record/record-loader'
import { dayFrom } from '../../ui/format/days-from-today'
import { placesOf } from '../../ui/format/money'
import { withLineCurrencies } from '../budgets/breakdown-of'
import { type Budget, clientBudgetsQuery, isForClients } from '../budgets/client-budgets'
import { readScenario } from '../budgets/scenario'
import { type Line, projectionOf, type Year } from '../budgets/what-if'
import { lastDays, type Period, periodBefore, spanAt, spansOf } from '../nps/period'
import { statisticsQuery, trendQuery } from '../nps/queries'
import { hasAdditions, orNull } from '../read-parts'
import { lastReport, sinceQuery } from '../since/data'
import type { SinceData, Topic } from '../since/since'
import { endingIn, isInUse, warrantyEndOf } from '../warranty/in-use'
import { mostRows } from './blocks'
import { quotableQuery } from './quotable'

type Goal = Pick<
  ApiResponse<typeof goals.list>['data'][number],
  'id' | 'title' | 'dueDate' | 'quarter' | 'year' | 'progressPercentage' | 'status' | 'createdAt' | 'updatedAt'
>
type Device = Pick<
  ApiResponse<typeof devices.list>['data'][number],
  'id' | 'name' | 'model' | 'warrantyEnd' | 'warrantyExpires'
>
type Company = ApiResponse<typeof companies.get>['data']
type Response = ApiResponse<typeof npsResponses.get>['data']
type Enrollment = Pick<ApiResponse<typeof enrollments.list>['data'][number], 'course' | 'completedAt'>

/** What a brief is filled from. A part is null if the server lacks it or this access excludes it, or if it is not wanted. */
export type BriefData = {
  now: Date
  client: string
  satisfaction: {
    period: Period
    counts: Counts
    before: Counts
    quarters: { span: Period; counts: Counts }[]
    /** Those chosen, in their order; null for one that is not there. */
    quotations: (Pick<Response, 'feedbackText' | 'score' | 'responseDate'> | null)[]
  } | null
  /** `since` is null if nothing says when the last brief was; `found` is null if `since` is today or later. */
  changes: { since: string | null; found: (SinceData & { cut?: Topic[] }) | null } | null
  budgets: Pick<Budget, 'id' | 'title' | 'fiscalYear' | 'status' | 'currency' | 'totals' | 'updatedAt'>[] | null
  /** Null if its address no longer fits; undefined if none is chosen. */
  scenario: { title: string; currency: string | null; years: Year[] } | null | undefined
  goals: Goal[] | null
  /** Devices in use: none of the numbers has retired ones. */
  estate: {
    total: number
    ended: number
    within30: number
    in30To89: number
    /** The first devices whose warranty has ended or ends within 90 days. */
    ending: Device[]
    /** How many warranties end in this quarter, from today, and in the next ones. */
    plan: { span: Period; count: number }[]
  } | null
  people: {
    total: number
    enrollments: Enrollment[] | null
    /** Of those who were there for all of the last 90 days, how many answered a survey in them. */
    coverage: { people: number; answered: number } | null
  } | null
}

const days = 90
const quarters = 8
const planned = 4

/** Reads all that a brief needs, by the queries of the client's page where they are enough. */
export const readBriefData = async (
  client: QueryClient,
  companyId: string,
  choice: BriefChoice,
  now: Date = serverNow(),
): Promise<BriefData> => {
  const wants = (...names: SectionName[]) => names.some((name) => choice.sections.includes(name))
  const [company, satisfaction, changes, budgets, scenario, goalsOfClient, estate, people] = await Promise.all([
    readCompany(client, companyId),
    wants('summary', 'satisfaction') ? orNull(readSatisfaction(client, companyId, choice, now)) : null,
    wants('changes') ? orNull(readChanges(client, companyId, choice.changesSince, now)) : null,
    wants('summary', 'budget', 'changes') ? orNull(client.fetchQuery(clientBudgetsQuery(companyId))) : null,
    wants('budget') && choice.scenario ? orNull(readWhatIf(client, companyId, choice.scenario)) : undefined,
    wants('summary', 'goals', 'changes')
      ? orNull(client.fetchQuery(allQuery(goals.list, { companyId, sortColumn: 'due_date', sortDesc: 'false' })))
      : null,
    wants('summary', 'estate') ? orNull(readEstate(client, companyId, now)) : null,
    wants('people', 'changes') ? orNull(readPeople(client, companyId, now)) : null,
  ])
  return {
    now,
    client: company.name ?? '',
    satisfaction,
    changes,
    budgets: budgets?.data ?? null,
    scenario,
    goals: goalsOfClient,
    estate,
    people,
  }
}

/** A server of the specification alone has companies only in their list. */
const readCompany = async (client: QueryClient, id: string) => {
  try {
    return (await client.fetchQuery(query(companies.get, { id }))).data
  } catch (error) {
    const isListed = isMissing(error) && !(await hasAdditions(client))
    const found =
      isListed &&
      (rowOf(client, companies.list, id)?.row ??
        (await client.fetchQuery(listedQuery(companies.list, id, ['company', 'companies']))))
    if (!found) throw error
    return found as Pick<Company, 'id' | 'name'>
  }
}

const readSatisfaction = async (client: QueryClient, companyId: string, choice: BriefChoice, now: Date) => {
  const period = lastDays(days, now)
  const spans = spansOf('quarter', period.dateTo, quarters)
  const chosen = [choice.firstQuotation, choice.secondQuotation].flatMap((id) => id ?? [])
  const [{ counts }, { counts: before }, trend, quotations] = await Promise.all([
    client.fetchQuery(statisticsQuery({ companyId, ...period })),
    client.fetchQuery(statisticsQuery({ companyId, ...periodBefore(period) })),
    client.fetchQuery(trendQuery({ companyId }, spans)),
    readQuotations(client, companyId, chosen),
  ])
  return {
    period,
    counts,
    before,
    quotations,
    quarters: spans.flatMap((span, at) => (trend[at] ? [{ span, counts: trend[at] }] : [])),
  }
}

const readQuotations = async (client: QueryClient, companyId: string, ids: string[]) => {
  if (ids.length === 0) return []
  const latest = (await client.fetchQuery(quotableQuery(companyId))).data
  return Promise.all(
    ids.map(async (id) => {
      const found =
        latest.find((response) => response.id === id) ??
        (await orNull(client.fetchQuery(query(npsResponses.get, { id }))))?.data
      return found?.feedbackText && found.companyId === companyId ? found : null
    }),
  )
}

const readChanges = async (client: QueryClient, companyId: string, day: string | null, now: Date) => {
  const known = day === null ? await orNull(lastBriefed(client, companyId)) : { day, told: null }
  // Without access to reports it is unknown whether this is the client’s first brief.
  if (known === null) return null
  const since = known.day
  const isPast = since !== null && since < dayFrom(0, now)
  if (!isPast) return { since, found: null }
  const found =
    known.told ?? (await client.fetchQuery(sinceQuery(companyId, since))) ?? (await fromLists(client, companyId, since))
  // Counted from some of the records only, a number would be wrong. Budgets are named one by one as well.
  const partly = found.cut.filter((topic) => topic !== 'budgets').map((topic) => [topic, null])
  return { since, found: { ...found, ...Object.fromEntries(partly) } }
}

/** The day of the last published report, or of the last emailed brief where the server knows of one, with what it tells since then. */
const lastBriefed = async (client: QueryClient, companyId: string) => {
  const [report, since] = await Promise.all([
    lastReport(client, companyId),
    orNull(client.fetchQuery(sinceQuery(companyId, null))),
  ])
  return since?.basis === 'brief'
    ? { day: since.period.dateFrom, told: since }
    : { day: report?.day ?? null, told: null }
}

const fromLists = (client: QueryClient, companyId: string, since: string) =>
  client.fetchQuery({
    queryKey: ['since', companyId, since, 'brief'],
    queryFn: async ({ signal }) =>
      (await import('../since/from-lists')).workOutSince(client, companyId, since, { signal }),
  })

/** The years of a what-if scenario; null if its address no longer fits the client's budget. */
const readWhatIf = async (client: QueryClient, companyId: string, address: string) => {
  const named = budgetIn(address)
  if (!named) return null
  const { data: budget } = await client.fetchQuery(query(budgets.get, { id: named.id }))
  const lines = (withLineCurrencies(budget).lineItems ?? []) as Line[]
  const { scenario, ignored, uncountable } = readScenario(new URLSearchParams(named.search), lines, budget.currency)
  const isOurs = budget.company?.id === companyId && isForClients(budget)
  if (!isOurs || ignored.length > 0 || uncountable.length > 0) return null
  const { years } = projectionOf({ ...budget, lineItems: lines }, scenario, placesOf(budget.currency))
  return { title: budget.title ?? '', currency: budget.currency ?? null, years }
}

const readPeople = async (client: QueryClient, companyId: string, now: Date) => {
  const [users, courses, coverage] = await Promise.all([
    client.fetchQuery(query(companyUsers.list, { query: { companyId, status: 'active', limit: '1' } })),
    orNull(client.fetchQuery(allQuery(enrollments.list, { companyId }))),
    orNull(
      client.fetchQuery(query(responseCoverage.clients, { query: { companyId, ...lastDays(days, now), limit: '1' } })),
    ),
  ])
  const { people, answered } = coverage?.data ?? {}
  return {
    total: users.pagination.totalCount,
    enrollments: courses,
    coverage: typeof people === 'number' && typeof answered === 'number' ? { people, answered } : null,
  }
}

/** Every device is read once, because one pass counts all periods, in front of any server; what is kept of them is small. */
const readEstate = (client: QueryClient, companyId: string, now: Date) => {
  const today = dayFrom(0, now)
  return client.fetchQuery({
    queryKey: [devices.list.path, 'estate', companyId, today],
    queryFn: async ({ signal }) => {
      const { rows: all } = await readAll(devices.list, { companyId }, { signal, client })
      const [from, in30, in90] = [0, 30, days].map((count) => dayFrom(count, now)) as [string, string, string]
      const countOf = (dateFrom: string, dateTo: string) => endingIn(all, { dateFrom, dateTo }).length
      const endOf = (device: Device) => warrantyEndOf(device) ?? 0
      return {
        total: all.filter(isInUse).length,
        ended: endingIn(all, { dateTo: from }).length,
        within30: countOf(from, in30),
        in30To89: countOf(in30, in90),
        ending: endingIn(all, { dateTo: in90 })
          .toSorted((a, b) => endOf(a) - endOf(b))
          .slice(0, mostRows)
          .map(({ id, name, model, warrantyEnd, warrantyExpires }) => ({
            id,
            name,
            model,
            warrantyEnd,
            warrantyExpires,
          })),
        plan: Array.from({ length: planned }, (_, at) => {
          const span = spanAt('quarter', today, -at)
          const next = spanAt('quarter', today, -at - 1)
          return { span, count: countOf(at === 0 ? today : span.dateFrom, next.dateFrom) }
        }),
      }
    },
  })
}
