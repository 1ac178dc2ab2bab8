import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultChoice } from '../contract/core/brief-document'
import { type Scope, scopes } from '../contract/core/scopes'
import { answersOf } from '../contract/nps'
import type { Database } from '../server/db/database'
import { makeSample } from '../server/demo/make'
import { saveRecords } from '../server/resources/save-records'
import {
  createTestApi,
  openAny,
  sampleCompany,
  sampleResponse,
  saveDelivery,
  type TestApi,
} from '../server/testing/server'
import { readBriefData } from '../web/domain/brief/data'
import { setTransport } from '../web/lib/api/client'
import { browserContext, setContextProvider } from '../web/lib/request-context'

const now = new Date('2026-11-21T05:00:00.000Z')

describe('The data of a client brief, read from the API', () => {
  let database: Database
  let testApi: TestApi
  let companyIds: string[]
  beforeAll(async () => {
    database = await openAny()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.12, now })
    const { json } = await testApi.ask('/companies?limit=100')
    companyIds = json.data.map(({ id }: { id: string }) => id)
  })
  afterAll(() => database.close())

  const readWith = async (held: readonly Scope[], companyId: string, fails = '/nowhere', status = 503, at = now) => {
    const key = await testApi.makeKey(held)
    setTransport(async (path) =>
      path.includes(fails)
        ? new Response('{}', { status })
        : testApi.api.request(path, { headers: { authorization: `Bearer ${key}` } }),
    )
    return readBriefData(
      new QueryClient({ defaultOptions: { queries: { retry: false } } }),
      companyId,
      defaultChoice,
      at,
    )
  }
  const totalOf = async (path: string): Promise<number> => (await testApi.ask(path)).json.pagination.totalCount

  it('has the numbers of the lists, whatever the client', async () => {
    for (const companyId of companyIds.slice(0, 4)) {
      const { satisfaction, budgets, goals, people } = await readWith(scopes, companyId)
      const ofCompany = `companyId=${companyId}&limit=1`
      const { dateFrom = '', dateTo = '' } = satisfaction?.period ?? {}
      expect([dateFrom, dateTo]).toEqual(['2026-08-24', '2026-11-21'])
      expect(satisfaction && answersOf(satisfaction.counts)).toBe(
        await totalOf(`/surveys/nps/responses?${ofCompany}&dateFrom=${dateFrom}&dateTo=${dateTo}`),
      )
      expect(budgets).toHaveLength(await totalOf(`/budgets?${ofCompany}`))
      expect(goals).toHaveLength(await totalOf(`/goals?${ofCompany}`))
      expect(satisfaction?.quarters).toHaveLength(8)
      const coverage = await testApi.ask(
        `/response-coverage?companyId=${companyId}&limit=1&dateFrom=${dateFrom}&dateTo=${dateTo}`,
      )
      expect(people?.coverage).toEqual({ people: coverage.json.data.people, answered: coverage.json.data.answered })
    }
  })

  it('counts no one whose account is disabled', async () => {
    const [user] = (await testApi.ask('/companies/users?status=active&limit=1')).json.data
    const countOf = async () => (await readWith(scopes, user.company.id)).people?.total ?? 0
    const before = await countOf()
    await saveRecords(database, 'companyUsers', [{ ...user, status: 'disabled' }])
    expect(await countOf()).toBe(before - 1)
  })

  it('tells changes from the last emailed brief on, where it is newer than the last report', async () => {
    const [companyId = ''] = companyIds
    const sinceOf = async () => (await readWith(scopes, companyId)).changes?.since
    expect(await sinceOf()).not.toBe('2026-11-20')
    await saveDelivery(database, companyId, 'sent', '2026-11-20T10:00:00.000Z')
    expect(await sinceOf()).toBe('2026-11-20')
    expect((await readWith(['companies:read', 'reports:read'], companyId)).changes?.since).not.toBe('2026-11-20')
  })

  // Each is emailed at a moment, from a time zone. Of the ends on the 18th to the 24th the first brief has told some.
  it.each([
    ['UTC', 'UTC', 'UTC'],
    ['Pacific/Auckland', 'Pacific/Auckland', 'Pacific/Auckland'],
    ['America/Los_Angeles', 'America/Los_Angeles', 'America/Los_Angeles'],
    ['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Auckland'],
    ['America/Los_Angeles', 'Pacific/Auckland', 'America/Los_Angeles'],
  ])('tells every end once, in briefs of %s, %s and %s, as their summary does', async (...zones) => {
    const company = sampleCompany()
    const days = ['18', '19', '20', '21', '22', '23', '24'].map((day) => `2026-11-${day}`)
    await saveRecords(database, 'companies', [company])
    await saveRecords(
      database,
      'devices',
      days.map((warrantyEnd, at) => ({
        ...{ id: `${company.id}-${at}`, companyId: company.id, createdAt: days[0], updatedAt: days[0] },
        ...{ name: warrantyEnd, warrantyEnd: `${warrantyEnd}T00:00:00.000Z` },
      })) as never,
    )
    // It came after the first brief, on a day that had not begun in America.
    const answer = sampleResponse({ companyId: company.id, responseDate: '2026-11-20T02:00:00.000Z' })
    await saveRecords(database, 'npsResponses', [answer])
    const moments = ['2026-11-19T23:30:00.000Z', '2026-11-21T23:00:00.000Z', '2026-11-23T12:30:00.000Z']
    let toldBefore = 0
    try {
      for (const [at, moment] of moments.entries()) {
        const zone = zones[at] ?? ''
        setContextProvider(() => ({ locale: 'en-GB', zone }))
        vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
        const data = await readWith(scopes, company.id, undefined, undefined, new Date(moment))
        const ended = data.estate?.ended ?? 0
        if (at > 0) expect(data.changes?.found?.warranties).toBe(ended - toldBefore)
        const { now = null } = data.changes?.found?.score ?? {}
        if (at === 1) expect(now && answersOf(now)).toBe(1)
        expect(ended).toBeGreaterThan(toldBefore)
        toldBefore = ended
        const briefDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(moment))
        await saveDelivery(database, company.id, 'sent', moment, { briefDay })
      }
    } finally {
      vi.useRealTimers()
      setContextProvider(() => browserContext)
    }
  })

  it('is null where the access does not include it', async () => {
    const [companyId = ''] = companyIds
    const data = await readWith(['companies:read', 'goals:read'], companyId)
    // Without reports no one knows whether this is the first brief.
    expect(data).toMatchObject({ satisfaction: null, budgets: null, estate: null, changes: null })
    expect(data.goals).not.toBeNull()
    expect(data.client).not.toBe('')
  })

  it('counts and lists devices in use only, in front of any server', async () => {
    const [retired] = (await testApi.ask('/devices?status=Retired&warrantyBefore=2026-11-20&limit=1')).json.data
    const ofCompany = `/devices?companyId=${retired.companyId}&limit=1`
    const inUse = async (range: string) =>
      (await totalOf(`${ofCompany}${range}`)) - (await totalOf(`${ofCompany}${range}&status=Retired`))
    const numbers = {
      total: await inUse(''),
      ended: await inUse('&warrantyBefore=2026-11-20'),
      within30: await inUse('&warrantyAfter=2026-11-21&warrantyBefore=2026-12-20'),
      in30To89: await inUse('&warrantyAfter=2026-12-21&warrantyBefore=2027-02-18'),
    }
    const plan = [
      await inUse('&warrantyAfter=2026-11-21&warrantyBefore=2026-12-31'),
      await inUse('&warrantyAfter=2027-01-01&warrantyBefore=2027-03-31'),
    ]
    for (const lacking of ['/nowhere', '/me']) {
      const { estate } = await readWith(scopes, retired.companyId, lacking, 404)
      expect(estate).toMatchObject(numbers)
      expect(estate?.plan.slice(0, 2).map(({ count }) => count)).toEqual(plan)
      expect(estate?.ending).toHaveLength(Math.min(20, numbers.ended + numbers.within30 + numbers.in30To89))
      expect(estate?.ending.map(({ id }) => id)).not.toContain(retired.id)
    }
  })

  it('is not given without a part that fails for a moment', async () => {
    await expect(readWith(scopes, companyIds[0] ?? '', '/goals')).rejects.toMatchObject({ status: 503 })
  })

  it('is refused like the company itself', async () => {
    await expect(readWith(['goals:read'], companyIds[0] ?? '')).rejects.toMatchObject({ status: 403 })
  })
})
