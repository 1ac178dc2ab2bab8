import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, filterKeys, type ListEndpoint } from '../../../contract/core/endpoint'
import { contract } from '../../../contract/index'
import type { Database } from '../../db/database'
import { makeSample } from '../../demo/make'
import { createTestApi, engines, type TestApi } from '../../testing/server'
import { nothingLeftOut } from './walk'

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const otherForms = (uuid: string) => [`{${uuid}}`, uuid.replaceAll('-', ''), `urn:uuid:${uuid}`]

const operations = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource))
const takesOnlyUuids = (endpoint: Endpoint, key: string) =>
  endpoint.query?.shape[key] !== undefined &&
  endpoint.query.safeParse({ [key]: id }).success &&
  !endpoint.query.safeParse({ [key]: 'x' }).success

const filters = operations
  .filter((endpoint): endpoint is ListEndpoint => endpoint.sort !== undefined)
  .flatMap((list) =>
    filterKeys(list)
      .filter((key) => takesOnlyUuids(list, key))
      .map((key) => ({ list, key, path: list.path })),
  )
const reads = Object.values(contract).flatMap((resource) =>
  'list' in resource && 'get' in resource ? [{ path: resource.get.path, get: resource.get, list: resource.list }] : [],
)

/** The ID by which a record of the list matches a filter: `companyId` is the field, or the ID of `company`. */
const idIn = (row: Record<string, unknown>, key: string): string | undefined => {
  if (key === 'ids') return String(row.id)
  if (key === 'companyId' && Array.isArray(row.companyIds)) return row.companyIds[0]
  const ref = row[key.replace(/Id$/, '')] as { id?: string } | null | undefined
  return (row[key] as string | null | undefined) ?? ref?.id ?? undefined
}

describe.each(engines)('IDs on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
    const view = { list: '/companies', name: 'Active', query: 'status=active' }
    expect((await testApi.ask('/views', { method: 'POST', body: view })).status).toBe(200)
    const [company] = (await testApi.ask('/companies?limit=1')).json.data
    const brief = { method: 'PATCH', body: { proposal: 'New laptops.' } }
    expect((await testApi.ask(`/briefs/${company.id}`, brief)).status).toBe(200)
  })
  afterAll(() => database.close())

  const rowsOf = async (list: ListEndpoint): Promise<Record<string, unknown>[]> =>
    (await testApi.ask(`${list.path}?${new URLSearchParams({ ...nothingLeftOut(list), limit: '20' })}`)).json.data

  it.each(filters)('$path?$key= takes capitals, and refuses other forms', async ({ list, key }) => {
    const found = (await rowsOf(list)).map((row) => idIn(row, key)).find((value) => value !== undefined) ?? id
    const ask = (value: string) =>
      testApi.ask(`${list.path}?${new URLSearchParams({ ...nothingLeftOut(list), [key]: value })}`)
    const plain = await ask(found)
    expect(plain.status).toBe(200)
    if (found !== id) expect(plain.json.pagination.totalCount).toBeGreaterThan(0)
    expect((await ask(found.toUpperCase())).json).toEqual(plain.json)
    for (const form of otherForms(found)) expect((await ask(form)).status).toBe(400)
  })

  it.each(reads)('$path takes capitals, and finds nothing by other forms', async ({ get, list }) => {
    const record = (await rowsOf(list))[0] as { id: string }
    const ask = (value: string) => testApi.ask(get.path.replace(':id', encodeURIComponent(value)))
    const plain = await ask(record.id)
    expect(plain.status).toBe(200)
    expect((await ask(record.id.toUpperCase())).json).toEqual(plain.json)
    const isUuid = !get.params.safeParse({ id: 'x' }).success
    for (const form of otherForms(record.id)) expect((await ask(form)).status).toBe(isUuid ? 400 : 404)
  })

  it('writes with capitals are stored, answered and logged in lower case', async () => {
    const post = async (path: string, body: object = {}) =>
      (await testApi.ask(path, { method: 'POST', body })).json.data
    const eventsOf = async (recordId: string) => (await testApi.ask(`/audit-events?recordId=${recordId}`)).json.data
    const [company] = (await rowsOf(contract.companies.list)) as { id: string; name: string }[]
    const made = await post('/brief-schedules', {
      ...{ companyId: company?.id.toUpperCase(), rhythm: 'monthly', daysFromEnd: 1, time: '08:00', zone: 'UTC' },
      ...{ userIds: [id.toUpperCase()], addresses: [], replyTo: 'briefs@msp.example', subject: null, message: 'Hello' },
      ...{ language: null, paper: null, needsApproval: true },
    })
    expect(made).toMatchObject({ companyId: company?.id, companyName: company?.name, userIds: [id] })
    const view = await post('/views', { list: '/companies', name: 'Inactive', query: 'status=inactive' })
    const key = await post('/api-keys', { name: 'Sync', scopes: ['companies:read'] })
    await post(`/brief-schedules/${made.id.toUpperCase()}/remove`)
    await post(`/views/${view.id.toUpperCase()}/remove`)
    await post(`/api-keys/${key.id.toUpperCase()}/revoke`)
    for (const record of [made, view, key]) {
      expect(await eventsOf(record.id)).toHaveLength(2)
      expect(await eventsOf(record.id.toUpperCase())).toHaveLength(2)
    }
    expect((await eventsOf(made.id))[1].after).toMatchObject({ companyId: company?.id, companyName: company?.name })
  })

  it('the analytics of a survey take capitals', async () => {
    const [survey] = (await rowsOf(contract.npsSurveys.list)) as { id: string }[]
    const ask = async (value?: string) => (await testApi.ask(`/surveys/nps/${value}/analytics`)).json
    expect(await ask(survey?.id.toUpperCase())).toEqual(await ask(survey?.id))
    expect((await ask(survey?.id)).data).toBeDefined()
  })
})
