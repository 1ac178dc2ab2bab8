import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayLong } from '../../../contract/core/days'
import { sortQuery } from '../../../contract/core/endpoint'
import { clientOverview } from '../../../contract/figures/client-overview'
import type { Database } from '../../db/database'
import { createListCache } from '../../db/list-engine/list-cache'
import { refreshOnce } from '../../db/list-engine/stats-refresher'
import {
  casesOf,
  clear,
  createTestApi,
  engines,
  sampleBudget,
  sampleCompany,
  sampleResponse,
  saveDelivery,
  type TestApi,
} from '../../testing/server'
import { recordsOf } from '../conformance/arbitrary'
import type { Records } from '../registry'
import { saveRecords } from '../save-records'

/* The figures of clients against a plain model: one pass over all records, without SQL, versions or memory. */

const dayText = (days: number, now = Date.now()) => new Date(now + days * dayLong).toISOString().slice(0, 10)

const companies = [9, 10, 40, 48, 48, 49, 12, 30, 20, 11, 44, null, 0, 300].map((employeeCount, index) =>
  sampleCompany({
    id: fc.sample(fc.uuid(), { numRuns: 1, seed: index })[0] as string,
    name: `Client ${'dbca'[index % 4]}${index}`,
    industry: ['Legal', 'Retail', null][index % 3] as string,
    status: index === 4 ? 'inactive' : 'active',
    employeeCount,
  }),
)

/** Days at which something begins or ceases to count, and some between. */
const edges = [-400, -180, -121, -120, -119, -118, -91, -90, -89, -88, -60, -31, -30, -29, -28, -2, -1, 0, 1, 40]
const moment = fc
  .tuple(fc.constantFrom(...edges), fc.constantFrom('00:00:00.000', '12:30:00.500', '23:59:59.999'))
  .map(([days, time]) => `${dayText(days)}T${time}Z`)
const client = fc.option(fc.constantFrom(...companies.map(({ id, name }) => ({ id, name }))), { freq: 12 })
const ids = fc.sample(fc.uuid(), { numRuns: 40, seed: 99 })
const base = <R extends keyof Records>(resource: R) =>
  fc.sample(recordsOf(resource), { numRuns: 20, seed: 5 }).flat()[0] as Records[R]
const bases = {
  devices: base('devices'),
  goals: base('goals'),
  enrollments: base('enrollments'),
  companyUsers: base('companyUsers'),
  reports: base('reports'),
}

const line = (annualisedCost: number, currency: string) => ({
  ...{
    id: randomUUID(),
    description: 'Line',
    quantity: 1,
    unitPrice: annualisedCost,
    termMonths: 12,
    annualisedCost,
    currency,
  },
  ...{ notes: null, category: { id: 'other', name: 'Other' }, linkedItem: null, type: null, recurrence: null },
  ...{ createdAt: '2026-03-02T09:15:00.000Z', updatedAt: '2026-03-02T09:15:00.000Z' },
})

