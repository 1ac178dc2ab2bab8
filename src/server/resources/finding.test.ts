import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../contract/core/scopes'
import { filterValues } from '../../contract/filter-values'
import { contract } from '../../contract/index'
import { type Database, openDatabase } from '../db/database'
import { makeSample } from '../demo/make'
import {
  createTestApi,
  emptyData,
  engines,
  sampleBudget,
  sampleCompany,
  sampleResponse,
  settings,
  type TestApi,
  undoKeptBriefs,
  undoSharedViews,
} from '../testing/server'
import { thorough } from '../testing/thorough'
import type { Records } from './registry'
import { saveRecords } from './save-records'

const when = { createdAt: '2026-03-02T09:15:00.000Z', updatedAt: '2026-03-02T09:15:00.000Z' }
const person = (fullName: string, email: string): Records['companyUsers'] => ({
  id: randomUUID(),
  fullName,
  email,
  avatarUrl: null,
  status: 'active',
  lastLogin: null,
  role: null,
  company: null,
  ...when,
})
const certificate: Records['certificates'] = {
  id: randomUUID(),
  enrollmentId: null,
  certificateNumber: 'NW-2026-000017',
  verificationCode: 'K7QX-99ZT',
  issuedAt: null,
  expiresAt: null,
  certificateUrl: null,
  imageUrl: null,
  isRevoked: false,
  revokedAt: null,
  revokedReason: null,
  course: { id: randomUUID(), title: 'Phishing' },
  user: { id: randomUUID(), fullName: 'Ida Marie Sørensen' },
}
const ida = person('Ida Marie Sørensen', 'i.m@example.org')
const lukasz = person('Łukasz Żółtowski', 'l@example.org')
const john = person('John Smith', 'j@example.org')
const rene = person('Rene\u0301 Dubois', 'r@example.org')
const zoe = person('Zoe\u00a0van\u202fDam', 'z@example.org')
const bramley = sampleCompany({ name: 'Bramley Orchard Foods Ltd', domain: null })

const saveAll = async (database: Database) => {
  await saveRecords(database, 'companies', [bramley])
  await saveRecords(database, 'companyUsers', [ida, lukasz, john, zoe, rene])
  await saveRecords(database, 'certificates', [certificate])
}
const namesFound = async ({ ask }: TestApi, search: string) => {
  const { json } = await ask(`/companies/users?${new URLSearchParams({ search })}`)
  return json.data.map(({ fullName }: { fullName: string }) => fullName)
}

const people: [search: string, names: string[]][] = [
  ['Sørensen Ida', [ida.fullName]],
  ['sorensen id', [ida.fullName]],
  ['Ida Marie Sorensen', [ida.fullName]],
  ['Marie Sorensen', [ida.fullName]],
  ['zoltowski lukasz', [lukasz.fullName]],
  ['Smith John', [john.fullName]],
  ['zoe van dam', [zoe.fullName]],
  [zoe.fullName, [zoe.fullName]],
  ['John\u00a0Smith', [john.fullName]],
  // Either form of an accented letter finds the other.
  ['René Dubois', [rene.fullName]],
  [rene.fullName, [rene.fullName]],
  ['dubois rene', [rene.fullName]],
  ['Z\u0307o\u0301łtowski', [lukasz.fullName]],
  // Accents that are typed are meant.
  ['Smíth', []],
  ['Sorensen Łukasz', []],
]

