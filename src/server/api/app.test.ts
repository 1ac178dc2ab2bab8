import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database'
import { createApi } from '../public-api'
import { saveRecords } from '../resources/save-records'
import { createTestApi, engines, sampleCompany, sampleRule, type TestApi } from '../testing/server'

type Example = { type: string; title: string; status: number }
type Documented = { content: { 'application/problem+json': { example: Example } } }

describe.each(engines)('The API on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  const ask: TestApi['ask'] = (path, sent) => testApi.ask(path, sent)
  const company = sampleCompany({ name: 'Kestrel Insurance Brokers' })
  const rule = sampleRule({ companyIds: [company.id] })

  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await saveRecords(database, 'companies', [company])
    await saveRecords(database, 'automation', [rule])
  })
  afterAll(() => database.close())

  describe('authenticates first', () => {
    it.each(['/companies', '/nowhere', '/companies/%ZZ', '/companies?limit=0', ''])('on %s', async (path) => {
      for (const key of [null, 'wrong', 'qd_']) {
        const { status, headers, json } = await ask(path, { key })
        expect(status).toBe(401)
        expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
        expect(json).toMatchObject({ status: 401, type: '/problems/not-signed-in' })
      }
    })

    it('on every path except the OpenAPI document', async () => {
      for (const key of [null, 'wrong']) {
        const { status, headers, json } = await ask('/openapi.json', { key })
        expect([status, headers.get('content-type'), json.openapi]).toEqual([200, 'application/json', '3.1.0'])
        const etag = headers.get('etag') ?? ''
        expect((await ask('/openapi.json', { key, headers: { 'if-none-match': etag } })).status).toBe(304)
        expect((await ask('/openapi.json', { key, method: 'HEAD' })).status).toBe(200)
        for (const path of ['/openapi.json/', '/openapi', '/openapi.json/companies', '/OpenAPI.json'])
          expect([path, (await ask(path, { key })).status]).toEqual([path, 401])
        expect((await ask('/openapi.json', { key, method: 'POST', body: {} })).status).toBe(401)
      }
    })

    it('accepts Bearer in any case, and a key only in the header', async () => {
      const { everything } = testApi
      expect((await ask('/companies', { key: null, headers: { authorization: `bEaReR ${everything}` } })).status).toBe(
        200,
      )
      expect((await ask(`/companies?key=${everything}`, { key: null })).status).toBe(401)
      expect((await ask('/companies', { key: null, headers: { cookie: `key=${everything}` } })).status).toBe(401)
      expect((await ask('/companies', { key: null, headers: { authorization: everything } })).status).toBe(401)
    })

    it('answers unknown, expired and revoked keys alike', async () => {
      const expired = await testApi.makeKey(['companies:read'], { expiresAt: new Date(Date.now() - 1000) })
      const body = async (key: string) => {
        const { requestId, ...details } = (await ask('/companies', { key })).json
        return details
      }
      expect(await body(expired)).toEqual(await body('unknown'))
    })

    it('names the scope that a key lacks', async () => {
      const narrow = await testApi.makeKey(['automation:read'], { name: 'Wall screen' })
      expect((await ask('/automation', { key: narrow })).status).toBe(200)
      const refused = await ask(`/automation/${rule.id}/toggle`, {
        key: narrow,
        method: 'POST',
        body: { isActive: false },
      })
      expect(refused.status).toBe(403)
      expect(refused.json.detail).toContain('“Wall screen” lacks the scope automation:write')
      expect((await ask(`/automation/${rule.id}`)).json.data.version).toBe(rule.version)
    })

    it('returns a key its own name and scopes', async () => {
      const key = await testApi.makeKey(['reports:read'], { name: 'Reporting' })
      expect((await ask('/me', { key })).json.data).toEqual({
        kind: 'key',
        name: 'Reporting',
        prefix: key.slice(0, 10),
        email: null,
        userId: null,
        roles: [],
        scopes: ['reports:read'],
        expiresAt: null,
      })
    })
  })

  describe('refuses with problem details', () => {
    it.each([
      ['/companies?limit=101', 400, 'limit', '101'],
      ['/companies?limit=0', 400, 'limit', '0'],
      ['/companies?page=1.5', 400, 'page', '1.5'],
      ['/companies?page=-3', 400, 'page', '-3'],
      ['/companies?page=9007199254740993', 400, 'page', '9007199254740993'],
      ['/companies?orderBy=drop', 400, 'orderBy', 'drop'],
      ['/companies?status=', 400, 'status', ''],
      ['/companies?search=%00', 400, 'search', '\0'],
      ['/companies/users?companyId=7', 400, 'companyId', '7'],
      ['/companies/users?limit=51', 400, 'limit', '51'],
      ['/surveys/nps/responses?dateFrom=2026-02-30', 400, 'dateFrom', '2026-02-30'],
      ['/automation?isActive=yes', 400, 'isActive', 'yes'],
    ])('%s', async (path, status, name, received) => {
      const answer = await ask(path)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(answer.json).toMatchObject({ status, type: '/problems/malformed-request', title: 'Malformed request' })
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
      expect(answer.json.errors).toEqual([
        { in: 'query', path: name, message: expect.stringContaining(`${name} must be`), received },
      ])
      expect(answer.json.detail).toContain(JSON.stringify(received))
    })

    it.each([
      ['GET', '/companies?limit=0', {}],
      ['GET', '/companies', { key: 'wrong' }],
      ['GET', '/devices/no-such-device', {}],
      ['PUT', `/companies/${company.id}`, { body: { name: 'x' }, headers: { 'if-match': '"other"' } }],
      ['PUT', `/companies/${company.id}`, { body: `"${'x'.repeat(1024 * 1024)}"` }],
      ['PUT', `/companies/${company.id}`, { body: '{}', headers: { 'content-type': 'text/plain' } }],
      ['PUT', `/companies/${company.id}`, { body: { name: 7 } }],
    ])('%s %s %#, with the type and title that the OpenAPI document gives', async (method, path, sent) => {
      const { status, json } = await ask(path, { method, ...sent })
      const documented = Object.values((await ask('/openapi.json')).json.components.responses).map(
        (response) => (response as Documented).content['application/problem+json'].example,
      )
      const example = documented.find((one) => one?.status === status)
      expect([json.type, json.title]).toEqual([example?.type, example?.title])
    })

    it('an unknown parameter, suggesting the right one', async () => {
      expect((await ask('/companies?order_by=name')).json.detail).toBe(
        'Unknown parameter "order_by". Did you mean orderBy?',
      )
      expect((await ask('/companies?zebra=1')).json.detail).toContain('Known: page, limit, orderBy')
      for (const path of [`/companies/${company.id}?page=1`, '/openapi.json?page=1'])
        expect([path, (await ask(path)).status]).toEqual([path, 400])
    })

    it.each(['%zz', '%ff', 'a=%', '%F0%9F'])('the broken escape in search=%j', async (sent) => {
      const { status, json } = await ask(`/companies?limit=1&search=${sent}`)
      expect(status).toBe(400)
      expect(json.errors).toEqual([
        { in: 'query', path: 'search', message: expect.stringContaining(`it was "${sent}"`), received: sent },
      ])
    })

    it('an offset whose + arrives as a space, saying how to write it', async () => {
      const sent = '/surveys/nps/responses?limit=1&dateFrom=2026-01-01T00:00:00'
      const { status, json } = await ask(`${sent}+05:30`)
      expect([status, json.detail]).toEqual([400, expect.stringMatching(/it was ".* 05:30"\. .*write it as %2B\.$/)])
      expect((await ask(`${sent}%2B05:30`)).status).toBe(200)
      expect((await ask(sent)).json.detail).not.toContain('%2B')
    })

    it('a repeated parameter', async () => {
      const { status, json } = await ask('/companies?page=1&page=2')
      expect([status, json.detail]).toEqual([400, 'page must appear once, but appears 2 times.'])
      const list = await ask(`/companies?ids=${company.id}&ids=${company.id}`)
      expect(list.json.detail).toBe('ids must appear once, with commas between its values, but appears 2 times.')
    })

    it.each([
      ['/companies/', 404],
      ['//companies', 404],
      ['/Companies', 404],
      ['/companies/%ZZ', 400],
      ['/companies/7', 400],
      ['/companies/5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3', 404],
      ['/devices/no-such-device', 404],
      [`/devices/${'x'.repeat(256)}`, 400],
      ['/dashboards/external/7', 404],
      ['/surveys/nps/7', 404],
      ['/nowhere', 404],
    ])('the path %s with %i and no redirect', async (path, status) => {
      const answer = await ask(path)
      expect([answer.status, answer.json.status]).toEqual([status, status])
    })

    it('a path that does not exist, as it was sent', async () => {
      expect((await ask('/nothing%20x')).json.detail).toContain('/nothing%20x.')
    })

    it('a method that a path does not support, naming those it does', async () => {
      const onList = await ask('/companies', { method: 'DELETE' })
      expect([onList.status, onList.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      const onToggle = await ask(`/automation/${rule.id}/toggle`)
      expect([onToggle.status, onToggle.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      for (const method of ['POST', 'DELETE']) {
        const onDocument = await ask('/openapi.json', { method })
        expect([onDocument.status, onDocument.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      }
      const onLiteral = await ask('/companies/users', { body: {} })
      expect([onLiteral.status, onLiteral.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    })

    it.each([
      ['nothing', '', 'application/json', 400],
      ['half a body', '{"name":', 'application/json', 400],
      ['a list', '[]', 'application/json', 422],
      ['null', 'null', 'application/json', 422],
      ['a very deep body', '['.repeat(200_000), 'application/json', 400],
      ['a form', 'name=x', 'application/x-www-form-urlencoded', 415],
      ['plain text', '{}', 'text/plain', 415],
      ['a body over 1 MiB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 'application/json', 413],
      ['a polluting body', '{"__proto__":{"name":"x"}}', 'application/json', 422],
    ])('%s, changing nothing', async (_, body, type, status) => {
      const answer = await ask(`/companies/${company.id}`, { method: 'PUT', body, headers: { 'content-type': type } })
      expect([answer.status, answer.json.status]).toEqual([status, status])
      expect((await ask(`/companies/${company.id}`)).json.data).toEqual(company)
    })

    it.each(['gzip', 'br', 'GZIP, identity', 'x-unknown'])(
      'a body in the encoding %s, changing nothing',
      async (encoding) => {
        const key = (await ask('/api-keys', { method: 'POST', body: { name: 'Old', scopes: ['reports:read'] } })).json
          .data
        const writes = [
          ['PUT', `/companies/${company.id}`, { name: 'Renamed' }],
          ['PATCH', `/budgets/${company.id}`, { title: 'Renamed' }],
          ['POST', `/automation/${rule.id}/toggle`, { isActive: !rule.isActive }],
          ['POST', '/api-keys', { name: 'New', scopes: ['reports:read'] }],
          ['POST', `/api-keys/${key.id}/rotate`, {}],
          ['POST', `/api-keys/${key.id}/revoke`, {}],
        ] as const
        const before = await Promise.all(['/companies', '/automation', '/api-keys'].map((path) => ask(path)))
        for (const [method, path, body] of writes) {
          const refused = await ask(path, { method, body, headers: { 'content-encoding': encoding } })
          expect([path, refused.status, refused.json.type]).toEqual([path, 415, '/problems/unsupported-media-type'])
          expect(refused.json.detail).toContain(`it was ${encoding}`)
          expect(refused.headers.get('accept-encoding')).toBe('identity')
        }
        const after = await Promise.all(['/companies', '/automation', '/api-keys'].map((path) => ask(path)))
        expect(after.map(({ json }) => json)).toEqual(before.map(({ json }) => json))
      },
    )

    it('no body that says it is not encoded', async () => {
      const headers = { 'content-encoding': 'Identity' }
      expect((await ask(`/companies/${company.id}`, { body: {}, headers })).status).toBe(200)
    })

    it('bytes that are not UTF-8', async () => {
      const answer = await testApi.api.request(`/api/public/v1/companies/${company.id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${testApi.everything}`, 'content-type': 'application/json' },
        body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      })
      expect(answer.status).toBe(400)
    })
  })

  describe('speaks HTTP', () => {
    it('answers HEAD as GET without the body', async () => {
      const get = await ask('/companies')
      const head = await ask('/companies', { method: 'HEAD' })
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')])
    })

    it('answers the preflight without a key', async () => {
      const { status, headers } = await ask('/companies', {
        method: 'OPTIONS',
        key: null,
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
      })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-headers')).toMatch(/authorization/i)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    })

    it.each(['*', ['https://tools.example', 'https://elsewhere.example'], ['https://tools.example']] as const)(
      'lets scripts of %s read it',
      async (sites) => {
        const api = createApi({
          database,
          log: pino({ level: 'silent' }),
          sites: sites === '*' ? sites : [...sites],
        })
        const origin = 'https://elsewhere.example'
        const answers = await Promise.all(
          ['OPTIONS', 'GET'].map((method) =>
            api.request('/api/public/v1/companies', {
              method,
              headers: { origin, 'access-control-request-method': 'GET' },
            }),
          ),
        )
        const allowed = sites === '*' ? '*' : sites.length > 1 ? origin : null
        for (const { headers } of answers) {
          expect(headers.get('access-control-allow-origin')).toBe(allowed)
          expect(headers.get('vary')?.includes('Origin') ?? false).toBe(sites !== '*')
        }
      },
    )

    it('keeps a valid request id and replaces any other', async () => {
      const sent = async (id: string) =>
        (await ask('/companies', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
      expect(await sent('ticket-4711')).toBe('ticket-4711')
      expect(await sent('<script>')).not.toBe('<script>')
      expect((await ask('/nowhere')).headers.get('x-request-id')).toMatch(/./)
    })

    it('answers 304 to a current ETag, and 200 once the data has changed', async () => {
      const first = await ask(`/automation/${rule.id}`)
      const etag = first.headers.get('etag') ?? ''
      expect((await ask(`/automation/${rule.id}`, { headers: { 'if-none-match': `"other", W/${etag}` } })).status).toBe(
        304,
      )
      await ask(`/automation/${rule.id}/toggle`, { method: 'POST', body: { isActive: !first.json.data.isActive } })
      expect((await ask(`/automation/${rule.id}`, { headers: { 'if-none-match': etag } })).status).toBe(200)
    })
  })
})