const made = {
  npsResponses: fc
    .record({
      score: fc.nat(10),
      responseDate: moment,
      followUpRequired: fc.boolean(),
      followUpCompleted: fc.boolean(),
      client,
    })
    .map(({ client, ...fields }) => sampleResponse({ ...fields, companyId: client?.id ?? null })),
  devices: fc
    .record({
      warrantyEnd: fc.option(moment),
      warrantyExpires: fc.option(moment),
      status: fc.constantFrom(null, 'Online', 'Offline', ' retired', 'Retired'),
      createdAt: moment,
      client,
    })
    .map(({ client, ...fields }) => ({ ...bases.devices, ...fields, companyId: client?.id ?? null })),
  goals: fc
    .record({
      dueDate: fc.option(moment),
      progressPercentage: fc.constantFrom(null, 0, 99, 100),
      status: fc.option(
        fc.constantFrom('In progress', 'Completed', 'Cancelled').map((name) => ({ id: randomUUID(), name })),
      ),
      createdAt: moment,
      updatedAt: moment,
      // Each at a time of its own: which of two at once is the later one is no one's to say.
      updates: fc.uniqueArray(fc.record({ progressPercentage: fc.constantFrom(null, 0, 50, 100), createdAt: moment }), {
        selector: ({ createdAt }) => createdAt,
        maxLength: 3,
      }),
      client,
    })
    .map(({ client, updates, ...fields }) => ({
      ...{ ...bases.goals, ...fields, company: client },
      updates: updates.map((update) => ({ id: randomUUID(), updateText: '', ...update })),
    })),
  enrollments: fc
    .record({ completedAt: fc.option(moment), enrolledAt: fc.option(moment), client })
    .map(({ client, ...fields }) => ({ ...bases.enrollments, ...fields, companyId: client?.id ?? null })),
  companyUsers: fc
    .record({ lastLogin: fc.option(moment), status: fc.constantFrom('active', 'active', 'disabled'), client })
    .map(({ client, ...fields }) => ({ ...bases.companyUsers, ...fields, company: client })),
  reports: fc
    .record({ createdAt: moment, status: fc.constantFrom('draft', 'published'), client })
    .map(({ client, ...fields }) => ({ ...bases.reports, ...fields, companyId: client?.id ?? null })),
  budgets: fc
    .record({
      fiscalYear: fc.constantFrom(2026, 2027),
      status: fc.constantFrom('Draft', 'PendingApproval', 'Approved', 'Obsolete'),
      currency: fc.constantFrom('GBP', 'GBP', 'EUR'),
      costs: fc.array(fc.tuple(fc.integer({ min: -5, max: 90_000 }), fc.constantFrom('GBP', 'EUR')), { maxLength: 3 }),
      client,
    })
    .map(({ client, costs, ...fields }) =>
      sampleBudget({
        ...fields,
        company: client,
        lineItems: costs.map(([cost, currency]) => line(cost, currency)),
      } as never),
    ),
} satisfies { [K in keyof Records]?: fc.Arbitrary<unknown> }

type Made = keyof typeof made
type Stored = { companies: Records['companies'][] } & { [K in Made]: Records[K][] }

const write = <K extends Made>(resource: K, sizes: { minLength: number; maxLength: number }) =>
  fc
    .tuple(
      fc.array(made[resource] as unknown as fc.Arbitrary<object>, sizes),
      fc.shuffledSubarray(ids, { minLength: sizes.minLength, maxLength: ids.length }),
    )
    .map(([records, places]) => ({
      write: {
        resource,
        records: records.flatMap((record, index) =>
          places[index] ? [{ ...record, id: places[index] } as unknown as Records[K]] : [],
        ),
      },
    }))
const names = Object.keys(made) as Made[]
const few = fc.oneof(...names.map((resource) => write(resource, { minLength: 1, maxLength: 4 })))
const many = fc.oneof(...names.map((resource) => write(resource, { minLength: 20, maxLength: 40 })))
/** More than the change log keeps row by row: it has to be counted anew. */
const bulk = fc.constantFrom(...companies).map((company) => ({
  write: {
    resource: 'npsResponses' as const,
    records: Array.from({ length: 101 }, (_, index) =>
      sampleResponse({
        id: `bulk ${index}`,
        companyId: company.id,
        score: index % 11,
        responseDate: `${dayText(-1)}T08:00:00.000Z`,
      }),
    ),
  },
}))
const rename = fc
  .tuple(fc.constantFrom(...companies), fc.constantFrom(5, 45, 400), fc.constantFrom('Alpha', 'éclair'))
  .map(([company, employeeCount, name]) => ({ rename: { ...company, employeeCount, name } }))