describe.each(engines)('Finding on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await saveAll(database)
  })
  afterAll(() => database.close())

  it.each(people)('finds people by %j', async (search, names) => {
    expect(await namesFound(testApi, search)).toEqual(names)
  })

  it.each(['000017', 'nw-2026', 'k7qx-99zt'])('finds a certificate by %j', async (search) => {
    const { json } = await testApi.ask(`/training/certificates?search=${search}`)
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([certificate.id])
  })

  it('finds budgets by their title or their company’s present name, with and without accents', async () => {
    const owner = sampleCompany({ name: 'Sørlandet Catering', domain: 'quince.example' })
    const plan = sampleBudget({ title: 'Ærø refresh', company: { id: owner.id, name: 'As imported' } })
    await saveRecords(database, 'companies', [owner])
    await saveRecords(database, 'budgets', [plan, sampleBudget({ title: 'Catering for all' })])
    const found = async (titleOrCompany: string) => {
      const { json } = await testApi.ask(`/budgets?${new URLSearchParams({ titleOrCompany, sortColumn: 'title' })}`)
      expect(json.pagination.totalCount).toBe(json.data.length)
      return json.data.map(({ title }: { title: string }) => title).sort()
    }
    const both = ['Catering for all', plan.title]
    expect(await found('catering')).toEqual(both)
    for (const text of ['sorlandet', 'Sørlandet c', 'aero']) expect(await found(text)).toEqual([plan.title])
    for (const text of ['refresh Sørlandet', 'quince', 'imported']) expect(await found(text)).toEqual([])
    await testApi.ask(`/companies/${owner.id}`, { body: { name: 'Nordvik' } })
    expect([await found('sorlandet'), await found('nordvik')]).toEqual([[], [plan.title]])
    const { json } = await testApi.ask('/budgets?search=nordvik')
    expect(json.data).toEqual([])
  })

  const similarTo = async (text: string, key?: string) => {
    const { status, json } = await testApi.ask(`/similar-names?${new URLSearchParams({ text })}`, key ? { key } : {})
    expect(status).toBe(200)
    return json.data
  }
  const idasPath = `/companies/users/${ida.id}`

  it.each([
    ['Sorensn', idasPath],
    ['Sørennsen', idasPath],
    ['soernsen', idasPath],
    ['Dorensen', idasPath],
    ['Sorensem Ida', idasPath],
    ['Smitj', `/companies/users/${john.id}`],
    ['Jhon', `/companies/users/${john.id}`],
    ['Bramly Orchard', `/companies/${bramley.id}`],
    ['bramley orcherd', `/companies/${bramley.id}`],
    ['Bramkey Or', `/companies/${bramley.id}`],
  ])('%j is similar to the name of %s', async (text, path) => {
    expect(await similarTo(text)).toEqual([expect.objectContaining({ path })])
  })

  it('names the company of a similar name that has one', async () => {
    const owner = sampleCompany({ name: 'Kvadrat' })
    await saveRecords(database, 'companies', [owner])
    await saveRecords(database, 'budgets', [sampleBudget({ title: 'Wharfage', company: { id: owner.id, name: '' } })])
    expect(await similarTo('Wharfgae')).toEqual([expect.objectContaining({ name: 'Wharfage', companyName: 'Kvadrat' })])
    expect(await similarTo('Kvadrta')).toEqual([expect.objectContaining({ name: 'Kvadrat', companyName: null })])
  })

  it('leaves out names with two wrong letters, short words, and what the key may not read', async () => {
    for (const text of ['Sarensan', 'Smtih Jhon', 'Idx', 'Ltx', 'Bramly O', '--', '%'])
      expect(await similarTo(text)).toEqual([])
    const key = await testApi.makeKey(['companies:read'])
    expect(await similarTo('Sorensn', key)).toEqual([])
    expect(await similarTo('Bramly', key)).toHaveLength(1)
  })
})

