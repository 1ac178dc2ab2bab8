import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database'
import { createListCache } from '../../db/list-engine/list-cache'
import { refreshOnce } from '../../db/list-engine/stats-refresher'
import {
  casesOf,
  clear,
  createTestApi,
  engines,
  sampleCompany,
  sampleResponse,
  smallLimits,
  type TestApi,
} from '../../testing/server'
import type { Records } from '../registry'
import { saveRecords } from '../save-records'

type Person = Records['companyUsers']
type Answer = Records['npsResponses']

const companies = [1, 2].map((at) => sampleCompany({ name: `Client ${at}` }))
const ids = companies.map(({ id }) => id)
const [dateFrom, dateTo] = ['2026-07-01', '2026-09-30']
const addresses = ['ann@one.example', 'Ann@One.Example', ' bob@one.example ', 'ÉVA@two.example', 'éva@two.example', ' ']
const roles = [{ id: randomUUID(), name: 'Member' }, { id: randomUUID(), name: 'Approver' }, null]
const places = fc.sample(fc.uuid(), { numRuns: 16, seed: 1 })

const somePerson = fc.record({
  company: fc.constantFrom(...companies.map(({ id, name }) => ({ id, name })), null),
  email: fc.constantFrom(...addresses),
  role: fc.constantFrom(...roles),
  status: fc.constantFrom('active' as const, 'active' as const, 'disabled' as const),
  createdAt: fc.constantFrom('2026-01-31T08:00:00.000Z', '2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00.000Z'),
})
const someAnswer = fc.record({
  companyId: fc.constantFrom(...ids, null),
  respondentEmail: fc.constantFrom(...addresses, 'stranger@elsewhere.example', null),
  score: fc.constantFrom(0, 6, 7, 8, 9, 10),
  responseDate: fc.constantFrom(
    '2026-06-30T23:59:59.999Z',
    '2026-07-01T00:00:00.000Z',
    '2026-08-12T10:30:00.500Z',
    '2026-09-30T23:59:59.999Z',
    '2026-10-01T00:00:00.000Z',
  ),
})

const wholePerson = (fields: Partial<Person>, at: number): Person =>
  ({
    id: randomUUID(),
    fullName: `Person ${at}`,
    avatarUrl: null,
    lastLogin: null,
    updatedAt: '2026-07-01T00:00:00.000Z',
    ...fields,
  }) as Person

/** Records for some of the ids: new ones, and others in place of those that have them. */
const placed = <T>(record: fc.Arbitrary<T>, maxLength: number) =>
  fc
    .tuple(fc.array(record, { maxLength }), fc.shuffledSubarray(places, { minLength: maxLength }))
    .map(([records, free]) => records.map((fields, at) => ({ ...fields, id: free[at] as string })))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ people: placed(somePerson, 12) }) },
  { weight: 4, arbitrary: fc.record({ answers: placed(someAnswer, 12) }) },
  // More than the change log keeps, and than one statement reads here.
  { weight: 1, arbitrary: someAnswer.map((many) => ({ many })) },
  { weight: 1, arbitrary: fc.record({ removed: fc.subarray(places) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constantFrom('Renamed', 'Client 1') }) },
)

/* What is meant, without SQL. */

const plain = (address: string | null) => address?.trim().toLowerCase() || null
const model = (people: Person[], answers: Answer[], companyId?: string) => {
  const own = answers.filter(
    (one) => one.responseDate >= `${dateFrom}T00:00:00.000Z` && one.responseDate <= `${dateTo}T23:59:59.999Z`,
  )
  const hasAnswered = ({ email, company }: Person) =>
    plain(email) !== null &&
    own.some((one) => one.companyId === (company?.id ?? null) && plain(one.respondentEmail) === plain(email))
  const there = people
    .filter(({ status, createdAt }) => status === 'active' && createdAt < `${dateFrom}T00:00:00.000Z`)
    .filter(({ company }) => !companyId || company?.id === companyId)
    .map((person) => ({ ...person, hasAnswered: hasAnswered(person) }))
  const clients = [...new Set(there.map(({ company }) => company?.id ?? null))].map((id) => {
    const of = <T extends { company: Person['company'] }>(all: T[]) =>
      all.filter(({ company }) => (company?.id ?? null) === id)
    const its = own.filter((one) => one.companyId === id)
    const known = of(people.filter(({ status }) => status === 'active')).map(({ email }) => plain(email))
    const persons = of(there)
    const scored = (fits: (score: number) => boolean) => its.filter(({ score }) => fits(score)).length
    return {
      companyId: id,
      people: persons.length,
      answered: persons.filter(({ hasAnswered }) => hasAnswered).length,
      promotersCount: scored((score) => score >= 9),
      passivesCount: scored((score) => score === 7 || score === 8),
      detractorsCount: scored((score) => score <= 6),
      unmatched: its.filter(({ respondentEmail }) => {
        const address = plain(respondentEmail)
        return address === null || !known.includes(address)
      }).length,
    }
  })
  const counted = own.filter((one) => !companyId || one.companyId === companyId)
  const total = {
    people: there.length,
    answered: there.filter(({ hasAnswered }) => hasAnswered).length,
    totalCount: clients.length,
    responses: counted.length,
    withoutAddress: counted.filter(({ respondentEmail }) => plain(respondentEmail) === null).length,
  }
  return { there, clients, total }
}

const sorted = <T>(rows: T[]) => rows.map((row) => JSON.stringify(row)).sort()

