import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, dayLong } from '../../../contract/core/days'
import { goalChanges } from '../../../contract/figures/goal-changes'
import { goalsOfCell } from '../../../contract/figures/goal-road-map'
import { lanesOf, plannedFor, quarterKey, quarterOfDay, totalsOf } from '../../../contract/figures/road-map'
import { compareUses, saysSomething, type TermKind, termKinds, termsOf } from '../../../contract/figures/words'
import type { Database } from '../../db/database'
import { createListCache } from '../../db/list-engine/list-cache'
import {
  casesOf,
  clear,
  createTestApi,
  engines,
  sampleBudget,
  sampleCompany,
  sampleResponse,
  saveDelivery,
  smallLimits,
  type TestApi,
} from '../../testing/server'
import type { Records } from '../registry'
import { saveRecords } from '../save-records'

type Answer = Records['npsResponses']

const companies = [1, 2].map((at) => sampleCompany({ name: `Client ${at}` }))
const companyIds = companies.map(({ id }) => id)

/* Words */

const days = [1, 2, 3, 4].map((day) => `2026-07-0${day}T12:00:00.000Z`)
const edges = ['2026-07-02T00:00:00.000Z', '2026-07-03T23:59:59.999Z']
const comments = [
  'Quick engineer',
  'Slow, slow printer',
  'L’imprimante est lente',
  "L'imprimante",
  '遅いです',
  ' ',
  null,
]

const isPromoter = ({ score }: Answer) => score >= 9
const isDetractor = ({ score }: Answer) => score <= 6

const someAnswer = fc
  .record({
    id: fc.nat(299),
    score: fc.constantFrom(10, 9, 9, 8, 6, 3, 3),
    companyId: fc.constantFrom(...companyIds, null),
    responseDate: fc.constantFrom(...days, ...edges),
    feedbackText: fc.constantFrom(...comments),
    tags: fc.constantFrom([], [], ['Onsite '], ['onsite', 'hardware', 'hardware']),
  })
  .map(({ id, tags, ...fields }) => {
    const answer = sampleResponse({ ...fields, id: `R-${id}`, tags: [...tags] })
    // What groups say more than chance is rare where comments do not depend on scores.
    if (id % 3 === 0 || !answer.feedbackText) return answer
    return isPromoter(answer)
      ? { ...answer, feedbackText: 'Quick engineer', tags: ['onsite'] }
      : { ...answer, feedbackText: 'Slow printer', tags: [] }
  })

const someSample = fc.record(
  {
    companyId: fc.constantFrom(...companyIds),
    dateFrom: fc.constantFrom('2026-07-02', edges[0] as string, '2026-07-03'),
    dateTo: fc.constantFrom('2026-07-03', edges[1] as string, days[1] as string),
  },
  { requiredKeys: [] },
)

type Sample = { companyId?: string; dateFrom?: string; dateTo?: string }

const isIn = (sample: Sample) => (answer: Answer) => {
  const { companyId, dateFrom = '', dateTo = '9999' } = sample
  const end = dateTo.length === 10 ? `${dateTo}T23:59:59.999Z` : dateTo
  const time = answer.responseDate
  return (!companyId || answer.companyId === companyId) && time >= dateFrom && time <= end
}
const compared = (kind: TermKind, answers: Answer[]) => {
  const counts = (some: Answer[]) => ({
    promoters: some.filter(isPromoter).length,
    detractors: some.filter(isDetractor).length,
  })
  const uses = (word: string) => answers.filter((answer) => termsOf(kind, answer).includes(word))
  const words = [...new Set(answers.flatMap((answer) => termsOf(kind, answer)))]
  return compareUses(
    counts(answers.filter((answer) => saysSomething(kind, answer))),
    words.map((word) => ({ word, ...counts(uses(word)) })),
  )
}

const someTerm = fc.constantFrom(
  ...(['quick', 'slow', 'l’imprimante', 'nowhere'] as const).map((word) => ({ kind: 'word' as const, word })),
  ...(['onsite', 'hardware', 'quick'] as const).map((word) => ({ kind: 'tag' as const, word })),
)

/* Road map */

type Goal = Records['goals']