describe.each(engines)('The values of filters on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
  })
  afterAll(() => database.close())

  const lists = Object.keys(filterValues) as (keyof typeof filterValues)[]

  it.each(lists)('of %s are all values that records have', async (resource) => {
    const { path } = contract[resource].list
    const rows: Record<string, unknown>[] = []
    for (let page = 1; ; page++) {
      const all = path.includes('certificates') ? '&includeRevoked=true' : ''
      const { json } = await testApi.ask(`${path}?limit=50&page=${page}${all}`)
      rows.push(...json.data)
      if (!json.pagination.hasNextPage) break
    }
    for (const filter of filterValues[resource].query.shape.filter.options as string[]) {
      const ref = filter.replace(/Id$/, '')
      const valueIn = (row: Record<string, unknown>) => row[filter] ?? (row[ref] as { id: string } | null)?.id ?? null
      const { json } = await testApi.ask(`/filter-values${path}?filter=${filter}&limit=100`)
      const values = new Set(rows.map(valueIn).filter((value) => value !== null && value !== ''))
      expect(values.size).toBeGreaterThan(0)
      expect(json.data).toMatchObject({ totalCount: values.size, isComplete: true })
      const listed = json.data.values.map(({ value }: { value: string }) => value)
      expect(listed).toHaveLength(Math.min(values.size, 100))
      expect(listed.filter((value: string) => !values.has(value))).toEqual([])
    }
  })

  it('have names and clients, are searched by both, and follow what is written', async () => {
    const { data: devices } = (await testApi.ask('/devices?limit=100')).json
    const { locationId, locationName, companyName, ...device } = devices.find(
      ({ locationId, companyName }: Record<string, unknown>) => locationId && companyName,
    )
    const find = async (query: Record<string, string>) =>
      (await testApi.ask(`/filter-values/devices?${new URLSearchParams({ filter: 'locationId', ...query })}`)).json.data
    const shown = { value: locationId, name: locationName, companyName }
    expect((await find({ value: locationId })).values).toEqual([shown])
    expect((await find({ search: `${locationName} ${companyName}`, limit: '100' })).values).toContainEqual(shown)
    expect((await find({ search: 'no such place' })).values).toEqual([])

    const added = {
      ...device,
      companyName,
      id: randomUUID(),
      locationId: randomUUID(),
      locationName: 'Sørlandet annex',
    }
    await saveRecords(database, 'devices', [added])
    expect((await find({ search: 'annex sorlandet' })).values).toEqual([
      { value: added.locationId, name: added.locationName, companyName },
    ])
  })

  it('need the scope of their list', async () => {
    const key = await testApi.makeKey(['companies:read'])
    expect((await testApi.ask('/filter-values/devices?filter=locationId', { key })).status).toBe(403)
    expect((await testApi.ask('/filter-values/devices?filter=companyId')).status).toBe(400)
  })
})

const withoutFollowUps = async (database: Database) => {
  await undoSharedViews(database)
  await sql`alter table nps_responses drop follow_up_state, drop follow_up_owner, drop follow_up_note`.execute(
    database.sql,
  )
}

