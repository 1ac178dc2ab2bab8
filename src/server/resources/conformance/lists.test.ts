import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, type ListEndpoint, sortQuery } from '../../../contract/core/endpoint'
import { contract } from '../../../contract/index'
import type { Database } from '../../db/database'
import { createTestApi, engines, sampleCompany, sampleRule, type TestApi } from '../../testing/server'
import type { Records } from '../registry'
import { saveRecords } from '../save-records'

const lists = Object.values(contract)
  .flatMap((resource) => Object.values<Endpoint>(resource))
  .filter((endpoint): endpoint is ListEndpoint => endpoint.sort !== undefined)

/** Few values, so that ties are the rule; and those that SQL, LIKE or a locale could trip over. */
const awkward = [
  'Ørsted',
  'orsted',
  'Zebra',
  'apple',
  'Apple',
  'Éclair',
  "O'Hara",
  '100%',
  'a_b',
  'a\\b',
  'ΟΔΟΣ',
  '株式会社',
  '',
  '%',
]
const random = fc.sample(
  fc.record({
    name: fc.constantFrom(...awkward.filter(Boolean)),
    domain: fc.constantFrom(null, ...awkward),
    day: fc.nat(5),
  }),
  { numRuns: 120, seed: 4 },
)
const dayOf = (day: number) => `2026-03-0${day + 1}T09:15:00.000Z`
const companies: Records['companies'][] = random.map(({ name, domain, day }, index) =>
  sampleCompany({
    name,
    domain,
    status: (['active', 'inactive', 'pending'] as const)[index % 3] ?? 'active',
    industry: index % 7 === 0 ? null : 'Legal',
    createdAt: dayOf(day),
    updatedAt: dayOf(5 - day),
  }),
)
const rules: Records['automation'][] = companies.map((company, index) =>
  sampleRule({
    name: company.name,
    description: company.domain,
    priority: index % 5 === 0 ? null : index % 4,
    isActive: index % 2 === 0,
    triggerType: (['date_threshold', 'scheduled', 'absence'] as const)[index % 3] ?? 'absence',
    companyIds: index % 3 === 0 ? [] : [company.id, companies[0]?.id ?? company.id],
    createdAt: company.createdAt,
    updatedAt: company.updatedAt,
  }),
)

type Row = { id: string } & Record<string, unknown>