const now = new Date('2026-11-25T15:00:00.000Z')
const categories = ['Security', 'Network', ''].map((name, at) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  name,
}))

const statuses = ['In progress', 'Completed', 'Cancelled'].map((name) => ({ id: randomUUID(), name }))

const someGoal = fc
  .record({
    id: fc.uuid(),
    title: fc.constantFrom('Replace the firewall', 'Move to fibre', 'Train everybody'),
    dueDate: fc.constantFrom(
      ...['2026-09-30T23:59:59.999Z', '2026-11-24T23:59:59.999Z', '2026-11-25T00:00:00.000Z'],
      ...['2026-12-15T12:00:00.000Z', '2027-01-01T00:00:00.000Z', '2027-06-30T12:00:00.000Z'],
      null,
    ),
    createdAt: fc.constantFrom('2026-09-06T12:00:00.000Z', '2026-11-25T14:00:00.000Z', '2027-01-01T00:00:00.000Z'),
    progressPercentage: fc.constantFrom(null, 0, 60, 70, 71, 100, 120),
    quarter: fc.constantFrom('Q4', ' q1 ', '2', 'H2', null, null, null),
    year: fc.constantFrom(2026, 2027, null),
    company: fc.constantFrom(...companies.map(({ id, name }) => ({ id, name })), null),
    category: fc.constantFrom(...categories, null),
    status: fc.constantFrom(null, null, ...statuses),
  })
  .map((fields) => ({
    ...fields,
    ...{ description: null, priority: null, tasks: [], updates: [] },
    updatedAt: fields.createdAt,
  }))

/** Goals of a lane by due date, as far as the order is not left to a language. */
const shownOf = (goals: Goal[]) =>
  goals.map(({ id, dueDate }) => ({ id, dueDate })).sort((a, b) => ((a.dueDate ?? '9') < (b.dueDate ?? '9') ? -1 : 1))

/* Since a day */

/** Their days differ at the moments below, where the clocks of some changed in between. */
const zones = ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']
const dayIn = (zone: string, time: string | Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(time))
const moments = [
  ...['2026-06-07T23:59:59.999Z', '2026-08-01T12:00:00.000Z', '2026-08-31T23:59:59.999Z'],
  ...['2026-09-01T00:00:00.000Z', '2026-10-10T12:00:00.000Z', '2026-11-24T23:59:59.999Z'],
  ...['2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
  ...['2026-08-31T11:59:59.999Z', '2026-08-31T12:00:00.000Z', '2026-09-01T06:59:59.999Z', '2026-09-01T07:00:00.000Z'],
  ...['2026-11-24T10:59:59.999Z', '2026-11-24T11:00:00.000Z', '2026-11-25T08:00:00.000Z'],
] as const
const moment = fc.constantFrom(...moments)
const whose = fc.constantFrom(...companies.map(({ id, name }) => ({ id, name })))
const many = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 12 })

const someLife = fc.record({
  answers: many(fc.record({ company: whose, score: fc.constantFrom(10, 8, 3), responseDate: moment })),
  goals: many(
    fc.record({
      company: whose,
      createdAt: moment,
      updatedAt: moment,
      dueDate: fc.option(moment),
      progressPercentage: fc.constantFrom(null, 40, 100),
      status: fc.constantFrom(null, null, ...statuses),
      notes: fc.array(fc.record({ createdAt: moment, progressPercentage: fc.constantFrom(null, 10, 40, 100) }), {
        maxLength: 2,
      }),
    }),
  ),
  devices: many(
    fc.record({
      company: whose,
      status: fc.constantFrom('Online', 'Retired', ' retired', null),
      warrantyEnd: fc.option(moment),
      warrantyExpires: fc.option(moment),
    }),
  ),
  people: many(
    fc.record({
      company: whose,
      status: fc.constantFrom('active' as const, 'disabled' as const),
      createdAt: moment,
      updatedAt: moment,
      lastLogin: fc.option(moment),
    }),
  ),
  reports: fc.array(fc.record({ company: whose, createdAt: moment }), { maxLength: 2 }),
})

type Life = typeof someLife extends fc.Arbitrary<infer L> ? L : never