const question = fc.record({
  sort: fc.tuple(fc.constantFrom(...clientOverview.list.sort.keys), fc.boolean()),
  peers: fc.constantFrom('size', 'industry', 'all'),
  thresholds: fc.constantFrom('', 'outOfWarranty:10:20', 'waiting:off,peopleActive:90:80'),
  filter: fc.constantFrom(
    {},
    {},
    { health: 'act' },
    { health: 'unknown' },
    { size: '10-49' },
    { industry: 'Legal' },
    { search: 'LIENT A' },
  ),
  page: fc.constantFrom(1, 1, 2),
})
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: few }, many, bulk, rename), { minLength: 1, maxLength: 4 })

/* The model. */

const limitsOf = (text: string) => {
  const limits: Record<string, [number, number] | null> = {
    ...{ score: [20, 0], waiting: [1, 3], outOfWarranty: [25, 50], goalsOverdue: [1, 3] },
    ...{ trainingDone: [60, 30], peopleActive: [50, 25], daysSinceReport: [100, 190] },
  }
  for (const part of text ? text.split(',') : []) {
    const [figure = '', watch, act] = part.split(':')
    limits[figure] = watch === 'off' ? null : [Number(watch), Number(act)]
  }
  return limits
}
const percent = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole)
const nps = (answers: Records['npsResponses'][]) =>
  percent(
    answers.filter(({ score }) => score >= 9).length - answers.filter(({ score }) => score <= 6).length,
    answers.length,
  )
const places: Record<string, number> = { PendingApproval: 0, Approved: 1, Draft: 2 }

