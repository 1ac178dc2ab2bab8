import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, filterKeys, type ListEndpoint, sortOf, sortQuery } from './core/endpoint'
import { contract } from './index'
import { viewedLists } from './views'

const operations: Endpoint[] = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource))
const lists = operations.filter((operation): operation is ListEndpoint => operation.sort !== undefined)
const named = (operation: Endpoint) => `${operation.method} ${operation.path}`

describe('The operations of the specification', () => {
  it('are the nineteen of part 4, and all others are marked as additions', () => {
    expect(
      operations
        .filter(({ addition }) => !addition)
        .map(named)
        .sort(),
    ).toEqual(
      [
        'GET /goals/:id',
        'GET /report-schedules/:id',
        'GET /devices/:id',
        'GET /surveys/nps/:id',
        'GET /dashboards/external/:id',
        'GET /training/enrollments/:id',
        'GET /training/certificates/:id',
        'GET /compliance/templates/:id',
        'GET /users/:id',
        'GET /companies/users/:id',
        'PUT /companies/:id',
        'PATCH /budgets/:id',
        'POST /automation/:id/toggle',
        'GET /companies',
        'GET /companies/users',
        'GET /report-schedules',
        'GET /reports',
        'GET /surveys/nps/responses',
        'GET /automation',
      ].sort(),
    )
  })

  it('have unique paths and methods', () => {
    expect(new Set(operations.map(named)).size).toBe(operations.length)
  })
})

it('Every message about a field goes on after its name', () => {
  const texts = [undefined, '', 'x', '\0', '-1', '1.5', '9'.repeat(20), '2026-02-30', 'x'.repeat(20_000)]
  const values = [...texts, null, true, -1, 1.5, 1e300, [], [null], ['x'], [{}], {}]
  const fields = operations.flatMap(({ params, query, body }) =>
    [params, query, body].flatMap((part) => Object.entries({ ...part?.shape })),
  )
  const messages = fields.flatMap(([field, schema]) =>
    withNested(schema).flatMap((part) =>
      values.flatMap(
        (value) => z.safeParse(part, value).error?.issues.map(({ message }) => `${field} ${message}`) ?? [],
      ),
    ),
  )
  expect(messages.filter((message) => !/^\w+ must /.test(message))).toEqual([])
})

/** A schema and those of the fields and the elements within it. */
const withNested = (schema: z.core.$ZodType): z.core.$ZodType[] => [schema, ...nestedIn(schema)]

const nestedIn = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.values(def.shape).flatMap(withNested)
  if (def.type === 'array') return withNested(def.element)
  return 'innerType' in def ? nestedIn(def.innerType) : []
}

/** Part 4 of the specification, list by list: default and largest limit, sort keys, what holds without one, filters. */
const specified = [
  {
    list: contract.companies.list,
    limit: [20, 100],
    sorts: ['name', 'created_at', 'updated_at'],
    initial: { orderBy: 'created_at', orderDirection: 'desc' },
    filters: ['search', 'status', 'industry', 'ids'],
  },
  {
    list: contract.companyUsers.list,
    limit: [25, 50],
    sorts: ['full_name', 'email', 'status', 'created_at', 'last_login', 'company_name'],
    initial: { sortColumn: 'full_name', sortDesc: false },
    filters: ['search', 'status', 'roleId', 'companyId', 'lastLoginAfter', 'lastLoginBefore'],
  },
  {
    list: contract.reportSchedules.list,
    limit: [20, 100],
    sorts: ['name', 'next_run_at', 'created_at'],
    initial: { orderBy: 'next_run_at', orderDirection: 'asc' },
    filters: ['companyId', 'status', 'nextRunAfter', 'nextRunBefore'],
  },
  {
    list: contract.reports.list,
    limit: [20, 100],
    sorts: ['title', 'created_at', 'updated_at'],
    initial: { orderBy: 'created_at', orderDirection: 'desc' },
    filters: ['companyId', 'status', 'reportTypeId'],
  },
  {
    list: contract.npsResponses.list,
    limit: [25, 100],
    sorts: ['response_date', 'score', 'respondent_name', 'created_at'],
    initial: { sortColumn: 'response_date', sortDesc: true },
    filters: ['search', 'surveyId', 'companyId', 'category', 'followUpRequired', 'followUpState', 'dateFrom', 'dateTo'],
  },
  {
    list: contract.automation.list,
    limit: [25, 100],
    sorts: ['name', 'priority', 'is_active', 'trigger_type', 'entity_type', 'created_at', 'updated_at'],
    initial: { sortColumn: 'created_at', sortDesc: true },
    filters: ['search', 'isActive', 'triggerType', 'entityType', 'companyId'],
  },
] satisfies { list: ListEndpoint; limit: [number, number]; sorts: string[]; initial: object; filters: string[] }[]