const numbered = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const recordsOf = ({ answers, goals, devices, people, reports }: Life) => ({
  npsResponses: answers.map(({ company, ...fields }) => sampleResponse({ ...fields, companyId: company.id })),
  goals: goals.map(({ notes, ...fields }, at) => ({
    ...{ id: numbered(at), title: `Goal ${at}`, description: null, quarter: null, year: null, category: null },
    ...{ ...fields, priority: null, tasks: [] },
    updates: notes.map((note, place) => ({ ...note, id: numbered(place), updateText: 'Noted' })),
  })),
  devices: devices.map(({ company, ...fields }, at) => ({
    ...{ ...fields, id: `D-${at}`, name: `PC-${at}`, companyId: company.id },
    ...{ createdAt: moments[0], updatedAt: moments[0] },
  })),
  companyUsers: people.map((fields, at) => ({
    ...{ ...fields, id: numbered(at), fullName: `Person ${at}`, email: `p${at}@one.example`, role: null },
  })),
  reports: reports.map(({ company, ...fields }, at) => ({
    ...{ ...fields, id: numbered(at), title: `Report ${at}`, status: 'published', companyId: company.id },
    ...{ isShared: false, version: 1, updatedAt: fields.createdAt },
  })),
})

const happened = (records: ReturnType<typeof recordsOf>, id: string, from: string, zone: string) => {
  const today = dayIn(zone, now)
  const length = (Date.parse(today) - Date.parse(from)) / dayLong + 1
  const [start, before, end] = [from, addDays(from, -length), addDays(today, 1)]
  const isIn = (time: string | null, first: string, next: string) =>
    time !== null && dayIn(zone, time) >= first && dayIn(zone, time) < next
  const counts = (first: string, next: string) => {
    const own = records.npsResponses.filter((one) => one.companyId === id && isIn(one.responseDate, first, next))
    const scored = (score: number) => own.filter((one) => one.score === score).length
    return { promotersCount: scored(10), passivesCount: scored(8), detractorsCount: scored(3) }
  }
  const people = records.companyUsers.filter(({ company }) => company.id === id)
  const left = people.filter(({ status, updatedAt }) => status === 'disabled' && dayIn(zone, updatedAt) >= start)
  const { done, slipped, moved, added } = goalChanges(
    records.goals.filter(({ company }) => company.id === id),
    { dateFrom: from, dateTo: today },
    Math.min(...moments.filter((time) => dayIn(zone, time) >= from).map((time) => Date.parse(time))),
  )
  const idsOf = (some: { id: string }[]) => some.map((one) => one.id).sort()
  return {
    score: { now: counts(start, end), before: counts(before, start) },
    goals: [idsOf(done), idsOf(slipped), moved.map(({ goal, was, is }) => [goal.id, was, is]).sort(), idsOf(added)],
    warrantiesEnded: records.devices
      .filter(({ companyId, status }) => companyId === id && status?.trim().toLowerCase() !== 'retired')
      .map(
        ({ warrantyEnd, warrantyExpires }) => [warrantyEnd, warrantyExpires].filter((time) => time !== null).sort()[0],
      )
      // The end of a warranty names a day.
      .filter((time) => time != null && time >= start && time < today).length,
    people: [
      idsOf(people.filter((one) => dayIn(zone, one.createdAt) >= start && !left.includes(one))),
      idsOf(left),
      people.filter(({ status, lastLogin }) => status === 'active' && isIn(lastLogin, before, start)).length,
    ],
  }
}