describe.each(engines)('Who answers surveys, on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database, createListCache({ ...smallLimits, rowsPerStatement: 1 }))
  })
  afterAll(() => database.close())

  it('is what a plain model says, for all clients and for one, after any writes', async () => {
    const seen = { partly: false, unmatched: false }
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 6 }),
        fc.constantFrom(undefined, ids[0]),
        async (steps, companyId) => {
          await clear(database)
          await saveRecords(database, 'companies', companies)
          const [people, answers] = [new Map<string, Person>(), new Map<string, Answer>()]
          let name = companies[0]?.name
          for (const one of steps) {
            if ('people' in one) {
              const written = one.people.map(wholePerson)
              await saveRecords(database, 'companyUsers', written)
              for (const person of written) people.set(person.id, person)
            } else if ('answers' in one || 'many' in one) {
              const given =
                'answers' in one
                  ? one.answers.map((fields) => sampleResponse(fields))
                  : Array.from({ length: 130 }, (_, at) => sampleResponse({ ...one.many, id: `many ${at}` }))
              await saveRecords(database, 'npsResponses', given)
              for (const answer of given) answers.set(answer.id, answer)
            } else if ('removed' in one) {
              await sql`delete from company_users where id = any (${one.removed}::uuid[])`.execute(database.sql)
              await sql`delete from nps_responses where id = any (${one.removed})`.execute(database.sql)
              for (const id of one.removed) for (const kept of [people, answers]) kept.delete(id)
            } else {
              name = one.name
              await saveRecords(database, 'companies', [{ ...(companies[0] as (typeof companies)[0]), name }])
            }

            const { clients, total } = model([...people.values()], [...answers.values()], companyId)
            const query = new URLSearchParams({ dateFrom, dateTo, ...(companyId && { companyId }) })
            const { clients: shown, ...data } = (await testApi.ask(`/response-coverage?${query}`)).json.data
            const names = new Map<string | null, string | undefined>([
              [null, undefined],
              ...ids.map((id, at) => [id, at === 0 ? name : companies[at]?.name] as const),
            ])
            expect(data).toEqual(total)
            expect(sorted(shown)).toEqual(
              sorted(
                clients.map(({ companyId, ...counts }) => ({
                  companyId,
                  companyName: names.get(companyId) ?? null,
                  ...counts,
                })),
              ),
            )
            const id = ids[0] ?? ''
            const own = model([...people.values()], [...answers.values()], id).there
            const found = (
              await testApi.ask(`/response-coverage/people?${new URLSearchParams({ dateFrom, dateTo, companyId: id })}`)
            ).json.data
            const silent = own.filter(({ hasAnswered }) => !hasAnswered)
            expect(found.silent.map((person: Person) => person.id).sort()).toEqual(silent.map(({ id }) => id).sort())
            expect(found.totalCount).toBe(silent.length)
            for (const { role, people, answered } of found.roles) {
              const its = own.filter((person) => (person.role?.name ?? null) === role)
              expect([people, answered]).toEqual([its.length, its.filter(({ hasAnswered }) => hasAnswered).length])
            }
            seen.partly ||= clients.some(({ answered, people }) => answered > 0 && answered < people)
            seen.unmatched ||= clients.some(({ unmatched }) => unmatched > 0)
          }
        },
      ),
      { numRuns: casesOf(60), seed: 38 },
    )
    expect(seen).toEqual({ partly: true, unmatched: true })
  })

  it('is exact after writes during requests, and follows writes while no one asks', async () => {
    await clear(database)
    await saveRecords(database, 'companies', companies)
    const company = { id: ids[0] as string, name: 'Client 1' }
    const people = Array.from({ length: 12 }, (_, at) =>
      wholePerson(
        { company, role: null, status: 'active', email: `p${at}@one.example`, createdAt: '2026-01-01T00:00:00.000Z' },
        at,
      ),
    )
    await saveRecords(database, 'companyUsers', people)
    const lists = createListCache({ ...smallLimits, rowsPerStatement: 1 })
    const other = await createTestApi(database, lists)
    const answeredIn = async (dateTo: string) =>
      (await other.ask(`/response-coverage?${new URLSearchParams({ dateFrom, dateTo })}`)).json.data.answered
    await Promise.all(
      people.flatMap(({ email }, at) => [
        saveRecords(database, 'npsResponses', [
          sampleResponse({ companyId: company.id, respondentEmail: email, responseDate: '2026-08-01T00:00:00.000Z' }),
        ]),
        answeredIn(`2026-09-${10 + at}`),
      ]),
    )
    expect(await answeredIn(dateTo)).toBe(12)
    const { json } = await other.ask(`/response-coverage?${new URLSearchParams({ dateFrom, dateTo: '2026-06-30' })}`)
    expect(json.data).toMatchObject({ people: 0, clients: [], totalCount: 0 })

    await saveRecords(
      database,
      'companyUsers',
      people.map((person) => ({ ...person, status: 'disabled' as const })).slice(0, 5),
    )
    await refreshOnce(database, lists, [])
    expect(await answeredIn(dateTo)).toBe(7)
    // A write past the change log, which has the copy read anew in the background.
    await sql`delete from nps_responses where respondent_email = 'p11@one.example'`.execute(database.sql)
    await refreshOnce(database, lists, [])
    expect(await answeredIn(dateTo)).toBe(6)
  })

  it('is not sent again until people or responses change, and needs the scopes of both', async () => {
    await clear(database)
    const path = `/response-coverage?${new URLSearchParams({ dateFrom, dateTo })}`
    const headers = { 'if-none-match': (await testApi.ask(path)).headers.get('etag') ?? '' }
    expect((await testApi.ask(path, { headers })).status).toBe(304)
    await saveRecords(database, 'npsResponses', [sampleResponse()])
    expect((await testApi.ask(path, { headers })).status).toBe(200)
    const key = await testApi.makeKey(['nps-responses:read'])
    const { status, json } = await testApi.ask(path, { key })
    expect([status, json.detail]).toEqual([403, expect.stringContaining('users:read')])
  })
})