describe.each(engines)('Lists on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi

  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await saveRecords(database, 'companies', companies)
    await saveRecords(database, 'automation', rules)
  })
  afterAll(() => database.close())

  const page = async (path: string, query: Record<string, string>) => {
    const { status, json } = await testApi.ask(`${path}?${new URLSearchParams(query)}`)
    expect(status, json.detail).toBe(200)
    return json as { data: Row[]; pagination: Record<string, unknown> }
  }
  const walk = async (path: string, query: Record<string, string>, limit: number) => {
    const rows: Row[] = []
    for (let number = 1; ; number++) {
      const { data, pagination } = await page(path, { ...query, limit: String(limit), page: String(number) })
      rows.push(...data)
      expect(pagination).toMatchObject({ page: number, limit, hasPrevPage: number > 1 })
      expect(pagination.totalPages).toBe(Math.ceil(Number(pagination.totalCount) / limit))
      if (!pagination.hasNextPage) return { rows, total: pagination.totalCount }
    }
  }
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

  it.each([
    'Apple',
    'É',
    'ø',
    '%',
    '_',
    '\\',
    "'",
    'ΟΔΟΣ',
    'οδος',
    'οδοσ',
    '株',
    ' ',
    'b.example',
    '"; drop table companies; --',
  ])('search for %s finds the rows that contain it, and no other', async (text) => {
    const folded = text.toLowerCase().replaceAll('ς', 'σ')
    const has = (value: string | null) => (value ?? '').toLowerCase().replaceAll('ς', 'σ').includes(folded)
    const { rows } = await walk('/companies', { search: text }, 100)
    expect(new Set(ids(rows))).toEqual(new Set(ids(companies.filter(({ name, domain }) => has(name) || has(domain)))))
    const found = await walk('/automation', { search: text }, 100)
    expect(new Set(ids(found.rows))).toEqual(
      new Set(ids(rules.filter(({ name, description }) => has(name) || has(description)))),
    )
  })

  it('an empty search is no search, and a filter counts what it finds', async () => {
    expect((await walk('/companies', { search: '' }, 100)).total).toBe(companies.length)
    const pending = companies.filter(({ status, industry }) => status === 'pending' && industry === 'Legal')
    const { rows, total } = await walk('/companies', { status: 'pending', industry: 'Legal' }, 7)
    expect(new Set(ids(rows))).toEqual(new Set(ids(pending)))
    expect(total).toBe(pending.length)
  })

  it('a rule without companies applies to every company', async () => {
    const companyId = companies[4]?.id ?? ''
    const expected = rules.filter(({ companyIds }) => companyIds.length === 0 || companyIds.includes(companyId))
    expect(new Set(ids((await walk('/automation', { companyId }, 100)).rows))).toEqual(new Set(ids(expected)))
    expect(expected.length).toBeLessThan(rules.length)
  })

  it('a page past the end is empty and says so', async () => {
    for (const number of ['1000', String(Number.MAX_SAFE_INTEGER)])
      expect(await page('/companies', { page: number })).toEqual({
        data: [],
        pagination: {
          page: Number(number),
          limit: 20,
          totalCount: 120,
          totalPages: 6,
          hasNextPage: false,
          hasPrevPage: true,
        },
      })
  })

  it('an empty list has no pages', async () => {
    const { pagination } = await page('/companies', { search: randomUUID() })
    expect(pagination).toEqual({
      page: 1,
      limit: 20,
      totalCount: 0,
      totalPages: 0,
      hasNextPage: false,
      hasPrevPage: false,
    })
  })

  it.each(lists.map((list) => [list.path, list] as const))(
    '%s answers every sort and every filter',
    async (path, list) => {
      const examples: Record<string, string> = {
        search: 'a',
        titleOrCompany: 'a',
        list: '/companies',
        status: list.query.shape.status ? firstOf(list, 'status') : '',
        lastResult: 'sent',
        category: 'promoter',
        followUpState: 'handled',
        periodType: 'Annual',
        triggerType: 'absence',
        entityType: 'device',
        fiscalYear: '2026',
        year: '2026',
        quarter: 'Q1',
        industry: 'Legal',
        resource: 'companies',
        manufacturer: 'Dell',
        language: 'de',
        dateFrom: '2026-01-01',
        dateTo: '2026-01-01T00:00:00Z',
        lastLoginAfter: '2025-01-01',
        lastLoginBefore: '2026-01-01',
        warrantyAfter: '2025-01-01',
        ...{
          dueAfter: '2025-01-01',
          completedAfter: '2025-01-01',
          expiresAfter: '2025-01-01',
          nextRunAfter: '2025-01-01',
        },
        ...{
          dueBefore: '2026-01-01',
          completedBefore: '2026-01-01',
          expiresBefore: '2026-01-01',
          nextRunBefore: '2026-01-01',
        },
        warrantyBefore: '2026-01-01',
        ids: `${randomUUID()},${randomUUID()}`,
        size: '10-49',
        health: 'watch',
        peers: 'industry',
        thresholds: 'score:20:0',
      }
      const filters = Object.keys(list.query.shape).filter(
        (key) => key !== 'page' && key !== 'limit' && key !== list.sort.by && key !== list.sort.direction,
      )
      const all = Object.fromEntries(
        filters.map((key) => [key, examples[key] ?? (/Id$/.test(key) ? randomUUID() : 'true')]),
      )
      for (const key of list.sort.keys) await page(path, { ...sortQuery(list, key, true), ...all })
    },
  )
})

/** A value that the filter takes, whether it is an enum or text. */
const firstOf = (list: ListEndpoint, key: string) =>
  ['active', 'Draft', 'draft', 'Online'].find((value) => list.query.safeParse({ [key]: value }).success) ?? ''