describe.each(engines)('Figures on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const queryOf = (fields: Record<string, string | undefined>) =>
    new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))

  it('of words and tags are those of a plain model, whatever is written between', async () => {
    const testApi = await createTestApi(database, createListCache(smallLimits))
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            written: fc.oneof(
              fc.array(someAnswer, { maxLength: 6 }),
              fc.array(someAnswer, { minLength: 30, maxLength: 60 }),
              // More than the change log keeps row by row.
              fc.array(someAnswer, { minLength: 220, maxLength: 220 }),
            ),
            sample: someSample,
            term: someTerm,
            limit: fc.constantFrom(1, 5, 1000),
          }),
          { minLength: 1, maxLength: 5 },
        ),
        async (steps) => {
          await clear(database)
          await saveRecords(database, 'companies', companies)
          const stored = new Map<string, Answer>()
          for (const { written, sample, term, limit } of steps) {
            const records = [...new Map(written.map((answer) => [answer.id, answer])).values()]
            await saveRecords(database, 'npsResponses', records)
            for (const answer of records) stored.set(answer.id, answer)
            const own = [...stored.values()].filter(isIn(sample as Sample))
            const { data } = (await testApi.ask(`/nps-words?${queryOf(sample)}`)).json
            expect(data).toEqual({
              words: compared('word', own),
              tags: compared('tag', own),
              ...{ countedFrom: null, isCounting: false },
            })
            const uses = own
              .filter((answer) => isPromoter(answer) || isDetractor(answer))
              .filter((answer) => termsOf(term.kind, answer).includes(term.word))
              .sort((a, b) =>
                a.responseDate === b.responseDate ? (a.id < b.id ? -1 : 1) : a.responseDate < b.responseDate ? 1 : -1,
              )
            const found = (
              await testApi.ask(`/nps-words/responses?${queryOf({ ...sample, ...term, limit: String(limit) })}`)
            ).json.data
            expect(found.totalCount).toBe(uses.length)
            expect(found.responses.map(({ id }: Answer) => id)).toEqual(uses.slice(0, limit).map(({ id }) => id))
            for (const kind of termKinds) if (compared(kind, own).ofPromoters.length > 0) seen.add(kind)
          }
        },
      ),
      { numRuns: casesOf(30), seed: 37 },
    )
    expect([...seen].sort()).toEqual(['tag', 'word'])
  })

  it('of words say how far back they are counted where memory ends', async () => {
    await clear(database)
    const answers = Array.from({ length: 120 }, (_, at) =>
      sampleResponse({
        score: at % 2 ? 10 : 0,
        feedbackText: `Word${'abcdefghij'[at % 10]} ${at % 2 ? 'quick' : 'slow'}`,
        responseDate: new Date(Date.UTC(2026, 6, 1, 0, at)).toISOString(),
      }),
    )
    await saveRecords(database, 'npsResponses', answers)
    const { ask } = await createTestApi(database, createListCache({ ...smallLimits, maxWordBytes: 2000 }))
    const { countedFrom, isCounting, words } = (await ask('/nps-words')).json.data
    const covered = answers.filter(({ responseDate }) => responseDate >= countedFrom)
    expect(isCounting).toBe(false)
    expect([covered.length < answers.length, covered.length >= smallLimits.rowsPerStatement]).toEqual([true, true])
    expect(words).toEqual(compared('word', covered))
    const whole = (await ask(`/nps-words?dateFrom=${countedFrom}`)).json.data
    expect(whole).toMatchObject({ countedFrom: null, words })
  })

  it('of words are not sent again until a response changes', async () => {
    await clear(database)
    const { ask }: TestApi = await createTestApi(database)
    const headers = { 'if-none-match': (await ask('/nps-words')).headers.get('etag') ?? '' }
    expect((await ask('/nps-words', { headers })).status).toBe(304)
    await saveRecords(database, 'npsResponses', [sampleResponse()])
    expect((await ask('/nps-words', { headers })).status).toBe(200)
  })

  it('of goals by quarter are those of the plain rules', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    const { ask } = await createTestApi(database)
    const isSeen = { behind: false, late: false }
    await fc
      .assert(
        fc.asyncProperty(
          fc.array(someGoal, { maxLength: 25 }),
          fc.constantFrom('company' as const, 'category' as const),
          fc.constantFrom(undefined, companies[0]?.id),
          fc.constantFrom(1, 2, 6),
          fc.constantFrom(1, 1000),
          async (goals, by, companyId, count, limit) => {
            await clear(database)
            await saveRecords(database, 'companies', companies)
            await saveRecords(database, 'goals', goals)
            const own = goals.filter(
              ({ company, status }) => (!companyId || company?.id === companyId) && status?.name !== 'Cancelled',
            )
            const first = quarterOfDay(now)
            const quarters = Array.from({ length: count }, (_, at) => first + at)
            const query = { by, companyId, from: quarterKey(first), quarters: String(count), limit: String(limit) }
            const { data } = (await ask(`/goal-road-map?${queryOf(query)}`)).json
            const totals = quarters.map((quarter) =>
              totalsOf(
                own.filter((goal) => plannedFor(goal) === quarter),
                now,
              ),
            )
            expect(data.quarters).toEqual(
              totals.map((total, at) => ({ quarter: quarterKey(quarters[at] ?? 0), ...total })),
            )
            const lanes = lanesOf(own, by, quarters)
            expect(
              data.lanes.map((lane: { name: string | null; cells: { goals: number; first: Goal[] }[] }) => [
                lane.name || null,
                lane.cells.map(({ goals, first }) => [goals, first.map(({ dueDate }) => dueDate)]),
              ]),
            ).toEqual(
              lanes.slice(0, limit).map(({ name, cells }) => [
                name || null,
                cells.map((cell) => [
                  cell.length,
                  shownOf(cell as Goal[])
                    .slice(0, goalsOfCell)
                    .map(({ dueDate }) => dueDate),
                ]),
              ]),
            )
            const ids = data.lanes.flatMap(({ cells }: { cells: { first: Goal[] }[] }) =>
              cells.flatMap(({ first }) => first.map(({ id }) => id)),
            )
            if (limit > lanes.length)
              expect(ids.sort()).toEqual(lanes.flatMap(({ cells }) => cells.flat().map(({ id }) => id)).sort())
            const undated = own.filter((goal) => plannedFor(goal) === null).length
            expect([data.totalCount, data.undated, data.elsewhere]).toEqual([
              lanes.length,
              undated,
              own.length - undated - lanes.flatMap(({ cells }) => cells.flat()).length,
            ])
            isSeen.behind ||= totals.some(({ behind }) => behind > 0)
            isSeen.late ||= totals.some(({ late }) => late > 0)
          },
        ),
        { numRuns: casesOf(80), seed: 37 },
      )
      .finally(() => vi.useRealTimers())
    expect(isSeen).toEqual({ behind: true, late: true })
  })

  it('of goals by quarter follow goals that move, are deleted and come back', async () => {
    await clear(database)
    await saveRecords(database, 'companies', companies)
    const { ask } = await createTestApi(database)
    const [one, other] = companies.map(({ id, name }) => ({ id, name }))
    const goal = (at: number, fields: Partial<Goal> = {}): Goal => ({
      ...(fc.sample(someGoal, { numRuns: 1, seed: at })[0] as Goal),
      ...{ id: numbered(at), title: `Goal ${at}`, dueDate: null, quarter: 'Q1', year: 2026, company: one as never },
      status: null,
      ...fields,
    })
    const shown = async () =>
      (await ask('/goal-road-map?from=2026-Q1&quarters=2')).json.data.lanes.map(
        ({ companyId, cells }: { companyId: string; cells: { first: Goal[] }[] }) => [
          companyId,
          cells.map(({ first }) => first.map(({ title }) => title).join()),
        ],
      )
    await saveRecords(database, 'goals', [goal(1), goal(2), goal(3)])
    expect(await shown()).toEqual([[one?.id, ['Goal 1,Goal 2,Goal 3', '']]])
    await saveRecords(database, 'goals', [goal(1, { quarter: 'Q2', company: other as never })])
    expect(await shown()).toEqual([
      [one?.id, ['Goal 2,Goal 3', '']],
      [other?.id, ['', 'Goal 1']],
    ])
    await sql`delete from goals where id = any (${[numbered(1), numbered(2)]}::uuid[])`.execute(database.sql)
    await saveRecords(database, 'goals', [goal(4), goal(2, { quarter: 'Q2' })])
    expect(await shown()).toEqual([[one?.id, ['Goal 3,Goal 4', 'Goal 2']]])
    const cancelled = { id: randomUUID(), name: 'Cancelled' }
    await saveRecords(database, 'goals', [goal(3, { status: cancelled })])
    expect(await shown()).toEqual([[one?.id, ['Goal 4', 'Goal 2']]])
    await saveRecords(database, 'goals', [goal(3)])
    expect(await shown()).toEqual([[one?.id, ['Goal 3,Goal 4', 'Goal 2']]])
  })

  it('of a client since a day are those of a plain model', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    const { ask } = await createTestApi(database)
    const [company] = companies
    const id = company?.id ?? ''
    const someFrom = fc.constantFrom(undefined, '2026-09-01', '2026-11-24')
    const seen = new Set<string>()
    const reported: Life = {
      ...{ answers: [], goals: [], devices: [], people: [] },
      reports: [{ company: { id, name: '' }, createdAt: moments[4] }],
    }
    await fc
      .assert(
        fc.asyncProperty(someLife, someFrom, fc.constantFrom(...zones), async (life, from, zone) => {
          const today = dayIn(zone, now)
          await clear(database)
          await saveRecords(database, 'companies', companies)
          const records = recordsOf(life)
          for (const [resource, some] of Object.entries(records))
            await saveRecords(database, resource as keyof Records, some as never)
          const { data } = (await ask(`/companies/${id}/since?${queryOf({ from, zone })}`)).json
          const report = records.reports
            .filter(({ companyId }) => companyId === id)
            .map(({ createdAt }) => dayIn(zone, createdAt))
            .filter((createdOn) => createdOn < today)
            .sort()
            .at(-1)
          const day = from ?? report ?? addDays(today, -89)
          expect([data.from, data.to, data.basis]).toEqual([day, today, from ? 'chosen' : report ? 'report' : 'days'])
          seen.add(data.basis)
          const idsOf = (some: { id: string }[]) => some.map((one) => one.id).sort()
          const { done, slipped, moved, added } = data.goals
          expect({
            score: data.score,
            goals: [
              ...[idsOf(done), idsOf(slipped)],
              moved.map(({ goal, was, is }: { goal: Goal; was: number; is: number }) => [goal.id, was, is]).sort(),
              idsOf(added),
            ],
            warrantiesEnded: data.warrantiesEnded,
            people: [idsOf(data.people.came), idsOf(data.people.left), data.people.silent],
          }).toEqual(happened(records, id, day, zone))
        }),
        { numRuns: casesOf(40), seed: 37, examples: [[reported, undefined, 'UTC']] },
      )
      .finally(() => vi.useRealTimers())
    expect(seen.size).toBe(3)
  })

  it('of a client say who changed a budget, and only what the caller may read', async () => {
    await clear(database)
    await saveRecords(database, 'companies', companies)
    const [company = sampleCompany()] = companies
    const budget = sampleBudget({ company: { id: company.id, name: company.name } })
    await saveRecords(database, 'budgets', [budget, sampleBudget()])
    const { ask, makeKey } = await createTestApi(database)
    await ask(`/budgets/${budget.id}`, { method: 'PATCH', body: { title: 'IT budget 2028' } })
    const path = `/companies/${company.id}/since`
    const { data } = (await ask(path)).json
    expect([data.budgets, data.budgetsCount]).toEqual([
      [
        expect.objectContaining({
          id: budget.id,
          events: [
            expect.objectContaining({
              author: 'Tests',
              before: expect.objectContaining({ title: 'IT budget 2027' }),
              after: expect.objectContaining({ title: 'IT budget 2028' }),
            }),
          ],
        }),
      ],
      1,
    ])
    const narrow = (await ask(path, { key: await makeKey(['companies:read', 'goals:read']) })).json.data
    expect(Object.keys(narrow).sort()).toEqual(['basis', 'from', 'goals', 'report', 'start', 'to'])
    const sentOn = addDays(data.to, -5)
    for (const day of [sentOn, data.to]) await saveDelivery(database, company.id, 'sent', `${day}T00:00:00.000Z`)
    await saveDelivery(database, company.id, 'sent', `${addDays(data.to, -2)}T00:00:00.000Z`, { isTest: true })
    expect((await ask(path)).json.data).toMatchObject({ from: sentOn, basis: 'brief', report: null })
    const withoutBriefs = await makeKey(['companies:read', 'reports:read'])
    expect((await ask(path, { key: withoutBriefs })).json.data).toMatchObject({ basis: 'days' })
    await sql`delete from brief_deliveries`.execute(database.sql)
    expect((await ask(`/companies/${numbered(1)}/since`)).status).toBe(404)
    expect((await ask(`${path}?from=0001-01-01&zone=Pacific/Auckland`)).status).toBe(200)
    expect((await ask(`${path}?from=2026-02-30`)).status).toBe(400)
  })
})