const modelOf = (stored: Stored, company: Records['companies'], thresholds: string) => {
  const of = <R extends { companyId?: unknown; company?: unknown }>(rows: R[]) =>
    rows.filter((row) => (row.companyId ?? (row.company as { id: string } | null)?.id) === company.id)
  const day = (instant: string) => instant.slice(0, 10)
  const isWithin = (instant: string | null, from: number, to: number) =>
    instant !== null && day(instant) >= dayText(from) && day(instant) <= dayText(to)
  const answers = of(stored.npsResponses).filter(({ responseDate }) => isWithin(responseDate, -89, 0))
  const waiting = of(stored.npsResponses).filter((one) => one.followUpRequired && !one.followUpCompleted)
  const [budget] = of(stored.budgets)
    .filter(({ status }) => status !== 'Obsolete')
    .sort(
      (a, b) =>
        b.fiscalYear - a.fiscalYear || (places[a.status] ?? 3) - (places[b.status] ?? 3) || (a.id < b.id ? -1 : 1),
    )
  const total = budget?.lineItems
    .filter(({ currency }) => currency === budget.currency)
    .reduce((sum, { annualisedCost }) => sum + annualisedCost, 0)
  const inUse = of(stored.devices).filter(({ status }) => status?.trim().toLowerCase() !== 'retired')
  const endsOf = (devices: typeof inUse) =>
    devices.flatMap(({ warrantyEnd, warrantyExpires }) =>
      [warrantyEnd, warrantyExpires]
        .filter((end) => end !== null)
        .sort()
        .slice(0, 1),
    )
  const ends = endsOf(inUse)
  const wasThere = (instant: string | null) => instant === null || day(instant) <= dayText(-30)
  const endsThen = endsOf(inUse.filter(({ createdAt }) => wasThere(createdAt)))
  const goals = of(stored.goals)
  const isClosed = ({ status }: (typeof goals)[number]) => ['Completed', 'Cancelled'].includes(status?.name ?? '')
  const overdue = goals.filter(
    (goal) =>
      goal.dueDate !== null &&
      (goal.progressPercentage ?? 0) < 100 &&
      !isClosed(goal) &&
      day(goal.dueDate) < dayText(0),
  )
  const goalsThen = goals.filter(({ createdAt }) => wasThere(createdAt))
  const overdueThen = goalsThen.filter((goal) => {
    const { dueDate, updates, progressPercentage, updatedAt } = goal
    if (isClosed(goal) && wasThere(updatedAt)) return false
    const noted = (updates ?? []).filter((update) => update.progressPercentage !== null)
    const [last] = noted
      .filter(({ createdAt }) => wasThere(createdAt))
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    const progress = last ? last.progressPercentage : noted.length > 0 ? 0 : progressPercentage
    return dueDate !== null && day(dueDate) < dayText(-30) && (progress ?? 0) < 100
  })
  const enrollments = of(stored.enrollments)
  const enrolledThen = enrollments.filter(({ enrolledAt }) => wasThere(enrolledAt))
  const doneThen = enrolledThen.filter(({ completedAt }) => completedAt !== null && wasThere(completedAt))
  const people = of(stored.companyUsers).filter(({ status }) => status === 'active')
  const published = of(stored.reports)
    .filter(({ status }) => status === 'published')
    .map(({ createdAt }) => createdAt)
    .sort()
  const report = published.at(-1)
  const earlier = published.filter((createdAt) => day(createdAt) <= dayText(-30)).at(-1)
  const heads = company.employeeCount ?? 0
  const figures: Record<string, number | null> = {
    score: nps(answers),
    waiting: waiting.length,
    budgetPerHead: budget && heads > 0 ? (total ?? 0) / heads : null,
    outOfWarranty: percent(ends.filter((end) => day(end) < dayText(0)).length, ends.length),
    goalsOverdue: overdue.length,
    trainingDone: percent(enrollments.filter(({ completedAt }) => completedAt !== null).length, enrollments.length),
    peopleActive: percent(people.filter(({ lastLogin }) => isWithin(lastLogin, -89, 4000)).length, people.length),
    daysSinceReport: report ? Math.max(0, (Date.parse(dayText(0)) - Date.parse(day(report))) / dayLong) : null,
  }
  const reasons = Object.entries(limitsOf(thresholds)).flatMap(([figure, limits]) => {
    const value = figures[figure]
    const hasInput =
      figure === 'score'
        ? answers.length >= 10
        : figure === 'waiting'
          ? value !== 0 || answers.length > 0
          : figure === 'goalsOverdue'
            ? goals.length > 0
            : true
    const isJudged = limits && hasInput && company.status !== 'inactive'
    if (!isJudged || value === null || value === undefined) return []
    const sign = limits[1] < limits[0] ? -1 : 1
    const isPast = (limit: number) => (sign === 1 ? value >= limit : Math.round(10 * value) / 10 < limit)
    return [{ figure, level: isPast(limits[1]) ? 2 : isPast(limits[0]) ? 1 : 0 }]
  })
  const worst = reasons.reduce((most, { level }) => Math.max(most, level), -1)
  const lastMonth = {
    outOfWarrantyBefore: percent(endsThen.filter((end) => day(end) < dayText(-30)).length, endsThen.length),
    trainingDoneBefore: percent(doneThen.length, enrolledThen.length),
    goalsOverdueBefore: goalsThen.length > 0 ? overdueThen.length : null,
    scoreBefore: nps(of(stored.npsResponses).filter(({ responseDate }) => isWithin(responseDate, -119, -30))),
    startedWaiting: waiting.filter(({ responseDate }) => isWithin(responseDate, -29, 4000)).length,
    warrantiesEnded: ends.filter((end) => isWithin(end, -30, -1)).length,
    goalsBecameOverdue: overdue.filter(({ dueDate }) => isWithin(dueDate, -30, -1)).length,
    daysSinceReportBefore: earlier ? (Date.parse(dayText(-30)) - Date.parse(day(earlier))) / dayLong : null,
    trainingCompleted: enrollments.filter(({ completedAt }) => isWithin(completedAt, -29, 4000)).length,
  }
  return {
    ...{ company, figures, lastMonth, answers: answers.length, currency: budget?.currency ?? null },
    health: worst === -1 ? 'unknown' : ['good', 'watch', 'act'][worst],
    rank: worst === -1 ? null : reasons.reduce((sum, { level }) => sum + (level === 2 ? 100 : level), 0),
  }
}
type Model = ReturnType<typeof modelOf>

const sizeClass = ({ company: { employeeCount: heads } }: Model) =>
  !heads ? null : heads < 10 ? '1-9' : heads < 50 ? '10-49' : heads < 250 ? '50-249' : '250+'
