import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database'
import { type Asked, askable, casesOn, clear, engines, sampleCompany, sampleResponse } from '../testing/server'
import type { Records } from './registry'
import { saveRecords } from './save-records'

type Person = Records['companyUsers']
type Answer = Records['npsResponses']

const companies = [1, 2].map((at) => sampleCompany({ name: `Client ${at}` }))
const ids = companies.map(({ id }) => id)
const [dateFrom, dateTo] = ['2026-07-01', '2026-09-30']
const addresses = ['ann@one.example', 'Ann@One.Example', ' bob@one.example ', 'cy@two.example']
const roles = [{ id: randomUUID(), name: 'Member' }, { id: randomUUID(), name: 'Approver' }, null]

const somePerson = fc.record({
  company: fc.constantFrom(...companies.map(({ id, name }) => ({ id, name }))),
  email: fc.constantFrom(...addresses),
  role: fc.constantFrom(...roles),
  status: fc.constantFrom('active' as const, 'disabled' as const),
  createdAt: fc.constantFrom('2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00.000Z'),
})
const someAnswer = fc.record({
  companyId: fc.constantFrom(...ids),
  respondentEmail: fc.constantFrom(...addresses, 'stranger@elsewhere.example', null),
  score: fc.constantFrom(0, 6, 7, 8, 9, 10),
  responseDate: fc.constantFrom(
    '2026-06-30T23:59:59.999Z',
    '2026-07-01T00:00:00.000Z',
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

/* What is meant, without SQL. */

const plain = (address: string | null) => address?.trim().toLowerCase() ?? null
const model = (people: Person[], answers: Answer[], companyId?: string) => {
  const own = answers.filter(
    (one) =>
      (!companyId || one.companyId === companyId) &&
      one.responseDate >= `${dateFrom}T00:00:00.000Z` &&
      one.responseDate <= `${dateTo}T23:59:59.999Z`,
  )
  const answered = new Set(own.map(({ respondentEmail }) => plain(respondentEmail)))
  const there = people
    .filter(({ status, createdAt }) => status === 'active' && createdAt < `${dateFrom}T00:00:00.000Z`)
    .filter(({ company }) => !companyId || company?.id === companyId)
    .map((person) => ({ ...person, hasAnswered: answered.has(plain(person.email)) }))
  const clients = [...new Set(there.map(({ company }) => company?.id))].map((id) => {
    const its = own.filter((one) => one.companyId === id)
    const known = people.filter(({ company }) => company?.id === id).map(({ email }) => plain(email))
    const persons = there.filter(({ company }) => company?.id === id)
    const scored = (fits: (score: number) => boolean) => its.filter(({ score }) => fits(score)).length
    return {
      companyId: id,
      people: persons.length,
      answered: persons.filter(({ hasAnswered }) => hasAnswered).length,
      promotersCount: scored((score) => score >= 9),
      passivesCount: scored((score) => score === 7 || score === 8),
      detractorsCount: scored((score) => score <= 6),
      unmatched: its.filter(({ respondentEmail }) => !known.includes(plain(respondentEmail))).length,
    }
  })
  return { there, clients }
}

const sorted = <T>(rows: T[]) => rows.map((row) => JSON.stringify(row)).sort()

describe.each(engines)('Who answers surveys, on $engine', ({ engine, open }) => {
  let database: Database
  let asked: Asked
  beforeAll(async () => {
    database = await open()
    asked = await askable(database)
  })
  afterAll(() => database.close())

  it('is what a plain model says, for all clients and for one', async () => {
    let isSeen = false
    await fc.assert(
      fc.asyncProperty(
        fc.array(somePerson, { maxLength: 12 }),
        fc.array(someAnswer, { maxLength: 12 }),
        fc.constantFrom(undefined, ids[0]),
        async (persons, given, companyId) => {
          await clear(database)
          await saveRecords(database, 'companies', companies)
          const people = persons.map(wholePerson)
          const answers = given.map((fields) => sampleResponse(fields))
          await saveRecords(database, 'companyUsers', people)
          await saveRecords(database, 'npsResponses', answers)
          const { there, clients } = model(people, answers, companyId)

          const query = new URLSearchParams({ dateFrom, dateTo, ...(companyId && { companyId }) })
          const { data } = (await asked.ask(`/response-coverage?${query}`)).json
          expect(
            sorted(data.clients.map(({ companyName: _, ...client }: object & { companyName: string }) => client)),
          ).toEqual(sorted(clients))
          expect([data.people, data.answered, data.totalCount]).toEqual([
            there.length,
            there.filter(({ hasAnswered }) => hasAnswered).length,
            clients.length,
          ])

          const id = ids[0] ?? ''
          const one = model(people, answers, id).there
          const found = (
            await asked.ask(`/response-coverage/people?${new URLSearchParams({ dateFrom, dateTo, companyId: id })}`)
          ).json.data
          const silent = one.filter(({ hasAnswered }) => !hasAnswered)
          expect(found.silent.map((person: Person) => person.id).sort()).toEqual(silent.map(({ id }) => id).sort())
          expect(found.totalCount).toBe(silent.length)
          for (const { role, people, answered } of found.roles) {
            const its = one.filter((person) => (person.role?.name ?? null) === role)
            expect([people, answered]).toEqual([its.length, its.filter(({ hasAnswered }) => hasAnswered).length])
          }
          isSeen ||= clients.some(
            ({ answered, people, unmatched }) => answered > 0 && answered < people && unmatched > 0,
          )
        },
      ),
      { numRuns: casesOn(engine, 60), seed: 38 },
    )
    expect(isSeen).toBe(true)
  })

  it('is not sent again until people or responses change, and needs the scopes of both', async () => {
    await clear(database)
    const path = `/response-coverage?${new URLSearchParams({ dateFrom, dateTo })}`
    const headers = { 'if-none-match': (await asked.ask(path)).headers.get('etag') ?? '' }
    expect((await asked.ask(path, { headers })).status).toBe(304)
    await saveRecords(database, 'npsResponses', [sampleResponse()])
    expect((await asked.ask(path, { headers })).status).toBe(200)
    const key = await asked.makeKey(['nps-responses:read'])
    const { status, json } = await asked.ask(path, { key })
    expect([status, json.detail]).toEqual([403, expect.stringContaining('users:read')])
  })
})
