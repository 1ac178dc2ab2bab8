import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../contract/index'
import { type Endpoint, type ListEndpoint, sortQuery } from '../contract/kit'
import type { Database } from './database/open'
import type { Records } from './database/records'
import { sortKey } from './database/text'
import { makeSample } from './demo/make'
import { type Asked, askable, engines } from './testing'

type Row = { id: string } & Record<string, unknown>
type Resource = keyof Records

const lists = (Object.keys(contract) as (keyof typeof contract)[])
  .filter((resource): resource is Resource => resource !== 'me' && resource !== 'apiKeys' && resource !== 'auditEvents')
  .map((resource) => ({
    list: contract[resource].list as ListEndpoint,
    get: contract[resource].get as Endpoint,
  }))

/** A sort key's value in a record: `company_name` is `company.name`, all others are the field of that name. */
const sortedBy = (row: Row, key: string): unknown => {
  if (key === 'company_name') return (row.company as { name: string } | null)?.name ?? null
  // An answer comes into being when it is given, and the API shows that moment once.
  if (key === 'created_at' && 'responseDate' in row) return row.responseDate
  return row[key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] ?? null
}

const words = ['name', 'full_name', 'email', 'title', 'company_name', 'respondent_name']
const ordered = (key: string, value: unknown) =>
  (words.includes(key) ? sortKey(String(value)) : value) as string | number | boolean

const isBefore = (a: Row, b: Row, key: string, descending: boolean) => {
  const [x, y] = [sortedBy(a, key), sortedBy(b, key)]
  if (x === y) return a.id < b.id
  if (x === null || y === null) return y === null
  const [left, right] = [ordered(key, x), ordered(key, y)]
  return left === right ? a.id < b.id : left < right !== descending
}

