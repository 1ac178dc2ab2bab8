import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { basePath } from '../../contract/core/base-path'
import { scopes } from '../../contract/core/scopes'
import type { Database } from '../db/database'
import { saveRecords } from '../resources/save-records'
import { createTestApi, engines, sampleCompany, sampleRule, type TestApi } from '../testing/server'
import { thorough } from '../testing/thorough'
import { problemFromError } from './error-to-problem'
import { authenticateBatch, createOwnKey, currentVersions, hasKeys, setAdminKey } from './keys'

describe.each(engines)('Keys on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  const ask: TestApi['ask'] = (path, sent) => testApi.ask(path, sent)
  const post = (path: string, body: object = {}, key?: string) =>
    ask(path, { method: 'POST', body, ...(key && { key }) })
  const works = async (key: string) => (await ask('/me', { key })).status === 200

  beforeAll(async () => {
    database = await open()
    expect(await hasKeys(database)).toBe(false)
    testApi = await createTestApi(database)
    expect(await hasKeys(database)).toBe(true)
  })
  afterAll(() => database.close())

  it('are kept as a hash only', async () => {
    const { rows } = await sql<{ row: string }>`select k::text as row from api_keys k`.execute(database.sql)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(testApi.everything))).toBe(false)
  })

  it('are created, shown once, listed without the key, used and revoked at once', async () => {
    const made = await post('/api-keys', { name: 'Wall screen', scopes: ['reports:read'] })
    expect(made.status).toBe(200)
    const { key, ...listed } = made.json.data
    expect(listed).toMatchObject({
      name: 'Wall screen',
      prefix: key.slice(0, 10),
      scopes: ['reports:read'],
      createdBy: 'Tests',
      revokedAt: null,
      lastUsedAt: null,
    })
    const days = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / (24 * 60 * 60 * 1000)
    expect(days).toBeCloseTo(365, 3)
    expect((await ask('/api-keys')).text).not.toContain(key)

    expect((await ask('/reports', { key })).status).toBe(200)
    const lastUsedAt = async () =>
      (await ask('/api-keys')).json.data.find(({ id }: { id: string }) => id === listed.id).lastUsedAt
    await expect.poll(lastUsedAt).not.toBeNull()

    const revoked = await post(`/api-keys/${listed.id}/revoke`)
    expect(revoked.json.data.revokedAt).not.toBeNull()
    expect(await works(key)).toBe(false)
    expect((await post(`/api-keys/${listed.id}/revoke`)).json.data).toEqual(revoked.json.data)
    expect((await post(`/api-keys/${listed.id}/rotate`)).status).toBe(409)
  })

  describe('revoked while a write of theirs arrives', () => {
    afterEach(() => void vi.restoreAllMocks())

    /** Sends a write's body only after its key has been looked up and revoked. */
    const heldOpen = async (path: string, method: string, body: object, seconds: number) => {
      const key = await testApi.makeKey(['keys:manage', 'companies:write'], { name: 'Held' })
      const listed = (await ask('/api-keys')).json.data.find(({ prefix }: { prefix: string }) => key.startsWith(prefix))
      let begin = (_: ReadableStreamDefaultController) => {}
      const isRead = new Promise<ReadableStreamDefaultController>((resolve) => {
        begin = resolve
      })
      const answer = testApi.api.request(`${basePath}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: new ReadableStream({ pull: (controller) => begin(controller) }, { highWaterMark: 0 }),
        duplex: 'half',
      } as RequestInit)
      const controller = await isRead
      await post(`/api-keys/${listed.id}/revoke`)
      const now = performance.now.bind(performance)
      vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000)
      controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
      controller.close()
      return (await answer).status
    }

    it.each([0, 2])('make no other key, %i seconds later', async (seconds) => {
      const name = `After ${seconds} seconds`
      expect(await heldOpen('/api-keys', 'POST', { name, scopes: ['companies:write'] }, seconds)).toBe(401)
      expect((await ask('/api-keys')).text).not.toContain(name)
    })

    it('change no record', async () => {
      const company = sampleCompany()
      await saveRecords(database, 'companies', [company])
      expect(await heldOpen(`/companies/${company.id}`, 'PUT', { name: 'Held open' }, 2)).toBe(401)
      expect((await ask(`/companies/${company.id}`)).json.data.name).toBe(company.name)
    })
  })

  it('are rotated with an overlap in which both work', async () => {
    const old = (await post('/api-keys', { name: 'Sync', scopes: ['companies:read'], expiresAt: null })).json.data
    const next = (await post(`/api-keys/${old.id}/rotate`, { overlapHours: 2 })).json.data
    expect(next).toMatchObject({ name: 'Sync', scopes: ['companies:read'], expiresAt: null })
    expect(await works(old.key)).toBe(true)
    expect(await works(next.key)).toBe(true)
    // As a client repeats the request: its successor would end with the overlap.
    const repeated = await post(`/api-keys/${old.id}/rotate`)
    expect(repeated.status).toBe(409)
    const rotated =
      /^This key was rotated on \d+ \w+ \d{4}\. Use its successor \(\S+…\)\. If nobody has that key, revoke it and create a new one\.$/
    expect(repeated.json.detail).toMatch(rotated)
    const again = (await post(`/api-keys/${next.id}/rotate`, { overlapHours: 0 })).json.data
    expect(await works(next.key)).toBe(false)
    expect(await works(again.key)).toBe(true)
  })

  it('expire in the year 9999 at the latest, rotated ones too', async () => {
    const expiresAt = '9999-12-31T23:59:59.999Z'
    const last = (await post('/api-keys', { name: 'Lasting', scopes: ['reports:read'], expiresAt })).json.data
    const next = (await post(`/api-keys/${last.id}/rotate`)).json.data
    expect(next.expiresAt).toBe(expiresAt)
    expect((await ask('/me', { key: next.key })).json.data.expiresAt).toBe(expiresAt)
  })

  it('hold each scope once', thorough, async () => {
    const refused = await post('/api-keys', { name: 'x', scopes: ['reports:read', 'reports:read'] })
    expect(refused.status).toBe(422)
    expect(refused.json.errors).toMatchObject([
      { path: 'scopes', message: expect.stringMatching(/^scopes must name each scope once/) },
    ])
  })

  it('grant no scope that their creator lacks', async () => {
    const manager = await testApi.makeKey(['keys:manage', 'reports:read'], { name: 'Office' })
    expect((await post('/api-keys', { name: 'x', scopes: ['reports:read'] }, manager)).status).toBe(200)
    const refused = await post('/api-keys', { name: 'x', scopes: ['reports:read', 'companies:write'] }, manager)
    expect(refused.status).toBe(403)
    expect(refused.json.detail).toContain('“Office” lacks companies:write')
    const wide = (await post('/api-keys', { name: 'wide', scopes: ['companies:write'] })).json.data
    expect((await post(`/api-keys/${wide.id}/rotate`, {}, manager)).status).toBe(403)
    expect(
      (await post('/api-keys', { name: 'x', scopes: ['reports:read'] }, await testApi.makeKey(['reports:read'])))
        .status,
    ).toBe(403)
  })

  describe('created by a key that expires', () => {
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    const end = inDays(30)
    let manager: string
    beforeAll(async () => {
      manager = await testApi.makeKey(scopes, { name: 'Contractor', expiresAt: end })
    })

    it.each([
      ['null, for never', null],
      ['a millisecond later', new Date(end.getTime() + 1).toISOString()],
      ['a year later', inDays(365).toISOString()],
    ])('never expire later than it: %s', async (_, expiresAt) => {
      const before = (await ask('/api-keys')).json.pagination.totalCount
      const refused = await post('/api-keys', { name: 'x', scopes: ['reports:read'], expiresAt }, manager)
      expect(refused.status).toBe(422)
      expect(refused.json.errors).toEqual([
        { in: 'body', path: 'expiresAt', message: expect.any(String), received: expiresAt },
      ])
      expect(refused.json.detail).toBe(
        `expiresAt must be ${end.toISOString()} or earlier, because the key “Contractor” that creates it expires then; it was ${JSON.stringify(expiresAt)}. Nothing was changed.`,
      )
      expect((await ask('/api-keys')).json.pagination.totalCount).toBe(before)
    })

    it('expire with it by default, or sooner', async () => {
      const made = async (expiresAt?: string) =>
        (await post('/api-keys', { name: 'x', scopes: ['reports:read'], expiresAt }, manager)).json.data.expiresAt
      expect(await made()).toBe(end.toISOString())
      expect(await made(end.toISOString())).toBe(end.toISOString())
      const sooner = inDays(7).toISOString()
      expect(await made(sooner)).toBe(sooner)
      expect(await made(sooner.toLowerCase())).toBe(sooner)
      const lasting = await testApi.makeKey(['keys:manage', 'reports:read'], { expiresAt: inDays(1000) })
      const usual = (await post('/api-keys', { name: 'x', scopes: ['reports:read'] }, lasting)).json.data
      expect(Date.parse(usual.expiresAt) - Date.parse(usual.createdAt)).toBeLessThan(366 * 24 * 60 * 60 * 1000)
    })

    it('are not rotated into a longer key, and the old one keeps working', async () => {
      const endless = (await post('/api-keys', { name: 'Sync', scopes: ['reports:read'], expiresAt: null })).json.data
      const refused = await post(`/api-keys/${endless.id}/rotate`, {}, manager)
      expect(refused.status).toBe(422)
      expect(refused.json.errors).toEqual([
        {
          in: 'body',
          path: 'expiresAt',
          message: expect.stringContaining('expires then; it was null.'),
          received: null,
        },
      ])
      const later = { expiresAt: inDays(31).toISOString() }
      expect((await post(`/api-keys/${endless.id}/rotate`, later, manager)).status).toBe(422)
      expect((await post(`/api-keys/${endless.id}/rotate`, { expiresAt: null }, manager)).status).toBe(422)
      const kept = (await ask('/api-keys?limit=100')).json.data.find(({ id }: { id: string }) => id === endless.id)
      expect(kept.expiresAt).toBeNull()

      const chosen = { expiresAt: end.toISOString(), overlapHours: 0 }
      const next = (await post(`/api-keys/${endless.id}/rotate`, chosen, manager)).json.data
      expect(next.expiresAt).toBe(chosen.expiresAt)
      expect(await works(endless.key)).toBe(false)
      expect(await works(next.key)).toBe(true)
    })

    it('reject an expiry in the past, when created and when rotated', async () => {
      const expiresAt = inDays(-1).toISOString()
      const made = await post('/api-keys', { name: 'x', scopes: ['reports:read'] })
      for (const path of ['/api-keys', `/api-keys/${made.json.data.id}/rotate`]) {
        const refused = await post(path, { ...(path === '/api-keys' && { name: 'x', scopes }), expiresAt })
        expect([refused.status, refused.json.errors[0].message]).toEqual([
          422,
          `expiresAt must be in the future; it was "${expiresAt}".`,
        ])
      }
    })
  })

  it('are revoked only by keys with all their scopes, or with every scope', async () => {
    const manager = await testApi.makeKey(['keys:manage', 'reports:read'], { name: 'Office' })
    const wide = (await post('/api-keys', { name: 'Wide', scopes: ['reports:read', 'budgets:write'] })).json.data
    const refused = await post(`/api-keys/${wide.id}/revoke`, {}, manager)
    expect(refused.status).toBe(403)
    expect(refused.json.detail).toContain('“Office” lacks budgets:write')
    expect(await works(wide.key)).toBe(true)

    const narrow = (await post('/api-keys', { name: 'Narrow', scopes: ['reports:read'] })).json.data
    expect((await post(`/api-keys/${narrow.id}/revoke`, {}, manager)).status).toBe(200)

    // As an older version may have left it: a scope that no key can be given any more.
    await sql`update api_keys set scopes = scopes || '{gone:read}' where id = ${wide.id}`.execute(database.sql)
    expect((await post(`/api-keys/${wide.id}/revoke`)).status).toBe(200)
    expect(await works(wide.key)).toBe(false)
  })

  describe('from QUARTERDECK_ADMIN_KEY', () => {
    const [first, second] = ['the-first-admin-key-of-32-characters', 'the-second-admin-key-of-32-characters']
    const listed = async () =>
      (await ask('/api-keys?limit=100')).json.data.filter(
        ({ name, createdBy }: { name: string; createdBy: null }) => name === 'Admin key' && createdBy === null,
      )

    it('exist after every start', async () => {
      await setAdminKey(database, first)
      await setAdminKey(database, first)
      expect(await works(first)).toBe(true)
      expect(await listed()).toMatchObject([{ scopes, expiresAt: null }])
    })

    it('expire when the variable is changed or removed, and work again when it is set back', async () => {
      await setAdminKey(database, second)
      expect([await works(first), await works(second)]).toEqual([false, true])
      await setAdminKey(database, undefined)
      expect([await works(first), await works(second)]).toEqual([false, false])
      await setAdminKey(database, first)
      expect([await works(first), await works(second)]).toEqual([true, false])
      expect(await works(testApi.everything)).toBe(true)
    })

    it('write nothing if nothing changes', async () => {
      const version = () =>
        sql<object>`select version, stamp from list_versions where name = 'api_keys'`.execute(database.sql)
      // Again where the last use of a key was noted meanwhile.
      await vi.waitFor(
        async () => {
          const before = await version()
          await setAdminKey(database, first)
          expect((await version()).rows).toEqual(before.rows)
        },
        { timeout: 60_000 },
      )
    })

    it('are not rotated through the API, which cannot change the variable', async () => {
      const [{ id }] = (await listed()).filter(({ expiresAt }: { expiresAt: null }) => expiresAt === null)
      const refused = await post(`/api-keys/${id}/rotate`)
      expect(refused.status).toBe(409)
      expect(refused.json.detail).toContain('QUARTERDECK_ADMIN_KEY')
      expect(await works(first)).toBe(true)
    })

    it('stay revoked', async () => {
      const [{ id }] = (await listed()).filter(({ expiresAt }: { expiresAt: null }) => expiresAt === null)
      await post(`/api-keys/${id}/revoke`)
      expect(await setAdminKey(database, first)).toMatch(
        /^The key in QUARTERDECK_ADMIN_KEY was revoked on \d{4}-\d\d-\d\d\. Set another, or remove the variable\.$/,
      )
      expect(await works(first)).toBe(false)
    })

    it('have an event in the audit log for each that begins or ends', async () => {
      const operations = async () =>
        (await ask('/audit-events?resource=keys&limit=100')).json.data.flatMap(
          (event: { key: { name: string } | null; operation: string; after: object }) =>
            event.key?.name === 'The server' ? [{ operation: event.operation, after: event.after }] : [],
        )
      const before = (await operations()).length
      const third = 'an-operator-s-third-key-of-this-installation'
      await setAdminKey(database, third)
      await setAdminKey(database, undefined)
      await setAdminKey(database, third)
      await createOwnKey(database, 'sign-in link', { name: 'Link', scopes: ['companies:read'], expiresAt: null })
      const made = (await operations()).slice(0, -before || undefined).toReversed()
      expect(made.filter(({ operation }: { operation: string }) => operation !== 'end admin key')).toMatchObject([
        { operation: 'set admin key', after: { name: 'Admin key', prefix: third.slice(0, 4), expiresAt: null } },
        { operation: 'restore admin key', after: { expiresAt: null } },
        { operation: 'sign-in link', after: { name: 'Link', scopes: ['companies:read'] } },
      ])
      expect(made.map(({ operation }: { operation: string }) => operation)).toContain('end admin key')
      expect(JSON.stringify(made)).not.toContain(third)
    })

    it('are no keys that can do less', async () => {
      await setAdminKey(database, second)
      const narrow = (await post('/api-keys', { name: 'Narrow', scopes: ['companies:read'] })).json.data
      expect(await setAdminKey(database, narrow.key)).toContain('is the API key “Narrow”')
      expect((await testApi.ask('/me', { key: narrow.key })).json.data.scopes).toEqual(['companies:read'])
    })
  })

  describe('have audit events', () => {
    const company = sampleCompany()
    const rule = sampleRule()
    beforeAll(async () => {
      await saveRecords(database, 'companies', [company])
      await saveRecords(database, 'automation', [rule])
    })
    const events = async (query: string, key?: string) =>
      (await ask(`/audit-events?${query}`, key ? { key } : {})).json.data

    it('with what a write changed, and none if it changed nothing', async () => {
      const key = await testApi.makeKey(['companies:write', 'companies:read'], { name: 'Back office' })
      await ask(`/companies/${company.id}`, { key, body: { employeeCount: 358, name: company.name } })
      await ask(`/companies/${company.id}`, { key, body: {} })
      await ask(`/companies/${company.id}`, { key, body: { employeeCount: -1 } })
      const [event, ...others] = await events(`resource=companies&recordId=${company.id}`)
      expect(others).toEqual([])
      expect(event).toMatchObject({
        key: { id: expect.any(String), name: 'Back office' },
        operation: 'PUT /companies/:id',
        before: { employeeCount: 342, updatedAt: company.updatedAt },
        after: { employeeCount: 358, updatedAt: expect.any(String) },
      })
      expect(Object.keys(event.after).sort()).toEqual(['employeeCount', 'updatedAt'])
      expect(await events(`keyId=${event.key.id}`)).toHaveLength(1)
    })

    it('that are visible only with the scope of the record', async () => {
      await post(`/automation/${rule.id}/toggle`, { isActive: false })
      const reader = await testApi.makeKey(['automation:read'])
      const resources = (await events('limit=100', reader)).map(({ resource }: { resource: string }) => resource)
      expect(resources).toEqual(['automation'])
      expect(await events('resource=companies', reader)).toEqual([])
    })

    it('for keys too, without the key itself', async () => {
      const made = (await post('/api-keys', { name: 'Traced', scopes: ['goals:read'] })).json.data
      const [event] = await events(`resource=keys&recordId=${made.id}`)
      expect(event).toMatchObject({ operation: 'POST /api-keys', before: {}, after: { name: 'Traced' } })
      expect(JSON.stringify(event)).not.toContain(made.key)
    })
  })
})

it('an engine that returns no row is reported as unavailable', async () => {
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const failing: Pick<Database, 'sql' | 'interrupt' | 'transaction'> = {
    sql: new Kysely<unknown>({ dialect }),
    interrupt: () => {},
    transaction: () => Promise.reject(new Error('Nothing is written.')),
  }
  for (const look of [() => authenticateBatch(failing)('qd_key'), currentVersions(failing)]) {
    const error: Error = await look().then(
      () => new Error('It was answered.'),
      (error) => error,
    )
    expect(problemFromError(error)).toMatchObject({ status: 503, title: 'Database away' })
  }
})
