import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Scope, scopes } from '../../contract/core/scopes'
import { sessions } from '../../contract/sessions'
import { createKey, hashOf } from '../api/keys'
import type { Database } from '../db/database'
import { createApi } from '../public-api'
import { saveRecords } from '../resources/save-records'
import { behindLocalProxy } from '../testing/local-proxy'
import { openCopy, sampleCompany } from '../testing/server'
import { thorough } from '../testing/thorough'
import { createGateway } from './gateway'
import { createSessionSeal } from './sessions/seal'
import { createSignInCodes } from './sessions/sign-in-codes'
import { createDatabaseSessions } from './sessions/store'
import type { WebApp } from './visitor'

const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
const origin = 'http://quarterdeck.example'
const company = sampleCompany()
const companyPath = `/api/public/v1/companies/${company.id}`

let database: Database
let codes: ReturnType<typeof createSignInCodes>
let gateway: ReturnType<typeof createGateway>

beforeAll(async () => {
  database = await openCopy()
  await saveRecords(database, 'companies', [company])
})
afterAll(() => database.close())

beforeEach(() => {
  codes = createSignInCodes()
  gateway = instance()
})

/** All of them share the database and the secret. */
const instance = (webApp: WebApp | null = null) => {
  const api = createApi({ database, log })
  return createGateway({
    api: async (request, passed) => api.fetch(request, passed),
    seal: createSessionSeal('a secret of at least thirty-two characters'),
    sessions: createDatabaseSessions(database, 4),
    people: null,
    keySignIn: true,
    redeem: async (code) => (codes.redeem(code) ? makeKey() : null),
    webApp,
    upstream: null,
    ready: database.ready,
    hsts: 'max-age=31536000; includeSubDomains',
    clientAddress: (c) => c.req.header('test-address') ?? '192.0.2.1',
    connectionOf: behindLocalProxy,
    log,
  })
}

const makeKey = async (held: readonly Scope[] = scopes, expiresAt: Date | null = null) =>
  (await createKey(database, { name: 'Tests', scopes: held, expiresAt, createdBy: null })).key

const fromPage = { 'sec-fetch-site': 'same-origin' }

const signIn = (body: unknown, headers: Record<string, string> = fromPage) =>
  gateway.request(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const signOut = (cookie: string) =>
  gateway.request(`${origin}/session`, { method: 'DELETE', headers: { ...fromPage, cookie } })

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const signedIn = async (key: string) => cookieOf(await signIn({ key }))

describe('Signing in', () => {
  it('seals the key into a cookie that no script can read', async () => {
    const key = await makeKey()
    const response = await signIn({ key, remember: false })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ expiresAt: expect.any(String), server: { upstream: null } })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^quarterdeck_session=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain(key)
  })

  it('lasts until the browser closes, or twelve hours if remembered', async () => {
    const key = await makeKey()
    const [cookie = ''] = (await signIn({ key, remember: true })).headers.getSetCookie()
    const seconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
    expect(seconds).toBeGreaterThan(12 * 3600 - 60)
    expect(seconds).toBeLessThanOrEqual(12 * 3600)
  })

  it('expires no later than the key', async () => {
    const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)
    const response = await signIn({ key: await makeKey(scopes, expiresAt) })
    expect(await response.json()).toMatchObject({ expiresAt: expiresAt.toISOString() })
  })

  it('marks the cookie Secure over TLS', async () => {
    const response = await signIn({ key: await makeKey() }, { ...fromPage, 'x-forwarded-proto': 'https' })
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-quarterdeck_session=.*; Path=\/; HttpOnly; Secure; Same/,
    )
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  it('accepts a key pasted with spaces around it, and one with few scopes', async () => {
    expect((await signIn({ key: `  ${await makeKey(['companies:read'])}\n` })).status).toBe(200)
  })

  it.each(['qd_unknown', 'kéy', 'two words', ''])('refuses the key %j with a sentence', async (key) => {
    const response = await signIn({ key })
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      title: 'Key not accepted',
      detail: expect.stringMatching(/^This key is unknown/),
    })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each([{}, { key: 7 }, { key: 'a', code: 'b' }, 'key', null])('refuses the body %j', async (body) => {
    expect((await signIn(body)).status).toBe(400)
  })

  it('refuses a body larger than any key', async () => {
    expect((await signIn({ key: 'x'.repeat(20_000) })).status).toBe(413)
  })

  it('accepts a one-time code once', async () => {
    const code = codes.issue()
    const response = await signIn({ code })
    expect(response.status).toBe(200)
    const me = await gateway.request(`${origin}/api/public/v1/me`, {
      headers: { ...fromPage, cookie: cookieOf(response) },
    })
    expect(await me.json()).toMatchObject({ data: { name: 'Tests', scopes } })
    const again = await signIn({ code })
    expect(again.status).toBe(401)
    expect(await again.json()).toMatchObject({ title: 'Link not accepted' })
  })

  it('refuses other sites', async () => {
    const key = await makeKey()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}] as Record<
      string,
      string
    >[])
      expect((await signIn({ key }, headers)).status).toBe(403)
    expect((await signIn({ key }, { origin })).status).toBe(200)
  })

  it('is logged with the key’s name, refused or not, and never with the key', async () => {
    const key = await makeKey()
    lines.length = 0
    await signIn({ key: 'qd_wrong' })
    await signOut(await signedIn(key))
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('sign-'))
    expect(logged).toMatchObject([
      { msg: 'sign-in', status: 401, address: '192.0.2.1', time: expect.any(Number) },
      { msg: 'sign-in', status: 200, address: '192.0.2.1' },
      { msg: 'sign-out', status: 204, address: '192.0.2.1' },
    ])
    expect(lines.join('')).not.toMatch(/qd_wrong|quarterdeck_session/)
    expect(lines.join('')).not.toContain(key)
  })

  it('is blocked for an address after ten failures within a minute', async () => {
    const key = await makeKey()
    for (const _ of Array(10).keys()) expect((await signIn({ key: 'qd_wrong' })).status).toBe(401)
    const response = await signIn({ key })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn({ key }, { ...fromPage, 'test-address': '192.0.2.2' })).status).toBe(200)
  })
})