describe.each(engines)('Every list over the sample on $engine', ({ open }) => {
  let database: Database
  let asked: Asked
  beforeAll(async () => {
    database = await open()
    asked = await askable(database)
    await makeSample(database, { scale: 0.12, now: new Date('2026-11-21T05:00:00.000Z') })
  })
  afterAll(() => database.close())

  const walk = async (list: ListEndpoint, query: Record<string, string>) => {
    const rows: Row[] = []
    for (let page = 1; ; page++) {
      const { status, json } = await asked.ask(
        `${list.path}?${new URLSearchParams({ ...query, limit: '50', page: String(page) })}`,
      )
      expect([status, z.safeParse(list.response, json).error]).toEqual([200, undefined])
      rows.push(...json.data)
      if (!json.pagination.hasNextPage) {
        expect(json.pagination.totalCount).toBe(rows.length)
        return rows
      }
    }
  }
  const everything = (list: ListEndpoint) =>
    walk(list, 'includeRevoked' in list.query.shape ? { includeRevoked: 'true' } : {})

  describe.each(lists)('$list.path', ({ list, get }) => {
    it('gives records as the contract has them, each also by its id', async () => {
      const rows = await everything(list)
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      for (const { id } of rows.slice(0, 5)) {
        const { status, json } = await asked.ask(get.path.replace(':id', id))
        expect([status, z.safeParse(get.response, json).error]).toEqual([200, undefined])
        expect(json.data.id).toBe(id)
      }
    })

    it.each(list.sort.keys.flatMap((key) => [false, true].map((descending) => ({ key, descending }))))(
      'is sorted by $key, descending $descending, nulls last and ties by id',
      async ({ key, descending }) => {
        const rows = await walk(list, sortQuery(list, key, descending))
        const wrong = rows.findIndex(
          (row, index) => index > 0 && !isBefore(rows[index - 1] as Row, row, key, descending),
        )
        expect(wrong === -1 ? null : rows.slice(wrong - 1, wrong + 1)).toBeNull()
      },
    )
  })

  it('filters give exactly the records that match', async () => {
    type Test = (row: Row, value: string) => boolean
    const same =
      (field: string): Test =>
      (row, value) =>
        String(row[field]) === value
    const refers =
      (field: string): Test =>
      (row, value) =>
        (row[field] as { id: string } | null)?.id === value
    const contains =
      (...fields: string[]): Test =>
      (row, value) =>
        fields.some((field) =>
          String(row[field] ?? '')
            .toLowerCase()
            .includes(value.toLowerCase()),
        )
    const {
      companies,
      companyUsers,
      users,
      npsResponses,
      devices,
      budgets,
      goals,
      reports,
      reportSchedules,
      automation,
    } = contract
    const cases: [ListEndpoint, string, Test, (row: Row) => unknown][] = [
      [companies.list, 'status', same('status'), ({ status }) => status],
      [companies.list, 'industry', same('industry'), ({ industry }) => industry],
      [companies.list, 'search', contains('name', 'domain'), ({ name }) => String(name).slice(0, 5)],
      [companyUsers.list, 'status', same('status'), ({ status }) => status],
      [companyUsers.list, 'companyId', refers('company'), ({ company }) => (company as Row)?.id],
      [companyUsers.list, 'roleId', refers('role'), ({ role }) => (role as Row)?.id],
      [companyUsers.list, 'search', contains('fullName', 'email'), ({ email }) => String(email).slice(0, 4)],
      [users.list, 'isPrimaryAdmin', same('isPrimaryAdmin'), ({ isPrimaryAdmin }) => isPrimaryAdmin],
      [npsResponses.list, 'category', same('category'), ({ category }) => category],
      [npsResponses.list, 'surveyId', same('surveyId'), ({ surveyId }) => surveyId],
      [npsResponses.list, 'companyId', same('companyId'), ({ companyId }) => companyId],
      [npsResponses.list, 'followUpRequired', same('followUpRequired'), ({ followUpRequired }) => followUpRequired],
      [
        npsResponses.list,
        'dateFrom',
        ({ responseDate }, value) => String(responseDate) >= value,
        ({ responseDate }) => responseDate,
      ],
      [
        npsResponses.list,
        'dateTo',
        ({ responseDate }, value) => String(responseDate) <= value,
        ({ responseDate }) => responseDate,
      ],
      [
        npsResponses.list,
        'dateTo',
        ({ responseDate }, value) => String(responseDate).slice(0, 10) <= value,
        ({ responseDate }) => String(responseDate).slice(0, 10),
      ],
      [
        npsResponses.list,
        'search',
        contains('respondentName', 'respondentEmail', 'feedbackText'),
        ({ feedbackText }) =>
          String(feedbackText ?? 'the')
            .slice(0, 6)
            .trim(),
      ],
      [devices.list, 'companyId', same('companyId'), ({ companyId }) => companyId],
      [devices.list, 'deviceTypeId', same('deviceTypeId'), ({ deviceTypeId }) => deviceTypeId],
      [devices.list, 'locationId', same('locationId'), ({ locationId }) => locationId],
      [devices.list, 'status', same('status'), ({ status }) => status],
      [devices.list, 'manufacturer', same('manufacturer'), ({ manufacturer }) => manufacturer],
      [
        devices.list,
        'search',
        contains('name', 'serialNumber', 'macAddress', 'ipAddress'),
        ({ macAddress }) => macAddress,
      ],
      [
        devices.list,
        'warrantyBefore',
        ({ warrantyEnd }, value) => warrantyEnd !== null && String(warrantyEnd) <= value,
        ({ warrantyEnd }) => warrantyEnd,
      ],
      [budgets.list, 'status', same('status'), ({ status }) => status],
      [budgets.list, 'fiscalYear', same('fiscalYear'), ({ fiscalYear }) => fiscalYear],
      [budgets.list, 'periodType', same('periodType'), ({ periodType }) => periodType],
      [budgets.list, 'companyId', refers('company'), ({ company }) => (company as Row)?.id],
      [goals.list, 'year', same('year'), ({ year }) => year],
      [goals.list, 'quarter', same('quarter'), ({ quarter }) => quarter],
      [goals.list, 'companyId', refers('company'), ({ company }) => (company as Row)?.id],
      [reports.list, 'status', same('status'), ({ status }) => status],
      [reports.list, 'reportTypeId', same('reportTypeId'), ({ reportTypeId }) => reportTypeId],
      [reports.list, 'companyId', same('companyId'), ({ companyId }) => companyId],
      [reportSchedules.list, 'status', same('status'), ({ status }) => status],
      [reportSchedules.list, 'companyId', same('companyId'), ({ companyId }) => companyId],
      [automation.list, 'isActive', same('isActive'), ({ isActive }) => isActive],
      [automation.list, 'triggerType', same('triggerType'), ({ triggerType }) => triggerType],
      [automation.list, 'entityType', same('entityType'), ({ entityType }) => entityType],
      [contract.enrollments.list, 'userId', refers('user'), ({ user }) => (user as Row).id],
      [contract.enrollments.list, 'courseId', refers('course'), ({ course }) => (course as Row).id],
      [
        contract.certificates.list,
        'includeRevoked',
        (row, value) => value === 'true' || row.isRevoked === false,
        () => false,
      ],
    ]
    for (const [list, key, test, value] of cases) {
      const all = await everything(list)
      for (const example of [all[0], all[Math.floor(all.length / 2)], all.at(-1)] as Row[]) {
        const wanted = value(example)
        if (wanted === null || wanted === undefined || wanted === '') continue
        const found = await walk(list, {
          ...('includeRevoked' in list.query.shape && { includeRevoked: 'true' }),
          [key]: String(wanted),
        })
        const expected = all.filter((row) => test(row, String(wanted))).map(({ id }) => id)
        expect([list.path, key, wanted, found.map(({ id }) => id).sort()]).toEqual([
          list.path,
          key,
          wanted,
          expected.sort(),
        ])
      }
    }
  })

  it('statistics of a survey are those of its answers, as a whole and by interval', async () => {
    const answers = await walk(contract.npsResponses.list, {})
    for (const survey of await walk(contract.npsSurveys.list, {})) {
      const own = answers.filter(({ surveyId }) => surveyId === survey.id).map(({ score }) => Number(score))
      const promoters = own.filter((score) => score >= 9).length
      const detractors = own.filter((score) => score <= 6).length
      expect(survey).toMatchObject({
        responseCount: own.length,
        promotersCount: promoters,
        detractorsCount: detractors,
      })
      if (own.length > 0) expect(survey.npsScore).toBeCloseTo((100 * (promoters - detractors)) / own.length, 1)
      else expect(survey.npsScore).toBeNull()
      for (const interval of ['week', 'month', 'quarter']) {
        const { data } = (await asked.ask(`/surveys/nps/${survey.id}/analytics?interval=${interval}`)).json
        expect(data.totalResponses).toBe(own.length)
        expect(
          data.series.reduce((sum: number, { totalResponses }: { totalResponses: number }) => sum + totalResponses, 0),
        ).toBe(own.length)
      }
    }
  })

  it('budget totals are exact to the penny', async () => {
    for (const budget of await walk(contract.budgets.list, {})) {
      const { lineItems, totals, currency } = budget as unknown as Records['budgets']
      const pence = (value: number) => Math.round(value * 100)
      const own = lineItems.filter((line) => line.currency === currency)
      expect(pence(totals.grandTotal)).toBe(own.reduce((sum, line) => sum + pence(line.annualisedCost), 0))
    }
  })
})