describe.each(specified)('$list.path', ({ list, limit: [usual, most], sorts, initial, filters }) => {
  it('has the defaults, sort keys and filters of the specification', () => {
    expect(list.query.parse({})).toEqual({ page: 1, limit: usual, ...initial })
    expect(list.sort.keys).toEqual(sorts)
    expect(filterKeys(list)).toEqual(filters)
  })

  it('accepts limits from 1 to the maximum and no other', () => {
    const accepts = (limit: string) => list.query.safeParse({ limit }).success
    expect([1, most].map(String).every(accepts)).toBe(true)
    expect(['0', String(most + 1), '-1', '1.5', '1e1', '+1', '', ' 1', '0x1', 'Infinity'].some(accepts)).toBe(false)
  })
})

describe('Every list', () => {
  it.each(lists.map((list) => [list.path, list] as const))('%s reads back the sort that it writes', (_, list) => {
    for (const key of list.sort.keys)
      for (const descending of [true, false])
        expect(sortOf(list, list.query.parse(sortQuery(list, key, descending)) as Record<string, unknown>)).toEqual({
          key,
          descending,
        })
  })
})

it('Shared views are of every list that has pages', () => {
  const { apiKeys, auditEvents, briefDeliveries, briefs, views } = contract
  const without: Endpoint[] = [apiKeys.list, auditEvents.list, views.list, briefs.list, briefDeliveries.list]
  const others = lists.filter((list) => !without.includes(list))
  expect(others.map(({ path }) => path)).toEqual([...viewedLists])
})

it('Added sort keys are among the keys of their list', () => {
  const added = lists.filter(({ sort }) => sort.added?.length)
  expect(added.map(({ path, sort }) => [path, sort.added])).toEqual([['/devices', ['warranty_end']]])
  for (const { sort } of added) expect(sort.keys).toEqual(expect.arrayContaining([...(sort.added ?? [])]))
})

