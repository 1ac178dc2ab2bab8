import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database'
import {
  casesOf,
  createTestApi,
  enginesAndPoolers,
  sampleBudget,
  sampleCompany,
  sampleResponse,
  sampleRule,
  type TestApi,
} from '../../testing/server'
import { saveRecords } from '../save-records'

describe.each(enginesAndPoolers)('Writes on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  const ask: TestApi['ask'] = (path, sent) => testApi.ask(path, sent)
  const company = sampleCompany()
  const rule = sampleRule({ companyIds: [company.id], companies: [{ id: company.id, name: company.name }] })
  const budget = sampleBudget()
  const budgetPath = `/budgets/${budget.id}`
  const patch = (body: object) => ask(budgetPath, { method: 'PATCH', body })
  const companyPath = `/companies/${company.id}`
  const rulePath = `/automation/${rule.id}`
  const toggle = (isActive: boolean) => ask(`${rulePath}/toggle`, { method: 'POST', body: { isActive } })

  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
  })
  beforeEach(async () => {
    await saveRecords(database, 'companies', [company])
    await saveRecords(database, 'automation', [rule])
    await saveRecords(database, 'budgets', [budget])
  })
  afterAll(() => database.close())

  describe('update company', () => {
    it('changes the given fields, keeps the rest, and is visible to the next read', async () => {
      const { status, json } = await ask(companyPath, { body: { employeeCount: 358, domain: '' } })
      expect(status).toBe(200)
      expect(json.data).toEqual({ ...company, employeeCount: 358, domain: '', updatedAt: expect.any(String) })
      expect(json.data.updatedAt > company.updatedAt).toBe(true)
      expect((await ask(companyPath)).json).toEqual(json)
      expect((await ask('/companies?search=bramley')).json.data).toEqual([json.data])
    })

    it('finds the company under its new name and no longer under its old one', async () => {
      await ask(companyPath, { body: { name: 'Zephyr & Søn' } })
      expect((await ask('/companies?search=søn')).json.pagination.totalCount).toBe(1)
      expect((await ask('/companies?search=Bramley%20Orchard%20Foods')).json.pagination.totalCount).toBe(0)
      expect((await ask(rulePath)).json.data.companies).toEqual([{ id: company.id, name: 'Zephyr & Søn' }])
    })

    it.each([101, 200_000])('refuses bodies nested %d levels deep', async (levels) => {
      const { status, json } = await ask(companyPath, {
        body: `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`,
      })
      expect([status, json.detail]).toEqual([400, expect.stringContaining('more than 100 levels deep')])
      expect((await ask(companyPath)).json.data).toEqual(company)
    })

    it.each([{}, { name: company.name }, { ...company }, { id: 'ignored', createdAt: 7 }])(
      'changes nothing by %j',
      async (body) => {
        const { status, json } = await ask(companyPath, { body })
        expect(status).toBe(200)
        expect(json.data).toEqual(company)
      },
    )

    it.each([
      { name: 'ﷺ'.repeat(255) },
      { name: '😀'.repeat(255) },
      { name: '  spaces stay  ' },
      { name: '<script>alert(1)</script>' },
      { employeeCount: 0.1 + 0.2 },
      { employeeCount: 1e15 },
      { employeeCount: 5e-324 },
      { website: 'https://bücher.example/%C3%BC?a=b&c#d' },
    ])('stores %j exactly as sent', async (body) => {
      await ask(companyPath, { body })
      expect((await ask(companyPath)).json.data).toMatchObject(body)
    })

    it('names every invalid field and changes nothing, not even the valid ones', async () => {
      const { status, json } = await ask(companyPath, {
        body: { name: '', employeeCount: -1, industry: null, website: 'ftp://x', domain: 'good.example' },
      })
      expect(status).toBe(422)
      expect(json.errors.map(({ path }: { path: string }) => path)).toEqual([
        'name',
        'employeeCount',
        'industry',
        'website',
      ])
      expect(json.detail).toBe(
        'name must be 1 to 255 characters; it was "". 3 more values are wrong: see errors. Nothing was changed.',
      )
      expect((await ask(companyPath)).json.data).toEqual(company)
    })

    it('names the value that was sent, and no other', async () => {
      const large = (await ask(companyPath, { body: '{"employeeCount":1e400}' })).json.errors
      expect(large).toEqual([
        { in: 'body', path: 'employeeCount', message: 'employeeCount must be a number, 0 or more, but is too large.' },
      ])
      const within = (await ask(companyPath, { body: '{"employeeCount":{"a":1e400}}' })).json.errors
      expect(within).toMatchObject([
        { message: expect.stringContaining('it was {"a":"Infinity"}.'), received: { a: 'Infinity' } },
      ])
      const body = { name: 'x', scopes: ['reports:read', 'nope'] }
      const [scope] = (await ask('/api-keys', { method: 'POST', body })).json.errors
      expect(scope).toEqual({
        in: 'body',
        path: 'scopes.1',
        message: expect.stringMatching(/^scopes\.1 must be one of .*; it was "nope"\.$/),
        received: 'nope',
      })
    })

    it('says what to do instead of null for what may be left out', async () => {
      const kept = await ask(companyPath, { body: { industry: null } })
      expect(kept.json.detail).toBe('industry must be text; it was null. Leave it out instead. Nothing was changed.')
      const needed = await ask('/api-keys', { method: 'POST', body: { name: null, scopes: ['reports:read'] } })
      expect(needed.json.detail).toMatch(/; it was null\. Nothing was changed\.$/)
    })

    it('refuses an unknown field', async () => {
      const { status, json } = await ask(companyPath, { body: { employees: 5 } })
      expect([status, json.errors[0].path]).toEqual([422, 'employees'])
      expect((await ask(companyPath, { body: { nmae: 'x' } })).json.errors[0].message).toContain('Did you mean name?')
    })

    it('changes nothing when the number is the same zero', async () => {
      const empty = await ask(companyPath, { body: { employeeCount: 0 } })
      expect((await ask(companyPath, { body: '{"employeeCount":-0}' })).json).toEqual(empty.json)
    })

    it('counts all wrong values of a long body, and names the first hundred', async () => {
      const unknown = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`field${at}`, 0]))
      const fields = await ask(companyPath, { body: unknown })
      expect([fields.status, fields.json.errors.length]).toEqual([422, 100])
      expect(fields.json.detail).toContain(' 8999 more values are wrong: the first 100 are in errors. Nothing')
      const made = (scopes: unknown[]) => ask('/api-keys', { method: 'POST', body: { name: 'x', scopes } })
      const values = await made(Array(500).fill(0))
      expect([values.status, values.json.errors.length]).toEqual([422, 100])
      expect(values.json.detail).toContain(' 499 more values are wrong: ')
    })

    it.each([
      ['POST', '/api-keys', { name: 'x' }, 'scopes'],
      ['PATCH', `/briefs/${company.id}`, {}, 'sections'],
      ['POST', `/companies/${company.id}/brief`, {}, 'sections'],
    ])('refuses a list longer than any, without reading it: %s %s', async (method, path, others, name) => {
      const { status, json } = await ask(path, { method, body: { ...others, [name]: Array(250_000).fill(0) } })
      expect([status, json.errors.length]).toEqual([422, 1])
      expect(json.errors[0]).toMatchObject({
        path: name,
        message: expect.stringMatching(`^${name} must hold at most 1000 values; it was "`),
      })
    })

    it('answers 404 for a missing company', async () => {
      const { status, json } = await ask('/companies/00000000-0000-0000-0000-000000000000', { body: { name: 'x' } })
      expect(status).toBe(404)
      expect(json.detail).toContain('00000000-0000-0000-0000-000000000000')
    })
  })

  describe('update budget', () => {
    it('allows any status change, and sums in decimals, by categories that other servers name', async () => {
      const line = (id: number, annualisedCost: number, category: string, currency = 'GBP') => ({
        id: `00000000-0000-4000-8000-00000000000${id}`,
        description: 'Line',
        quantity: 1,
        unitPrice: annualisedCost,
        termMonths: null,
        annualisedCost,
        currency,
        notes: null,
        category: { id: category, name: `Our ${category}` },
        linkedItem: null,
        type: null,
        recurrence: null,
        createdAt: budget.createdAt,
        updatedAt: budget.updatedAt,
      })
      const lineItems = [
        line(1, 0.1, 'software'),
        { ...line(2, 0.2, ''), category: { id: '0b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3', name: 'Software' } },
        line(3, 1e9, 'Consulting'),
        line(4, 5, 'labour', 'USD'),
        line(5, 7, 'HARDWARE'),
        line(6, 3, 'hardware', ''),
      ]
      await saveRecords(database, 'budgets', [{ ...budget, lineItems }])
      for (const from of ['Obsolete', 'Approved', 'Draft', 'PendingApproval', 'Obsolete', 'Draft'] as const)
        expect((await patch({ status: from })).json.data.status).toBe(from)
      const { json, text } = await ask(budgetPath)
      expect(json.data).toMatchObject({
        lineItemCount: 6,
        totals: { softwareTotal: 0.3, hardwareTotal: 10, labourTotal: 0, otherTotal: 1e9, grandTotal: 1000000010.3 },
      })
      expect(text).toMatch(/"softwareTotal" : 0\.3\b/)
    })
  })

  it('stores any valid value exactly as sent', async () => {
    const words = (max: number) =>
      fc.string({ unit: 'grapheme', maxLength: max }).filter((text) => !text.includes('\0') && [...text].length <= max)
    const companies = fc.record(
      {
        name: words(255).filter((text) => text.length > 0),
        domain: words(255),
        industry: words(100),
        employeeCount: fc.double({ min: 0, max: 1e15, noNaN: true }),
        status: fc.constantFrom('active', 'inactive', 'pending'),
        website: fc.webUrl({ withFragments: true, withQueryParameters: true }),
      },
      { requiredKeys: [] },
    )
    const budgets = fc.record(
      {
        title: words(255).filter((text) => text.length > 0),
        notes: fc.option(words(500)),
        fiscalYear: fc.integer({ min: 1900, max: 2100 }),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(companies, budgets, async (forCompany, forBudget) => {
        expect((await ask(companyPath, { body: forCompany })).json.data).toMatchObject(forCompany)
        expect((await patch(forBudget)).json.data).toMatchObject(forBudget)
      }),
      { numRuns: casesOf(60), seed: 11 },
    )
  })

  describe('toggle rule', () => {
    it('sets the value, raises the version by one and says who did it', async () => {
      const { status, json } = await toggle(false)
      expect(status).toBe(200)
      expect(json.data).toEqual({
        ...rule,
        isActive: false,
        version: rule.version + 1,
        updatedAt: expect.any(String),
        updatedBy: { id: expect.any(String), name: 'Tests' },
      })
      expect(json.data.updatedAt > rule.updatedAt).toBe(true)
      expect((await ask(rulePath)).json).toEqual(json)
    })

    it('to its current value changes nothing', async () => {
      expect((await toggle(true)).json.data).toEqual(rule)
    })

    it.each([{}, { isActive: null }, { isActive: 'true' }, { isActive: 1 }, { isActive: true, active: false }])(
      'refuses %j',
      async (body) => {
        expect((await ask(`${rulePath}/toggle`, { method: 'POST', body })).status).toBe(422)
        expect((await ask(rulePath)).json.data).toEqual(rule)
      },
    )

    it('counts every change of concurrent toggles', async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => toggle(index % 2 === 0)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      const versions = answers.map(({ json }) => json.data.version as number)
      const { version, isActive } = (await ask(rulePath)).json.data
      expect(version).toBe(Math.max(...versions))
      // Every version is one value of the switch: no change was lost, and none counted twice.
      const byVersion = new Map(answers.map(({ json }) => [json.data.version, json.data.isActive]))
      expect([...byVersion].every(([at, active]) => active === ((at - rule.version) % 2 === 0))).toBe(true)
      expect(isActive).toBe((version - rule.version) % 2 === 0)
    })
  })

  describe('follow up a response', () => {
    const response = sampleResponse()
    const path = `/surveys/nps/responses/${response.id}`
    const follow = (body: object, o: object = {}) => ask(path, { method: 'PATCH', body, ...o })
    beforeEach(() => saveRecords(database, 'npsResponses', [response]))

    it('keeps state and completion in step, is found by state, and is logged', async () => {
      const given = { followUpState: 'handled', followUpOwner: 'Maria Kowalska', followUpNote: 'Called back.' }
      const { status, json } = await follow(given)
      expect([status, json.data]).toEqual([200, { ...response, ...given, followUpCompleted: true }])
      const found = await ask('/surveys/nps/responses?followUpState=handled&limit=100')
      expect(found.json.data).toContainEqual(json.data)
      expect((await follow({ followUpState: 'in_progress' })).json.data.followUpCompleted).toBe(false)
      const events = await ask(`/audit-events?resource=nps-responses&recordId=${response.id}`)
      expect(events.json.data).toMatchObject([
        { before: { followUpState: 'handled' }, after: { followUpState: 'in_progress' } },
        { operation: 'PATCH /surveys/nps/responses/:id', before: { followUpState: 'waiting' }, after: given },
      ])
    })

    it.each(['Resp_4A', 'FD27E6BA-31C1-4F0A-9F5B-0C3B5B9A7C11'])('is logged by its ID %s', async (id) => {
      await saveRecords(database, 'npsResponses', [sampleResponse({ id })])
      expect(
        (await ask(`/surveys/nps/responses/${id}`, { method: 'PATCH', body: { followUpNote: 'Hi' } })).status,
      ).toBe(200)
      const events = await ask(`/audit-events?resource=nps-responses&recordId=${id}`)
      expect(events.json.data).toMatchObject([{ recordId: id, after: { followUpNote: 'Hi' } }])
    })

    it('keeps a response that is sent back as it was read, and no null in place of a state', async () => {
      const quiet = sampleResponse({ followUpRequired: false, followUpState: null })
      await saveRecords(database, 'npsResponses', [quiet])
      const own = await ask(`/surveys/nps/responses/${quiet.id}`, { method: 'PATCH', body: quiet })
      expect([own.status, own.json.data]).toEqual([200, quiet])
      const refused = await follow({ followUpState: null })
      expect([refused.status, refused.json.detail]).toEqual([
        422,
        'followUpState must be one of waiting, in_progress, handled; it was null. Nothing was changed.',
      ])
    })

    it('needs nps:write and the scope of reading, and changes nothing that someone else has changed or that is empty', async () => {
      const key = await testApi.makeKey(['nps-responses:read'])
      expect((await follow({ followUpState: 'handled' }, { key })).status).toBe(403)
      const blind = await follow({}, { key: await testApi.makeKey(['nps:write']) })
      expect([blind.status, blind.json.detail]).toEqual([403, expect.stringContaining('nps-responses:read')])
      const etag = (await ask(path)).headers.get('etag') ?? ''
      expect((await follow({})).json.data).toEqual(response)
      await follow({ followUpOwner: 'Ada' })
      const late = await follow({ followUpOwner: 'Grace' }, { headers: { 'if-match': etag } })
      expect([late.status, late.json.current.followUpOwner]).toEqual([412, 'Ada'])
    })
  })

  describe('share a view', () => {
    const view = { list: '/devices', name: 'Out of warranty', query: 'warrantyBefore=2026-11-25' }
    const share = (body: object = view, o: object = {}) => ask('/views', { method: 'POST', body, ...o })
    const change = (id: string, body: object, o: object = {}) => ask(`/views/${id}`, { method: 'PATCH', body, ...o })
    const remove = (id: string, o: object = {}) => ask(`/views/${id}/remove`, { method: 'POST', body: {}, ...o })
    const namesFor = async (key?: string) => {
      const { json } = await ask('/views?list=/devices&limit=100', key ? { key } : {})
      expect(json.pagination.totalCount).toBe(json.data.length)
      return json.data.map(({ name }: { name: string }) => name)
    }
    beforeEach(() => sql`delete from shared_views`.execute(database.sql))

    it('shows it to everyone who may read its list, says who shared it, and logs every write', async () => {
      const bo = await testApi.makeKey(['devices:read', 'views:write'], { name: 'Bo Lind' })
      const reader = await testApi.makeKey(['devices:read'])
      const stranger = await testApi.makeKey(['companies:read', 'views:write'])
      const { status, json } = await share(view, { key: bo })
      expect([status, json.data]).toMatchObject([200, { ...view, sharedBy: 'Bo Lind' }])
      const { id } = json.data
      expect(await namesFor(reader)).toEqual([view.name])
      expect(await namesFor(stranger)).toEqual([])
      for (const answer of [
        await ask(`/views/${id}`, { key: stranger }),
        await change(id, { name: 'Mine' }, { key: stranger }),
        await remove(id, { key: stranger, headers: { 'if-match': '"old"' } }),
        await share({ ...view, name: 'Theirs' }, { key: stranger }),
      ])
        expect([answer.status, answer.json.detail]).toEqual([403, expect.stringContaining('/devices')])

      await change(id, { name: 'Expired', query: '' })
      expect(await namesFor(reader)).toEqual(['Expired'])
      expect((await remove(id)).json.data).toMatchObject({ id, name: 'Expired', sharedBy: 'Bo Lind' })
      expect(await namesFor(reader)).toEqual([])
      expect((await ask(`/views/${id}`)).status).toBe(404)
      expect((await remove(id)).status).toBe(404)
      const events = await ask(`/audit-events?resource=views&recordId=${id}`)
      expect(events.json.data).toMatchObject([
        { operation: 'POST /views/:id/remove', before: { name: 'Expired' }, after: {} },
        { operation: 'PATCH /views/:id', before: { name: view.name }, after: { name: 'Expired', query: '' } },
        { operation: 'POST /views', key: { name: 'Bo Lind' }, before: {}, after: view },
      ])
      for (const key of [stranger, bo])
        expect((await ask('/audit-events?resource=views', { key })).json.pagination.totalCount).toBe(0)
    })

    it('needs views:write, and two views of a list have two names', async () => {
      const { id } = (await share()).json.data
      const reader = await testApi.makeKey(['devices:read'])
      for (const answer of [
        await share({ ...view, name: 'Other' }, { key: reader }),
        await change(id, { name: 'Other' }, { key: reader }),
        await remove(id, { key: reader }),
      ])
        expect([answer.status, answer.json.detail]).toEqual([403, expect.stringContaining('views:write')])
      const other = (await share({ ...view, name: 'Other' })).json.data
      for (const answer of [await share(), await change(other.id, { name: view.name })])
        expect([answer.status, answer.json.detail]).toEqual([
          409,
          'A shared view of this list is already called “Out of warranty”. Choose another name, or replace that view. Nothing was changed.',
        ])
      expect(await namesFor()).toEqual(['Other', view.name])
      expect((await share({ ...view, list: '/budgets' })).status).toBe(200)
    })

    it('changes and removes nothing that someone else has changed', async () => {
      const shared = await share()
      const { id } = shared.json.data
      const etag = shared.headers.get('etag') ?? ''
      expect((await change(id, { name: 'Renamed' }, { headers: { 'if-match': etag } })).status).toBe(200)
      const headers = { 'if-match': etag }
      for (const late of [await change(id, { name: 'Late' }, { headers }), await remove(id, { headers })])
        expect([late.status, late.json.current.name]).toEqual([412, 'Renamed'])
      expect((await change(id, {})).json.data.name).toBe('Renamed')
      expect(await namesFor()).toEqual(['Renamed'])
    })
  })

  describe('If-Match', () => {
    it('lets exactly one of two editors save, and returns the current record to the other', async () => {
      const etag = (await ask(companyPath)).headers.get('etag') ?? ''
      const edits = ['Ada', 'Grace', 'Edsger'].map((name) =>
        ask(companyPath, { body: { name }, headers: { 'if-match': etag } }),
      )
      const answers = await Promise.all(edits)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
      const winner = answers.find(({ status }) => status === 200)
      for (const { json, headers } of answers.filter(({ status }) => status === 412)) {
        expect(json.current).toEqual(winner?.json.data)
        expect(headers.get('etag')).toBe(winner?.headers.get('etag'))
      }
    })

    it('accepts the latest ETag, a list that contains it, and *', async () => {
      const etag = (await ask(companyPath)).headers.get('etag') ?? ''
      const renamed = await ask(companyPath, { body: { name: 'One' }, headers: { 'if-match': `"x", ${etag}` } })
      const again = { 'if-match': renamed.headers.get('etag') ?? '' }
      expect((await ask(companyPath, { body: { name: 'Two' }, headers: again })).status).toBe(200)
      expect((await ask(companyPath, { body: { name: 'Three' }, headers: { 'if-match': '*' } })).status).toBe(200)
      expect((await ask(companyPath, { body: { name: 'Four' }, headers: again })).status).toBe(412)
    })
  })

  it.each([
    ['If-Match', 'unquoted'],
    ['If-Match', ''],
    ['If-Match', '*, "x"'],
    ['If-Match', '"x" "y"'],
    ['If-None-Match', 'unquoted'],
  ])('refuses a malformed %s, which says nothing about the record: %s', async (name, value) => {
    const before = (await ask(companyPath)).json.data
    const { status, json } = await ask(companyPath, { body: { name: 'New' }, headers: { [name]: value } })
    expect([status, json.errors]).toEqual([
      400,
      [{ in: 'header', path: name, message: expect.stringContaining('double quotes'), received: value }],
    ])
    expect((await ask(companyPath, { headers: { [name]: value } })).json.data).toEqual(before)
  })

  describe('If-None-Match', () => {
    it('refuses a write to a record that exists, or that has this ETag', async () => {
      const etag = (await ask(companyPath)).headers.get('etag') ?? ''
      const before = (await ask(companyPath)).json.data
      for (const tag of ['*', etag, `"x", W/${etag}`]) {
        const refused = await ask(companyPath, { body: { name: 'New' }, headers: { 'if-none-match': tag } })
        expect([refused.status, refused.json.title]).toEqual([412, 'Excluded by If-None-Match'])
        expect([refused.json.current, refused.headers.get('etag')]).toEqual([before, etag])
      }
      expect((await ask(companyPath)).json.data).toEqual(before)
      expect((await ask(companyPath, { body: { name: 'New' }, headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    })
  })
})