describe.each(engines)('Ten thousand hostile requests on $engine', ({ open }) => {
  it('are all answered with less than 500, and tell nothing of the inside', { timeout: 240_000 }, async () => {
    const database = await open()
    const { ask } = await askable(database)
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
    const endpoints = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource))
    const ids = new Map<string, string>()
    for (const { list } of lists) ids.set(list.path, (await ask(`${list.path}?limit=1`)).json.data[0]?.id)
    const before = JSON.stringify(
      await Promise.all(
        ['/companies', '/budgets', '/automation'].map(async (path) => (await ask(`${path}?limit=50`)).json.data),
      ),
    )

    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        "'",
        '"; drop table companies; --',
        '%00',
        '\0',
        '../../etc/passwd',
        '%',
        '_',
        '\\',
        '{{7*7}}',
        '<script>',
        '٣',
        '1e999',
        '-0',
        'NaN',
        '𝟘',
        '__proto__',
        '\ud800',
        '9'.repeat(400),
      ),
    )
    const query = fc.array(
      fc.tuple(
        fc.oneof(
          nasty,
          fc.constantFrom(
            'page',
            'limit',
            'search',
            'status',
            'companyId',
            'dateFrom',
            'dateTo',
            'sortColumn',
            'orderBy',
          ),
        ),
        nasty,
      ),
      { maxLength: 3 },
    )
    const request = fc.record({
      endpoint: fc.constantFrom(...endpoints),
      id: fc.oneof(nasty, fc.constant('real')),
      query,
      body: fc.oneof(
        fc.json(),
        fc
          .dictionary(fc.oneof(nasty, fc.constantFrom('nmae', 'nme', 'isActve')), fc.jsonValue())
          .map((value) => JSON.stringify(value)),
        nasty,
      ),
    })
    let sent = 0
    for (const { endpoint, id, query: pairs, body } of fc.sample(request, { numRuns: 10_000, seed: 20261121 })) {
      const listPath = endpoint.path.split('/:')[0] ?? ''
      const path = endpoint.path.replace(
        ':id',
        id === 'real' ? (ids.get(listPath) ?? 'none') : encodeURIComponent(id.toWellFormed()),
      )
      const search = new URLSearchParams(
        pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
      ).toString()
      const { status, text } = await ask(`${path}${search && `?${search}`}`, {
        method: endpoint.method,
        ...(endpoint.method !== 'GET' && { body }),
      })
      sent += 1
      if (
        status >= 500 ||
        /node_modules|\.ts:\d|select .* from|syntax error at|at Object\./i.test(status >= 400 ? text : '')
      )
        throw new Error(`${endpoint.method} ${path}?${search} ${body} answered ${status}: ${text}`)
    }
    expect(sent).toBe(10_000)
    const after = JSON.stringify(
      await Promise.all(
        ['/companies', '/budgets', '/automation'].map(async (path) => (await ask(`${path}?limit=50`)).json.data),
      ),
    )
    expect(after).toBe(before)
    await database.close()
  })
})