describe.each(settings)('A database of an earlier version on $engine', ({ make }) => {
  it('has states of follow-ups after it was migrated, and someone who may change them', thorough, async () => {
    const { environment, drop } = await make()
    const { folder, remove } = await emptyData()
    const open = () => openDatabase({ url: environment.DATABASE_URL, folder })
    const earlier = await open()
    const responses = [
      sampleResponse(),
      sampleResponse({ followUpCompleted: true }),
      sampleResponse({ followUpRequired: false, followUpState: null }),
    ]
    await saveRecords(earlier, 'npsResponses', responses)
    const { everything, makeKey: makeEarlier } = await createTestApi(earlier)
    const some = await makeEarlier(['nps-responses:read', 'companies:write'])
    const granted = ['nps:write', 'views:write', 'briefs:read', 'briefs:write', 'brand:manage']
    await sql`update api_keys set scopes = array(select unnest(scopes) except select unnest(${granted}::text[]))`.execute(
      earlier.sql,
    )
    await withoutFollowUps(earlier)
    await sql`delete from kysely_migration where name >= '012-follow-ups'`.execute(earlier.sql)
    await earlier.close()

    const database = await open()
    const { ask, makeKey } = await createTestApi(database)
    const path = (at: number) => `/surveys/nps/responses/${responses[at]?.id}`
    const states = await Promise.all([0, 1, 2].map(async (at) => (await ask(path(at))).json.data.followUpState))
    expect(states).toEqual(['waiting', 'handled', null])
    const mark = (key: string) => ask(path(0), { key, method: 'PATCH', body: { followUpState: 'handled' } })
    expect([(await mark(some)).status, (await mark(everything)).status]).toEqual([403, 200])
    const grantedTo = async (key: string) => {
      const held: string[] = (await ask('/me', { key })).json.data.scopes
      return granted.filter((scope) => held.includes(scope))
    }
    expect([await grantedTo(some), await grantedTo(everything)]).toEqual([[], granted])

    // A key that may not share views has not every scope.
    const later = ['brand:manage', 'briefs:write', 'briefs:send']
    const almost = await makeKey(scopes.filter((scope) => ![...later, 'views:write'].includes(scope)))
    await undoKeptBriefs(database)
    await database.close()
    const last = await open()
    const { scopes: held } = (await (await createTestApi(last)).ask('/me', { key: almost })).json.data
    expect(later.filter((scope) => held.includes(scope))).toEqual([])
    await last.close()
    await remove()
    await drop()
  })

  it('shares views and finds budgets by company after it was migrated', thorough, async () => {
    const { environment, drop } = await make()
    const { folder, remove } = await emptyData()
    const open = () => openDatabase({ url: environment.DATABASE_URL, folder })
    const earlier = await open()
    await saveRecords(earlier, 'companies', [bramley])
    await saveRecords(earlier, 'budgets', [sampleBudget({ company: { id: bramley.id, name: bramley.name } })])
    const { everything, makeKey } = await createTestApi(earlier)
    const some = await makeKey(['companies:read', 'nps:write'])
    await sql`update api_keys set scopes = array_remove(scopes, 'views:write')`.execute(earlier.sql)
    await undoSharedViews(earlier)
    await earlier.close()

    const database = await open()
    const { ask } = await createTestApi(database)
    const { json } = await ask('/budgets?titleOrCompany=orchard')
    expect(json.pagination.totalCount).toBe(1)
    const share = (key: string) =>
      ask('/views', { key, method: 'POST', body: { list: '/companies', name: 'All', query: '' } })
    expect([(await share(some)).status, (await share(everything)).status]).toEqual([403, 200])
    await database.close()
    await remove()
    await drop()
  })

  it('finds names with no-break spaces and accents beside their letters after it was migrated', thorough, async () => {
    const { environment, drop } = await make()
    const { folder, remove } = await emptyData()
    const open = () => openDatabase({ url: environment.DATABASE_URL, folder })
    const earlier = await open()
    const owner = sampleCompany({ name: 'Quince\u00a0Cafe\u0301', domain: null })
    await saveRecords(earlier, 'companies', [owner])
    await saveRecords(earlier, 'budgets', [
      sampleBudget({ title: 'Plan', company: { id: owner.id, name: owner.name } }),
    ])
    const stored = owner.name.toLowerCase()
    await sql`update companies set search_text = ${stored}, name_search = ${stored}`.execute(earlier.sql)
    await sql`update budgets set company_search = ${stored}`.execute(earlier.sql)
    await sql`alter table brief_deliveries drop column brief_day`.execute(earlier.sql)
    await sql`delete from kysely_migration where name >= '020'`.execute(earlier.sql)
    await sql`update list_versions set outside_changes = 0`.execute(earlier.sql)
    await earlier.close()

    const database = await open()
    const { rows } = await sql`select name from list_versions where outside_changes > 0`.execute(database.sql)
    expect(rows).toEqual([])
    const { ask } = await createTestApi(database)
    for (const path of ['/companies?search=', '/budgets?titleOrCompany=']) {
      const { json } = await ask(`${path}${encodeURIComponent('quince café')}`)
      expect(json.pagination.totalCount).toBe(1)
    }
    await database.close()
    await remove()
    await drop()
  })

  it('finds the same after it was migrated', thorough, async () => {
    const { environment, drop } = await make()
    const { folder, remove } = await emptyData()
    const open = () => openDatabase({ url: environment.DATABASE_URL, folder })
    const earlier = await open()
    await saveAll(earlier)
    await sql`update company_users set search_text = lower(full_name)`.execute(earlier.sql)
    await sql`alter table certificates drop column search_text`.execute(earlier.sql)
    await sql`drop table database_events`.execute(earlier.sql)
    await withoutFollowUps(earlier)
    await sql`delete from kysely_migration where name >= '010-search-texts'`.execute(earlier.sql)
    await sql`update list_versions set outside_changes = 0`.execute(earlier.sql)
    await earlier.close()

    const database = await open()
    const { rows } = await sql`select name from list_versions where outside_changes > 0`.execute(database.sql)
    expect(rows).toEqual([])
    const testApi = await createTestApi(database)
    for (const [search, names] of people) expect(await namesFound(testApi, search)).toEqual(names)
    const { json } = await testApi.ask('/training/certificates?search=k7qx')
    expect(json.pagination.totalCount).toBe(1)
    await database.close()
    await remove()
    await drop()
  })
})