const peerGroup = (model: Model, by: string) =>
  model.company.status === 'inactive'
    ? null
    : by === 'all'
      ? 'all'
      : by === 'size'
        ? sizeClass(model)
        : model.company.industry

const rankOf = (model: Model, models: Model[], figure: string, by: string) => {
  const value = model.figures[figure]
  const group = peerGroup(model, by)
  if (typeof value !== 'number' || group === null) return null
  const values = models
    .filter(
      (other) => peerGroup(other, by) === group && (figure !== 'budgetPerHead' || other.currency === model.currency),
    )
    .flatMap((other) => other.figures[figure] ?? [])
    .map((other) => Math.round(100 * other))
  const own = Math.round(100 * value)
  if (values.length < 8) return null
  const mean = values.filter((other) => other < own).length + values.filter((other) => other === own).length / 2
  return (100 * mean) / values.length
}

describe.each(engines)('Clients side by side on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
  })
  afterAll(() => database.close())

  it('are what one pass over all records gives, after any writes, for any question', async () => {
    let [compared, ranked] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(steps, question), { minLength: 2, maxLength: 5 }), async (rounds) => {
        await clear(database)
        const stored: Stored = {
          companies: [],
          ...(Object.fromEntries(names.map((name) => [name, []])) as unknown as { [K in Made]: Records[K][] }),
        }
        const save = async <K extends keyof Stored & keyof Records>(resource: K, given: Records[K][]) => {
          const records = given as (Records[K] & { id: string })[]
          await saveRecords(database, resource, records)
          const replaced = new Set(records.map(({ id }) => id))
          const rows = stored[resource] as unknown as { id: string }[]
          const kept = rows.filter(({ id }) => !replaced.has(id))
          Object.assign(stored, {
            [resource]: [...kept, ...new Map(records.map((record) => [record.id, record])).values()],
          })
        }
        await save('companies', companies)
        for (const [
          writes,
          {
            sort: [key, descending],
            peers,
            thresholds,
            filter,
            page,
          },
        ] of rounds) {
          for (const step of writes) {
            if ('rename' in step) await save('companies', [step.rename])
            else await save(step.write.resource as 'devices', step.write.records as Records['devices'][])
          }
          const query = new URLSearchParams({
            ...{ ...sortQuery(clientOverview.list, key, descending), peers, page: String(page), limit: '9' },
            ...(filter as Record<string, string>),
            ...(thresholds && { thresholds }),
          })
          const { json } = await testApi.ask(`/client-overview?${query}`)
          const models = stored.companies.map((company) => modelOf(stored, company, thresholds))
          const found = models.filter((model) => {
            const { health, size, industry, search } = filter as Record<string, string | undefined>
            return (
              (!health || model.health === health) &&
              (!size || sizeClass(model) === size) &&
              (!industry || model.company.industry === industry) &&
              (!search || model.company.name.toLowerCase().includes(search.toLowerCase()))
            )
          })
          expect(json.pagination.totalCount).toBe(found.length)
          // biome-ignore lint/suspicious/noExplicitAny: compared field by field
          const shown = json.data as Record<string, any>[]
          expect(shown).toHaveLength(Math.max(0, Math.min(9, found.length - 9 * (page - 1))))
          expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
          const sortedBy = (model: Model): number | string | null => {
            if (key === 'health') return model.rank
            if (key === 'name') return model.company.name
            if (key === 'answers') return model.answers
            if (key === 'employee_count') return model.company.employeeCount
            return model.figures[key.replace(/_(.)/g, (_, letter) => letter.toUpperCase())] ?? null
          }
          let last: number | null | undefined
          for (const row of shown) {
            const model = found.find(({ company }) => company.id === row.id) ?? expect.unreachable()
            compared++
            for (const [figure, value] of Object.entries(model.figures)) {
              if (value === null) expect([figure, row[figure]]).toEqual([figure, null])
              else expect(row[figure], figure).toBeCloseTo(value, figure === 'budgetPerHead' ? 1 : 0.99)
              const rank = rankOf(model, models, figure, peers)
              if (rank !== null) ranked++
              if (rank === null) expect([figure, row.percentiles?.[figure]]).toEqual([figure, null])
              else expect(Math.abs((row.percentiles?.[figure] ?? -9) - rank), figure).toBeLessThanOrEqual(0.5)
            }
            expect(row.health ?? 'unknown').toBe(model.health)
            expect(row.answers).toBe(model.answers)
            for (const [figure, value] of Object.entries(model.lastMonth)) {
              if (value === null) expect([figure, row.lastMonth[figure]]).toEqual([figure, null])
              else expect(row.lastMonth[figure], figure).toBeCloseTo(value, 0.99)
            }
            // Names and amounts of several currencies have orders of their own, which the pure functions' tests hold.
            const value = sortedBy(model)
            if (key === 'name' || key === 'budget_per_head') continue
            if (last === null) expect(value).toBeNull()
            else if (typeof last === 'number' && typeof value === 'number')
              expect(descending ? last >= value : last <= value).toBe(true)
            last = value as number | null
          }
        }
      }),
      { numRuns: casesOf(24), seed: 37 },
    )
    expect(compared).toBeGreaterThan(50)
    expect(ranked).toBeGreaterThan(50)
  })

  describe('over a few clients', () => {
    const [one, other] = companies as [Records['companies'], Records['companies']]
    beforeAll(async () => {
      await clear(database)
      await saveRecords(database, 'companies', [one, other])
      await saveRecords(database, 'npsResponses', [
        sampleResponse({
          companyId: one.id,
          score: 10,
          responseDate: new Date().toISOString(),
          followUpRequired: false,
        }),
      ])
    })

    it('answer 304 until a table that they are read from is written', async () => {
      const first = await testApi.ask('/client-overview')
      const etag = first.headers.get('etag') ?? ''
      const again = () => testApi.ask('/client-overview', { headers: { 'if-none-match': etag } })
      expect((await again()).status).toBe(304)
      await saveRecords(database, 'reports', [
        {
          ...bases.reports,
          id: randomUUID(),
          companyId: one.id,
          status: 'published',
          createdAt: new Date().toISOString(),
        },
      ])
      const changed = await again()
      expect(changed.status).toBe(200)
      expect(changed.json.data.find(({ id }: { id: string }) => id === one.id)).toMatchObject({ daysSinceReport: 0 })
    })

    it('notice rows that were changed past the application', async () => {
      expect((await testApi.ask(`/client-overview/${one.id}`)).json.data).toMatchObject({ score: 100, answers: 1 })
      await sql`update nps_responses set score = 0`.execute(database.sql)
      expect((await testApi.ask(`/client-overview/${one.id}`)).json.data).toMatchObject({ score: -100, answers: 1 })
      expect((await testApi.ask(`/client-overview/${one.id.toUpperCase()}`)).json.data.id).toBe(one.id)
    })

    it('leave out what the key may not read, also of health, and refuse to sort or draw by it', async () => {
      const key = await testApi.makeKey(['companies:read', 'reports:read'])
      const { json } = await testApi.ask('/client-overview', { key })
      const row = json.data.find(({ id }: { id: string }) => id === one.id)
      expect(Object.keys(row)).toEqual(expect.arrayContaining(['daysSinceReport', 'lastReportAt']))
      for (const hidden of [
        'score',
        'answers',
        'waiting',
        'budgetPerHead',
        'outOfWarranty',
        'goalsOverdue',
        'peopleActive',
      ])
        expect(row).not.toHaveProperty(hidden)
      expect(row).toMatchObject({ figuresJudged: 1, percentiles: { daysSinceReport: null }, lastMonth: {} })
      for (const path of ['?sortColumn=score', '?sortColumn=answers', '/points?x=score&y=daysSinceReport']) {
        const refused = await testApi.ask(`/client-overview${path}`, { key })
        expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('nps-responses:read')])
      }
      expect((await testApi.ask('/client-overview?sortColumn=days_since_report', { key })).status).toBe(200)
      expect((await testApi.ask('/client-overview', { key: await testApi.makeKey(['goals:read']) })).status).toBe(403)
    })

    it('count an emailed brief like a report, for callers that may read briefs', async () => {
      const [at, older] = [`${dayText(-3)}T10:00:00.000Z`, `${dayText(-50)}T10:00:00.000Z`]
      await saveDelivery(database, other.id, 'sent', older)
      await saveDelivery(database, other.id, 'sent', at)
      await saveDelivery(database, other.id, 'failed', `${dayText(-1)}T10:00:00.000Z`)
      await saveDelivery(database, other.id, 'sent', `${dayText(-1)}T10:00:00.000Z`, { isTest: true })
      expect((await testApi.ask(`/client-overview/${other.id}`)).json.data).toMatchObject({
        ...{ daysSinceReport: 3, lastReportAt: null, lastBriefAt: at },
        lastMonth: { daysSinceReportBefore: 20 },
      })
      const key = await testApi.makeKey(['companies:read', 'reports:read'])
      const hidden = (await testApi.ask(`/client-overview/${other.id}`, { key })).json.data
      expect(hidden).toMatchObject({ daysSinceReport: null, lastReportAt: null })
      expect(hidden).not.toHaveProperty('lastBriefAt')
      await sql`delete from brief_deliveries`.execute(database.sql)
    })

    it('give the points of a chart, and say what has none', async () => {
      const { json } = await testApi.ask('/client-overview/points?x=score&y=waiting')
      expect(json.data).toEqual({
        points: [{ id: one.id, name: one.name, x: expect.any(Number), y: 0, answers: 1 }],
        ...{ totalCount: 2, withoutFigures: 1, currency: null, otherCurrencies: 0 },
      })
      expect((await testApi.ask('/client-overview/points?x=score')).status).toBe(400)
    })

    it('refuse thresholds that make no sense, and clients that do not exist', async () => {
      const refused = await testApi.ask('/client-overview?thresholds=score:0:20')
      expect([refused.status, refused.json.errors[0].path]).toEqual([400, 'thresholds'])
      expect((await testApi.ask(`/client-overview/${randomUUID()}`)).status).toBe(404)
      expect((await testApi.ask('/client-overview/1')).status).toBe(400)
    })
  })

  it('are exact after writes while they are first read, and follow writes while no one asks', async () => {
    await clear(database)
    await saveRecords(database, 'companies', companies)
    const [{ id }] = companies as [Records['companies']]
    const answers = Array.from({ length: 8 }, (_, at) =>
      sampleResponse({
        companyId: id,
        score: 10,
        followUpRequired: false,
        responseDate: `${dayText(-at)}T12:00:00.000Z`,
      }),
    )
    const lists = createListCache()
    const other = await createTestApi(database, lists)
    const client = async (peers = 'size') => (await other.ask(`/client-overview/${id}?peers=${peers}`)).json.data
    await Promise.all(
      answers.flatMap((answer, at) => [
        saveRecords(database, 'npsResponses', [answer]),
        client(['size', 'industry', 'all'][at % 3]),
      ]),
    )
    expect(await client()).toMatchObject({ answers: 8, score: 100 })
    await saveRecords(database, 'npsResponses', [{ ...(answers[0] as Records['npsResponses']), score: 0 }])
    await refreshOnce(database, lists, [])
    expect(await client()).toMatchObject({ answers: 8, score: 75 })
    // Past the change log, which has the part read again.
    await sql`delete from nps_responses where score = 0`.execute(database.sql)
    await refreshOnce(database, lists, [])
    expect(await client()).toMatchObject({ answers: 7, score: 100 })
  })

  it('are an empty list without clients', async () => {
    await clear(database)
    expect((await testApi.ask('/client-overview')).json).toMatchObject({ data: [], pagination: { totalCount: 0 } })
  })
})
