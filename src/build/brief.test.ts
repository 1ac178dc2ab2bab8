import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultChoice } from '../contract/core/brief-document'
import { type Scope, scopes } from '../contract/core/scopes'
import { answersOf } from '../contract/nps'
import type { Database } from '../server/db/database'
import { makeSample } from '../server/demo/make'
import { saveRecords } from '../server/resources/save-records'
import { createTestApi, openAny, saveDelivery, type TestApi } from '../server/testing/server'
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
  afterEach(() => setContextProvider(() => browserContext))

  const readWith = async (
    held: readonly Scope[],
    companyId: string,
    fails = '/nowhere',
    status = 503,
    { at = now, changesSince = null as string | null } = {},
  ) => {
    const key = await testApi.makeKey(held)
    setTransport(async (path) =>
      path.includes(fails)
        ? new Response('{}', { status })
        : testApi.api.request(path, { headers: { authorization: `Bearer ${key}` } }),
    )
    return readBriefData(
      new QueryClient({ defaultOptions: { queries: { retry: false } } }),
      companyId,
      { ...defaultChoice, changesSince },
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

  it('tells changes from the last emailed brief on, where it is newer than the last report', async () => {
    const [companyId = ''] = companyIds
    const sinceOf = async () => (await readWith(scopes, companyId)).changes?.since
    expect(await sinceOf()).not.toBe('2026-11-20')
    await saveDelivery(database, companyId, 'sent', '2026-11-20T10:00:00.000Z')
    expect(await sinceOf()).toBe('2026-11-20')
    expect((await readWith(['companies:read', 'reports:read'], companyId)).changes?.since).not.toBe('2026-11-20')
  })

  it('counts what has ended since the last brief by the day of its time zone, in front of any server', async () => {
    const [companyId = ''] = companyIds
    const [device] = (await testApi.ask(`/devices?companyId=${companyId}&limit=1`)).json.data
    const [goal] = (await testApi.ask(`/goals?companyId=${companyId}&limit=1`)).json.data
    const ending = { id: 'D-21', status: 'Online', warrantyEnd: '2026-11-21T05:00:00.000Z', warrantyExpires: null }
    await saveRecords(database, 'devices', [{ ...device, ...ending }])
    await saveRecords(database, 'goals', [{ ...goal, dueDate: '2026-11-21T16:00:00.000Z', progressPercentage: 0 }])
    const options = { at: new Date('2026-11-21T11:20:00.000Z'), changesSince: '2026-11-20' }
    // A server that doesn’t answer /me is remembered, so it comes last.
    for (const lacking of ['/nowhere', '/me'])
      for (const [zone, last] of [
        ['Pacific/Auckland', '2026-11-21'],
        ['Pacific/Honolulu', '2026-11-20'],
      ] as const) {
        setContextProvider(() => ({ locale: 'en-GB', zone }))
        const { changes } = await readWith(scopes, companyId, lacking, 404, options)
        const ended = `inUse=true&warrantyAfter=2026-11-20&warrantyBefore=${last}`
        expect(changes?.found?.warranties).toBe(await totalOf(`/devices?companyId=${companyId}&${ended}&limit=1`))
        expect(changes?.found?.goals?.slipped.some(({ id }) => id === goal.id)).toBe(last === '2026-11-21')
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