describe('A session', () => {
  it('returns its expiry, and ends when it is deleted', async () => {
    const cookie = await signedIn(await makeKey())
    const told = await gateway.request(`${origin}/session`, { headers: { cookie } })
    expect(await told.json()).toEqual({ expiresAt: expect.any(String), server: { upstream: null } })
    expect(told.headers.get('cache-control')).toBe('no-store')

    const ended = await gateway.request(`${origin}/session`, { method: 'DELETE', headers: { ...fromPage, cookie } })
    expect(ended.status).toBe(204)
    expect(ended.headers.getSetCookie()[0]).toMatch(/^quarterdeck_session=; Max-Age=0; Path=\//)
    expect(ended.headers.get('clear-site-data')).toBe('"cache"')
  })

  it('keeps its cookie when signing out could not end it', async () => {
    const cookie = await signedIn(await makeKey())
    await sql`alter table sessions rename to broken`.execute(database.sql)
    const failed = await Promise.resolve(signOut(cookie)).finally(() =>
      sql`alter table broken rename to sessions`.execute(database.sql),
    )
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect(failed.headers.getSetCookie()).toEqual([])
    expect(failed.headers.get('clear-site-data')).toBeNull()
    expect((await signOut(cookie)).status).toBe(204)
    expect((await gateway.request(`${origin}/session`, { headers: { cookie } })).status).toBe(401)
  })

  it.each([
    ['signing out', (cookie: string) => signOut(cookie)],
    ['signing in anew', async (cookie: string) => signIn({ key: await makeKey() }, { ...fromPage, cookie })],
  ])('that %s ended cannot be used with a copied cookie, on any instance', async (_, endWith) => {
    const key = await makeKey()
    const [cookie, another] = [await signedIn(key), await signedIn(key)]
    const tries = [gateway, instance()].flatMap((server) =>
      ['/session', companyPath].map((path) => async (sent: string) => {
        const response = await server.request(origin + path, { headers: { ...fromPage, cookie: sent } })
        return response.status
      }),
    )
    for (const attempt of tries) expect(await attempt(cookie)).toBe(200)
    await endWith(cookie)
    for (const attempt of tries) expect(await attempt(cookie)).toBe(401)
    for (const attempt of tries) expect(await attempt(another)).toBe(200)
  })

  it.each(['', 'quarterdeck_session=forged'])('does not exist with the cookie %j', async (cookie) => {
    const response = await gateway.request(`${origin}/session`, { headers: { cookie } })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ title: 'Not signed in' })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('reads and writes the API with the key', async () => {
    const cookie = await signedIn(await makeKey())
    const read = await gateway.request(origin + companyPath, { headers: { ...fromPage, cookie } })
    expect(await read.json()).toMatchObject({ data: { name: company.name } })
    const written = await gateway.request(origin + companyPath, {
      method: 'PUT',
      headers: { ...fromPage, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ industry: 'Cider' }),
    })
    expect(written.status).toBe(200)
    expect(await written.json()).toMatchObject({ data: { industry: 'Cider' } })
  })

  it('gets responses that browsers never store, while programs get private ones', async () => {
    const key = await makeKey()
    const cookie = await signedIn(key)
    const own = { authorization: `Bearer ${key}` }
    for (const [headers, kept] of [
      [{ ...fromPage, cookie }, 'no-store'],
      [{ cookie }, 'no-store'],
      [{ ...fromPage, cookie: 'quarterdeck_session=forged' }, 'no-store'],
      [{ 'sec-fetch-site': 'cross-site', ...own }, 'no-store'],
      [own, 'private, no-cache'],
      [{ cookie, ...own }, 'private, no-cache'],
    ] as [Record<string, string>, string][]) {
      const response = await gateway.request(origin + companyPath, { headers })
      expect(response.headers.get('cache-control'), JSON.stringify(headers)).toBe(kept)
      expect(response.headers.get('vary')).toContain('Cookie, Authorization')
    }
  })

  it('gets 304 for a response that has not changed', async () => {
    const cookie = await signedIn(await makeKey())
    const response = await gateway.request(origin + companyPath, { headers: { ...fromPage, cookie } })
    const again = await gateway.request(origin + companyPath, {
      headers: { ...fromPage, cookie, 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  describe('with compression', () => {
    const list = `${origin}/api/public/v1/companies?limit=100`
    const asking = async (headers: Record<string, string>, url = list, init: RequestInit = {}) =>
      gateway.request(url, { ...init, headers: { authorization: `Bearer ${await makeKey()}`, ...headers } })
    const decoded = {
      br: (body: ArrayBuffer) => brotliDecompressSync(body).toString(),
      gzip: (body: ArrayBuffer) => gunzipSync(body).toString(),
    }

    beforeAll(() =>
      saveRecords(
        database,
        'companies',
        Array.from({ length: 10 }, () => sampleCompany()),
      ),
    )

    it.each([
      ['br, gzip', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const)('answers a client that accepts %s in %s', async (accepted, encoding) => {
      const plain = await asking({})
      const text = await plain.text()
      const answer = await asking({ 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(decoded[encoding](await answer.arrayBuffer())).toBe(text)
      const etag = answer.headers.get('etag') ?? ''
      expect(etag).toBe(plain.headers.get('etag')?.replace(/"$/, `--qd-${encoding}"`))
      for (const { headers } of [plain, answer]) expect(headers.get('vary')).toContain('Accept-Encoding')

      const unchanged = await asking({ 'accept-encoding': accepted, 'if-none-match': etag })
      expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag])
      const head = await asking({ 'accept-encoding': accepted }, list, { method: 'HEAD' })
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
      const otherwise = await asking({ 'accept-encoding': 'identity', 'if-none-match': `"other", W/${etag}` })
      expect([otherwise.status, otherwise.headers.get('etag')]).toEqual([304, `W/${etag}`])
    })

    it.each(['', 'identity', 'gzip;q=0', 'deflate'])(
      'does not compress for a client that accepts “%s”',
      async (accepted) => {
        const answer = await asking(accepted ? { 'accept-encoding': accepted } : {})
        expect(answer.headers.has('content-encoding')).toBe(false)
        expect(await answer.json()).toMatchObject({ pagination: { page: 1 } })
      },
    )

    it('leaves small answers as they are', async () => {
      const answer = await asking({ 'accept-encoding': 'br' }, origin + companyPath)
      expect(answer.headers.has('content-encoding')).toBe(false)
      expect(await answer.json()).toMatchObject({ data: { id: company.id } })
    })

    it('accepts the ETag of a compressed record in If-Match', async () => {
      const long = sampleCompany()
      await saveRecords(database, 'companies', [{ ...long, website: `https://example.com/${'long/'.repeat(300)}` }])
      const url = `${origin}/api/public/v1/companies/${long.id}`
      const etag = (await asking({ 'accept-encoding': 'br' }, url)).headers.get('etag') ?? ''
      expect(etag).toMatch(/--qd-br"$/)
      const write = { method: 'PUT', body: '{"industry":"Cider"}' }
      const headers = { 'content-type': 'application/json', 'if-match': etag }
      expect((await asking(headers, url, write)).status).toBe(200)
      expect((await asking(headers, url, write)).status).toBe(412)
    })
  })

  it('writes nothing once it has ended while the body arrives', async () => {
    const cookie = await signedIn(await makeKey())
    let begin = (_: ReadableStreamDefaultController) => {}
    const isRead = new Promise<ReadableStreamDefaultController>((resolve) => {
      begin = resolve
    })
    const answer = gateway.request(`${origin}${companyPath}`, {
      method: 'PUT',
      headers: { ...fromPage, cookie, 'content-type': 'application/json' },
      body: new ReadableStream({ pull: (controller) => begin(controller) }, { highWaterMark: 0 }),
      duplex: 'half',
    } as RequestInit)
    const controller = await isRead
    await signOut(cookie)
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 2000)
    controller.enqueue(new TextEncoder().encode('{"name":"Held open"}'))
    controller.close()
    const { status } = await answer
    clock.mockRestore()
    expect(status).toBe(401)
    const read = await gateway.request(origin + companyPath, {
      headers: { ...fromPage, cookie: await signedIn(await makeKey()) },
    })
    expect(await read.text()).not.toContain('Held open')
  })

  it('is refused when the API refuses its key', async () => {
    const sealed = await createSessionSeal('a secret of at least thirty-two characters').seal(
      'qd_revoked_meanwhile',
      null,
      'Firefox',
    )
    const response = await gateway.request(origin + companyPath, {
      headers: { ...fromPage, cookie: `quarterdeck_session=${sealed.sealed}` },
    })
    expect(response.status).toBe(401)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  const write = { method: 'PUT', body: '{}' }
  const ask = async (headers: Record<string, string>, init: RequestInit = {}) => {
    const cookie = await signedIn(await makeKey())
    const type = { 'content-type': 'application/json' }
    return (await gateway.request(origin + companyPath, { ...init, headers: { cookie, ...type, ...headers } })).status
  }

  it.each([
    [{ 'sec-fetch-site': 'none' }, {}, 200],
    [{}, {}, 200],
    [{ origin }, write, 200],
    [{ origin }, {}, 200],
    [{ origin: 'https://evil.example' }, {}, 403],
    [{ 'sec-fetch-site': 'none', origin: 'https://evil.example' }, {}, 403],
    [{ 'sec-fetch-site': 'same-site' }, {}, 403],
    [{ 'sec-fetch-site': 'cross-site' }, {}, 403],
    [{ 'sec-fetch-site': 'none' }, write, 403],
    [{ 'sec-fetch-site': 'cross-site', origin }, write, 403],
    [{ origin: 'http://quarterdeck.example.evil.example' }, write, 403],
    [{ origin: 'null' }, write, 403],
    [{}, write, 403],
  ] as [Record<string, string>, RequestInit, number][])('counts with %j and %j: %i', async (headers, init, status) => {
    expect(await ask(headers, init)).toBe(status)
  })

  it('does not apply to requests with a key of their own', async () => {
    const cookie = await signedIn(await makeKey())
    const narrow = await makeKey(['users:read'])
    const headers = { cookie, authorization: `Bearer ${narrow}`, 'sec-fetch-site': 'cross-site' }
    expect((await gateway.request(origin + companyPath, { headers })).status).toBe(403)
    expect((await gateway.request(`${origin}/api/public/v1/me`, { headers })).status).toBe(200)
  })
})

describe('The sessions of a key', () => {
  const on = (browser: string) => ({ ...fromPage, 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${browser}/140.0` })
  const signedInWith = async (key: string, browser: string) => cookieOf(await signIn({ key }, on(browser)))
  const list = async (cookie: string) => {
    const response = await instance().request(`${origin}/session/all`, { headers: { ...fromPage, cookie } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    return ((await response.json()) as { data: { sessions: { id: string; browser: string }[] } }).data.sessions
  }
  const end = (cookie: string, body: unknown, headers: Record<string, string> = fromPage) =>
    gateway.request(`${origin}/session/end`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify(body),
    })
  /** On each instance, at the console and at the API. */
  const statusOf = async (cookie: string) => {
    const answers = [gateway, instance()].flatMap((server) =>
      ['/session', companyPath].map((path) => server.request(origin + path, { headers: { ...fromPage, cookie } })),
    )
    const [status, ...others] = (await Promise.all(answers)).map((answer) => answer.status)
    expect(others.every((other) => other === status)).toBe(true)
    return status
  }
  const unusedFor = (minutes: number) =>
    sql`update sessions set used_at = now() - ${minutes} * interval '1 minute'`.execute(database.sql)

  it('are listed with their browsers, this one first, without other keys or ended sessions', async () => {
    const key = await makeKey()
    const [first, second] = [await signedInWith(key, 'Firefox'), await signedInWith(key, 'Chrome')]
    await signedInWith(await makeKey(), 'Safari')
    await signOut(await signedInWith(key, 'Edg'))
    const told = { id: expect.any(String), beganAt: expect.any(String), usedAt: expect.any(String) }
    expect(await list(first)).toEqual([
      { ...told, browser: 'Firefox on Linux', isThis: true },
      { ...told, browser: 'Chrome on Linux', isThis: false },
    ])
    expect(await list(second)).toMatchObject([
      { browser: 'Chrome on Linux', isThis: true },
      { browser: 'Firefox on Linux', isThis: false },
    ])
    expect(JSON.stringify(await list(first))).not.toContain(key)
  })

  it('are listed up to a hundred, this one included, and all of them can be ended', async () => {
    const key = await makeKey()
    const here = await signedIn(key)
    await sql`
      insert into sessions (id, key_id, browser, began_at, used_at, expires_at)
      select gen_random_uuid(), key_id, 'Program', began_at, now() + interval '1 second', expires_at
      from sessions, generate_series(1, 120) where key_id = (select id from api_keys where hash = ${hashOf(key)})
    `.execute(database.sql)
    const told = await list(here)
    expect(told).toHaveLength(100)
    expect(told[0]).toMatchObject({ isThis: true })
    expect((await end(here, { key })).status).toBe(204)
    expect(await list(here)).toHaveLength(1)
  })

  it('are ended one by one or all at once, on every instance, except the current one', async () => {
    const key = await makeKey()
    const [here, there, elsewhere] = [await signedIn(key), await signedInWith(key, 'Firefox'), await signedIn(key)]
    const stranger = await signedIn(await makeKey())
    const idOf = async (cookie: string) => (await list(cookie))[0]?.id
    expect((await end(here, { key: ` ${key} `, id: await idOf(there) })).status).toBe(204)
    expect(await Promise.all([here, there, elsewhere].map(statusOf))).toEqual([200, 401, 200])
    for (const id of [await idOf(here), await idOf(stranger), undefined])
      expect((await end(here, { key, id })).status).toBe(204)
    expect(await Promise.all([here, there, elsewhere, stranger].map(statusOf))).toEqual([200, 401, 401, 200])
    expect(await list(here)).toHaveLength(1)
  })

  it('are ended only with the key of this session, with the same attempt limit as sign-in', async () => {
    const key = await makeKey()
    const [here, there] = [await signedIn(key), await signedIn(key)]
    expect((await end(here, { key }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (const body of [{}, { key, id: 'all' }, null]) expect((await end(here, body)).status).toBe(400)
    expect(await (await end('', { key })).json()).toMatchObject({ title: 'Not signed in' })
    expect(await (await end(here, { key: await makeKey() })).json()).toMatchObject({ title: 'Wrong key' })
    for (const _ of Array(9).keys())
      expect(await (await end(here, { key: 'qd_wrong' })).json()).toMatchObject({ title: 'Key not accepted' })
    expect((await end(here, { key })).status).toBe(429)
    expect((await signIn({ key })).status).toBe(429)
    expect(await statusOf(there)).toBe(200)
  })

  it('are listed for same-origin requests only', async () => {
    const cookie = await signedIn(await makeKey())
    const ask = (headers: Record<string, string>) => gateway.request(`${origin}/session/all`, { headers })
    expect((await ask({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask({ authorization: `Bearer ${await makeKey()}` })).status).toBe(401)
  })

  it('are logged when ended, refused or not, and never with the key', async () => {
    const key = await makeKey()
    const cookie = await signedIn(key)
    lines.length = 0
    const by = { key: key.slice(0, 10), session: expect.stringMatching(/^[\da-f-]{36}$/) }
    await end(cookie, { key: 'qd_wrong' })
    await end(cookie, { key })
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'end of other sessions')
    expect(logged).toMatchObject([
      { status: 401, address: '192.0.2.1', by },
      { status: 204, address: '192.0.2.1', by },
    ])
    await gateway.request(`${origin}${sessions.endOf.path}`, {
      method: 'POST',
      headers: { ...fromPage, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUID() }),
    })
    await signOut(cookie)
    const whose = (msg: string) => lines.map((line) => JSON.parse(line)).find((line) => line.msg === msg)?.by
    expect([whose('sessions ended'), whose('sign-out')]).toEqual([by, by])
    expect(lines.join('')).not.toMatch(/qd_wrong|quarterdeck_session/)
    expect(lines.join('')).not.toContain(key)
  })

  it('end after four hours without use, for every copy and instance', async () => {
    const key = await makeKey()
    const cookie = await signedIn(key)
    await unusedFor(239)
    expect(await statusOf(cookie)).toBe(200)
    await unusedFor(241)
    expect(await statusOf(cookie)).toBe(401)
    expect(await list(await signedIn(key))).toHaveLength(1)
  })

  const usedAt = async () => {
    const { rows } = await sql<{ at: Date }>`select max(used_at) as at from sessions`.execute(database.sql)
    return rows[0]?.at.getTime() ?? 0
  }

  it('are updated once a minute at most', async () => {
    const cookie = await signedIn(await makeKey())
    await unusedFor(0.9)
    const before = await usedAt()
    await statusOf(cookie)
    expect(await usedAt()).toBe(before)
    await unusedFor(1.1)
    await statusOf(cookie)
    await expect.poll(usedAt).toBeGreaterThan(before)
  })

  it('keep working when the database is read-only', async () => {
    const cookie = await signedIn(await makeKey())
    await unusedFor(5)
    await sql`alter table sessions add constraint full_disk check (used_at < '2020-01-01') not valid`.execute(
      database.sql,
    )
    expect(await statusOf(cookie)).toBe(200)
    await sql`alter table sessions drop constraint full_disk`.execute(database.sql)
  })

  it('keep working and are recorded again after the database has lost them', async () => {
    const cookie = await signedInWith(await makeKey(), 'Firefox')
    await sql`delete from sessions`.execute(database.sql)
    expect(await statusOf(cookie)).toBe(200)
    await expect.poll(() => list(cookie)).toMatchObject([{ browser: 'Firefox on Linux', isThis: true }])
  })

  it('are deleted at a sign-in after they have expired', async () => {
    await signedIn(await makeKey())
    await sql`update sessions set expires_at = now() - interval '1 second'`.execute(database.sql)
    await signedIn(await makeKey())
    const { rows } = await sql`select from sessions`.execute(database.sql)
    expect(rows).toHaveLength(1)
  })
})

describe('The gateway', () => {
  it.each(['/', '/session', '/api/public/v1/companies', '/assets/missing.js'])(
    'guards %s with the same headers',
    async (path) => {
      const { headers } = await gateway.request(origin + path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  it.each(['/healthz', '/readyz'])('reports at %s that it is up', async (path) => {
    const response = await gateway.request(origin + path)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  it.each([
    ...['/api', '/api/public/v2/companies', '/session/x'],
    ...['//api/public/v1/me', '/Api/public/v1/me', '/API', '//SESSION/all'],
  ])('has no page at %s', async (path) => {
    gateway = instance(async () => new Response('a page'))
    const response = await gateway.request(origin + path, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })

  it.each([
    ['POST', '/companies', 'GET, HEAD'],
    ['OPTIONS', '/icon.svg', 'GET, HEAD'],
    ['PROPFIND', '/healthz', 'GET, HEAD'],
    ['PUT', '/session', 'GET, HEAD, POST, DELETE'],
    ['POST', '/session/ways', 'GET, HEAD'],
    ['GET', '/session/end', 'POST'],
    ['POST', '/session/x', null],
    ['POST', '/api/public/v2/companies', null],
  ])('answers %s %s with the methods that it supports: %s', async (method, path, methods) => {
    gateway = instance(async () => new Response('a page'))
    const { status, headers } = await gateway.request(origin + path, { method, headers: { origin } })
    expect([status, headers.get('allow')]).toEqual([methods ? 405 : 404, methods])
    expect(headers.get('content-type')).toBe('application/problem+json')
  })

  it('warns in one line of a connection that the database has cut', async () => {
    lines.length = 0
    const cut = sql`create function cut() returns trigger language plpgsql as
      $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$`
    await cut.execute(database.sql)
    await sql`create trigger cut before update on companies for each row execute function cut()`.execute(database.sql)
    const headers = { authorization: `Bearer ${await makeKey()}`, 'content-type': 'application/json' }
    const response = await gateway.request(origin + companyPath, { method: 'PUT', headers, body: '{"name":"New"}' })
    await sql`drop function cut cascade`.execute(database.sql)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ title: 'Database away', mayBeSaved: true })
    const requestId = response.headers.get('x-request-id')
    const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)
    const common = { level: 40, requestId, msg: 'Database away', reason: 'terminating connection' }
    expect(logged).toEqual([expect.objectContaining(common)])
    expect(logged[0]).not.toHaveProperty('err')
  })

  it.each(['/session', companyPath])('reports its own errors at %s with the request id of the log', async (path) => {
    const cookie = await signedIn(await makeKey())
    await sql`alter table sessions rename to broken`.execute(database.sql)
    const headers = { cookie, 'x-request-id': 'from-a-proxy' }
    const response = await gateway.request(origin + path, { headers })
    await sql`alter table broken rename to sessions`.execute(database.sql)
    expect(response.status).toBe(500)
    const { requestId } = (await response.json()) as { requestId: string }
    expect([requestId, response.headers.get('x-request-id')]).toEqual(['from-a-proxy', 'from-a-proxy'])
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ level: 50, requestId }))
  })

  it('refuses with the id of the request', async () => {
    const cookie = await signedIn(await makeKey())
    const headers = { cookie, 'sec-fetch-site': 'cross-site', 'x-request-id': 'from-a-proxy' }
    const response = await gateway.request(origin + companyPath, { headers })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ title: 'Cross-site request', requestId: 'from-a-proxy' })
    expect(response.headers.get('x-request-id')).toBe('from-a-proxy')
  })

  it('sends pages while the database is unreachable, with or without data', async () => {
    const cookie = await signedIn(await makeKey())
    await sql`alter table sessions rename to broken`.execute(database.sql)
    for (const asks of [false, true]) {
      gateway = instance(async (_, { fetch }) => {
        const answer = asks && fetch?.(companyPath, new AbortController().signal)
        return new Response((await Promise.resolve(answer).catch(() => null)) ? 'whole' : 'bare')
      })
      expect(await (await gateway.request(`${origin}/companies`, { headers: { cookie } })).text()).toBe('bare')
    }
    await sql`alter table broken rename to sessions`.execute(database.sql)
    expect(await (await gateway.request(`${origin}/companies`, { headers: { cookie } })).text()).toBe('whole')
  })

  it('answers 403 where a page reads what its key may not, and logs no error', thorough, async () => {
    const cookie = await signedIn(await makeKey(['companies:read']))
    lines.length = 0
    gateway = instance(
      async (_, { fetch }) => (await fetch?.(sessions.people.path, new AbortController().signal)) ?? null,
    )
    const refused = await gateway.request(`${origin}/settings/people`, { headers: { cookie } })
    expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ title: 'Not allowed' })])
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged).not.toEqual([])
    // Only the usual lines for its requests.
    for (const line of logged) {
      expect(line).toMatchObject({ level: 30, msg: 'request' })
      expect(line).not.toHaveProperty('err')
    }
  })

  it('looks up the session once per page', async () => {
    const key = await makeKey()
    const cookie = await signedIn(key)
    gateway = instance(async (_, { fetch }) => {
      const answered = async () => (await fetch?.(companyPath, new AbortController().signal))?.status
      const before = await answered()
      await sql`update api_keys set revoked_at = now() where hash = ${hashOf(key)}`.execute(database.sql)
      return new Response(`${before} ${await answered()}`)
    })
    const page = async () => (await gateway.request(`${origin}/companies`, { headers: { cookie } })).text()
    expect(await page()).toBe('200 200')
    expect(await page()).toBe('401 401')
  })
})