describe('Values in a URL', () => {
  const responses = contract.npsResponses.list.query
  const accepts = (query: Record<string, string>) => responses.safeParse(query).success

  it('accept null and empty as "not given" where the specification says boolean or null', () => {
    expect(responses.parse({ followUpRequired: 'null' }).followUpRequired).toBeUndefined()
    expect(responses.parse({ followUpRequired: '' }).followUpRequired).toBeUndefined()
    expect(responses.parse({ followUpRequired: 'false' }).followUpRequired).toBe(false)
    expect(responses.parse({ sortDesc: 'null' }).sortDesc).toBe(true)
    expect(['TRUE', '1', 'yes'].some((followUpRequired) => accepts({ followUpRequired }))).toBe(false)
  })

  it('are dates that exist, plain or with an offset', () => {
    const good = ['2026-02-28', '2028-02-29', '2026-11-23T09:41:00Z', '2026-11-23T09:41:00.123+05:30']
    const bad = ['2026-02-30', '2026-02-29', '2026-11-23T09:41:00', '23.11.2026', '2026-11-23T24:00:00Z', '', 'now']
    expect(good.filter((dateFrom) => !accepts({ dateFrom }))).toEqual([])
    expect(responses.parse({ dateFrom: '2026-11-23t09:41:00z' }).dateFrom).toBe('2026-11-23T09:41:00Z')
    expect(bad.filter((dateFrom) => accepts({ dateFrom }))).toEqual([])
  })

  it.each([contract.companies, contract.enrollments])(
    'are up to a hundred comma-separated ids',
    ({ list: { query } }) => {
      const idsOf = (ids: string) => {
        const { success, data, error } = query.safeParse({ ids })
        return success ? data.ids : error.issues.map(({ path, message }) => [path[0], message])
      }
      const ids = Array.from(
        { length: 101 },
        (_, index) => `5b0e6c1a-93d7-4f0e-8a42-${String(index).padStart(12, '0')}`,
      )
      expect(idsOf(ids.slice(1).join())).toEqual(ids.slice(1))
      const refusal = 'must be 1 to 100 UUIDs, separated by commas'
      for (const wrong of [ids.join(), '', ',', `${ids[0]},`, `${ids[0]} ${ids[1]}`, 'a,b'])
        expect(idsOf(wrong)).toEqual([['ids', refusal]])
    },
  )

  it('are searches of at most 255 code points', () => {
    expect(accepts({ search: '😀'.repeat(255) })).toBe(true)
    expect(accepts({ search: 'a'.repeat(256) })).toBe(false)
    expect(accepts({ search: '😀'.repeat(256) })).toBe(false)
    expect(accepts({ search: 'a\0b' })).toBe(false)
  })
})

describe('What is written', () => {
  const company = (body: object) => contract.companies.update.body.safeParse(body).success
  const budget = (body: object) => contract.budgets.update.body.safeParse(body).success

  it('keeps to the lengths and ranges of a company', () => {
    const good = [
      { name: 'a' },
      { name: '😀'.repeat(255) },
      { domain: '' },
      { domain: 'd'.repeat(255) },
      { industry: '' },
      { industry: 'i'.repeat(100) },
      { employeeCount: 0 },
      { employeeCount: 12.5 },
      { employeeCount: 1e15 },
      { website: 'http://a.example' },
      { website: 'https://a.example/path?q=1#x' },
      { status: 'pending' },
      {},
    ]
    const bad = [
      { name: '' },
      { name: 'a'.repeat(256) },
      { name: 'a\0' },
      { name: '\ud800' },
      { name: null },
      { domain: 'd'.repeat(256) },
      { industry: 'i'.repeat(101) },
      { employeeCount: -1 },
      { employeeCount: 1e15 + 1 },
      { employeeCount: '3' },
      { employeeCount: Number.POSITIVE_INFINITY },
      { website: 'javascript:alert(1)' },
      { website: 'data:text/html,x' },
      { website: 'https://' },
      { website: 'a.example' },
      { website: ' https://a.example' },
      { website: '' },
      { website: 'http:///a' },
      { website: 'https://a.example/\u0001' },
      { website: 'https://a.example/\u202e' },
      { website: 'https://a.example/\ufffe' },
      { status: 'Active' },
    ]
    expect(good.filter((body) => !company(body))).toEqual([])
    expect(bad.filter((body) => company(body))).toEqual([])
  })

  it('keeps to the lengths and ranges of a budget, of which only notes take null', () => {
    const good = [
      { title: 't'.repeat(255) },
      { fiscalYear: 1900 },
      { fiscalYear: 2100 },
      { currency: 'JPY' },
      { notes: null },
      { notes: 'n'.repeat(10000) },
      { status: 'PendingApproval' },
      { periodType: 'Quarterly' },
    ]
    const bad = [
      { title: '' },
      { title: null },
      { fiscalYear: 1899 },
      { fiscalYear: 2101 },
      { fiscalYear: 2026.5 },
      { currency: 'gbp' },
      { currency: 'ABX' },
      { currency: 'GBPP' },
      { notes: 'n'.repeat(10001) },
      { status: 'approved' },
      { periodType: null },
    ]
    expect(good.filter((body) => !budget(body))).toEqual([])
    expect(bad.filter((body) => budget(body))).toEqual([])
  })
})
