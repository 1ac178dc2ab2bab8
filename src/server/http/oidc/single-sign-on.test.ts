import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scopes } from '../../../contract/core/scopes'
import { createKey } from '../../api/keys'
import type { Database } from '../../db/database'
import { saveRecords } from '../../resources/save-records'
import { openCopy, sampleCompany } from '../../testing/server'
import type { WebApp } from '../visitor'
import { type Browser, openBrowser } from './testing/browser'
import { behindOf, label, reserve } from './testing/console'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider'

const amira = { name: 'Amira Haddad', email: 'amira@contoso.example', roles: ['account-manager'] }
const minutes = 60_000
const company = sampleCompany()

const staff = {
  id: randomUUID(),
  email: '',
  fullName: 'Amira Haddad',
  avatarUrl: null,
  status: 'active' as const,
  lastLogin: null,
  role: null,
  company: null,
  isPrimaryAdmin: false,
  createdAt: '2026-03-02T09:15:00.000Z',
  updatedAt: '2026-03-02T09:15:00.000Z',
}

let database: Database
let provider: IdentityProvider
let console: Awaited<ReturnType<typeof reserve>>
let later = 0
const now = () => new Date(Date.now() + later)
const lines: string[] = []

beforeAll(async () => {
  database = await openCopy()
  await saveRecords(database, 'companies', [company])
  console = await reserve()
  const client = { client_id: 'quarterdeck', client_secret: 'hush', publicUrl: console.publicUrl }
  const other = { client_id: 'other', client_secret: 'hush', publicUrl: console.publicUrl }
  provider = await startIdentityProvider({ clients: [client, other], accounts: {} })
  await console.open(behindOf(database, now), { issuer: provider.issuer }, { now, lines })
})
afterAll(async () => {
  await console.stop()
  await provider.stop()
  await database.close()
})

beforeEach(async () => {
  await sql`delete from person_sessions`.execute(database.sql)
  later = 0
  lines.length = 0
  for (const account of Object.keys(provider.accounts)) delete provider.accounts[account]
  Object.assign(provider.accounts, {
    amira,
    bo: { name: 'Bo Lind', email: 'bo@contoso.example', roles: ['admin', 'read-only'] },
  })
  Object.assign(provider.state, { chosen: 'amira', refreshTokens: true, alter: null, instead: null })
})

const start = (query = '') => `${console.publicUrl}/session/oidc${query}`
const isCallback = (url: URL) => url.pathname === '/session/oidc/callback'

const signedIn = async (account = 'amira') => {
  provider.state.chosen = account
  const browser = openBrowser()
  await browser.visit(start())
  return browser
}

const fromPage = { 'sec-fetch-site': 'same-origin' }
const ask = async (browser: Browser, path: string, init: { method?: string; body?: unknown } = {}) => {
  const response = await browser.send(`${console.publicUrl}${path}`, {
    method: init.method ?? 'GET',
    headers: { ...fromPage, 'content-type': 'application/json' },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : text }
}
const me = (browser: Browser) => ask(browser, '/api/public/v1/me')

/** Goes through a sign-in that fails, and gives where it ended and what the sign-in page says. */
const failed = async (browser: Browser, address: string) => {
  const { url } = await browser.visit(address)
  const ways = await ask(browser, '/session/ways')
  return { at: url.pathname, notice: ways.json.data.notice as { code: string; sentence: string } | null }
}

describe('Signing in at the provider', () => {
  it('creates a principal with the person’s name and role', async () => {
    const browser = openBrowser()
    const { url, visited } = await browser.visit(start(`?next=${encodeURIComponent('/companies?page=2')}`))
    expect(url.href).toBe(`${console.publicUrl}/companies?page=2`)
    const authorization = visited.find(({ pathname }) => pathname === '/auth')?.searchParams
    expect(authorization?.get('code_challenge_method')).toBe('S256')
    expect((await me(browser)).json.data).toMatchObject({
      kind: 'person',
      name: 'Amira Haddad',
      email: 'amira@contoso.example',
      roles: ['Account manager'],
      prefix: null,
    })
    const write = { method: 'PUT', body: { name: 'Bramley' } }
    expect((await ask(browser, `/api/public/v1/companies/${company.id}`, write)).status).toBe(200)
    const toggle = { method: 'POST', body: { isActive: true } }
    const refused = await ask(browser, `/api/public/v1/automation/${company.id}/toggle`, toggle)
    expect(refused).toMatchObject({ status: 403, json: { detail: expect.stringMatching(/^Your role/) } })
    expect(lines.join('')).toContain('"msg":"sign-in"')
  })

  it('sets a transaction cookie that is sealed, Lax, short-lived and limited to its path', async () => {
    const response = await openBrowser().send(start())
    const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? 'none'
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/; Max-Age=600; Path=\/session\/oidc; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(state)
  })

  it('returns to the sign-in page with a sentence when cancelled', async () => {
    provider.state.chosen = 'cancel'
    const { at, notice } = await failed(openBrowser(), start())
    expect(at).toBe('/sign-in')
    expect(notice).toEqual({ code: 'cancelled', sentence: expect.stringContaining(`${label} was cancelled`) })
  })

  it('accepts a callback once; replaying its state changes nothing', async () => {
    const browser = openBrowser()
    const { url } = await browser.visit(start(), isCallback)
    await browser.visit(url.href)
    const before = browser.cookie(console.publicUrl, 'quarterdeck_session')
    const { at, notice } = await failed(browser, url.href)
    expect({ at, code: notice?.code }).toEqual({ at: '/sign-in', code: 'not-started-here' })
    expect(browser.cookie(console.publicUrl, 'quarterdeck_session')).toBe(before)
    expect((await me(browser)).status).toBe(200)
  })

  it('refuses a used code even if the transaction cookie was kept', async () => {
    const browser = openBrowser()
    const { url } = await browser.visit(start(), isCallback)
    const [name = ''] = browser.cookies(console.publicUrl)
    const value = browser.cookie(console.publicUrl, name) ?? ''
    await browser.visit(url.href)
    browser.setCookie(console.publicUrl, name, value, '/session/oidc')
    expect((await failed(browser, url.href)).notice?.code).toBe('code-refused')
  })

  it('refuses a callback that another browser started', async () => {
    const { url } = await openBrowser().visit(start(), isCallback)
    const victim = openBrowser()
    expect((await failed(victim, url.href)).notice?.code).toBe('not-started-here')
    expect((await me(victim)).status).toBe(401)
  })

  it('refuses a callback that names another issuer (RFC 9207)', async () => {
    const browser = openBrowser()
    const { url } = await browser.visit(start(), isCallback)
    url.searchParams.set('iss', 'https://evil.example')
    expect((await failed(browser, url.href)).notice?.code).toBe('answer-refused')
    expect((await me(browser)).status).toBe(401)
  })

  it.each([
    ['no parameters', () => ''],
    ['no state', () => 'code=a'],
    ['a huge state', () => `code=a&state=${'a'.repeat(10_000)}`],
    ['an unknown state', () => 'code=a&state=b'],
    ['a state given twice', (state: string) => `code=a&state=${state}&state=b&iss=ISSUER`],
    ['a code given twice', (state: string) => `code=a&code=b&state=${state}&iss=ISSUER`],
    ['no issuer', (state: string) => `code=a&state=${state}`],
    ['no code', (state: string) => `state=${state}&iss=ISSUER`],
    ['an invented code', (state: string) => `code=a&state=${state}&iss=ISSUER`],
    ['markup as its error', (state: string) => `error=%3Cscript%3Ealert(1)%3C/script%3E&state=${state}&iss=ISSUER`],
    ['a signed answer that was not asked for', (state: string) => `response=a&state=${state}`],
  ])('ends a callback with %s on the sign-in page with a sentence, and changes nothing', async (_, query) => {
    const browser = await signedIn('bo')
    const { url } = await browser.visit(start(), isCallback)
    const state = url.searchParams.get('state') ?? ''
    const asked = query(state).replace('ISSUER', encodeURIComponent(provider.issuer))
    const { at, notice } = await failed(browser, `${console.publicUrl}/session/oidc/callback?${asked}`)
    expect(at).toBe('/sign-in')
    expect(notice?.sentence).toMatch(/^[A-Z][^<>]+\.$/)
    expect((await me(browser)).json.data.name).toBe('Bo Lind')
  })

  it.each([
    ['a wrong nonce', { nonce: 'another' }],
    ['a wrong audience', { aud: 'somebody-else' }],
    ['a wrong issuer', { iss: 'https://evil.example' }],
    ['a token of another client', { aud: ['quarterdeck', 'other'], azp: 'other' }],
  ])('refuses an ID token with %s', async (_, claims) => {
    provider.state.alter = (good) => ({ ...good, ...claims })
    const browser = openBrowser()
    const { at, notice } = await failed(browser, start())
    expect({ at, code: notice?.code }).toEqual({ at: '/sign-in', code: 'answer-refused' })
    expect((await me(browser)).status).toBe(401)
  })

  it('works after the provider has changed its keys', async () => {
    await signedIn()
    await provider.rotateKeys()
    const browser = await signedIn()
    expect((await me(browser)).status).toBe(200)
  })

  it('tolerates clocks that differ by five minutes, and explains a larger difference', async () => {
    const shifted = (seconds: number) => {
      provider.state.alter = (good) => ({ ...good, iat: (good.iat ?? 0) + seconds, exp: (good.exp ?? 0) + seconds })
    }
    shifted(290)
    expect((await me(await signedIn())).status).toBe(200)
    shifted(-7200)
    expect((await failed(openBrowser(), start())).notice?.code).toBe('clock')
    shifted(600)
    const { notice } = await failed(openBrowser(), start())
    expect(notice).toEqual({ code: 'clock', sentence: expect.stringContaining('differ by 10 minutes') })
  })

  it.each([
    [{ exp: -400 }, 'had already expired'],
    [{ exp: 3600, nbf: 900 }, 'was not valid yet'],
  ])('does not blame the clocks for a token issued now that is valid for %o', async (times, what) => {
    provider.state.alter = (good) => {
      const from = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
      return { ...good, ...Object.fromEntries(Object.entries(times).map(([name, value]) => [name, from(value)])) }
    }
    const { notice } = await failed(openBrowser(), start())
    expect(notice).toEqual({ code: 'answer-refused', sentence: expect.stringContaining(what) })
  })

  it.each([false, 'false'])('links no staff user by an email address that is unverified (%o)', async (verified) => {
    provider.accounts.amira = { ...amira, email_verified: verified }
    expect((await me(await signedIn())).json.data.email).toBe(null)
  })

  it.each([502, 503, 429, 408])('says that the provider is away if its gateway answers %i', async (status) => {
    const browser = openBrowser()
    const { url } = await browser.visit(start(), isCallback)
    provider.state.instead = { path: '/token', status, body: '{}' }
    expect((await failed(browser, url.href)).notice?.code).toBe('provider-away')
    provider.state.instead = { path: '/.well-known', status, body: '{}' }
    expect((await failed(openBrowser(), start())).notice?.code).toBe('provider-away')
  })

  it('gives a person one ID, however the provider’s address is written in the settings', async () => {
    await signedIn()
    await console.open(behindOf(database, now), { issuer: `${provider.issuer}/` }, { now, lines })
    await signedIn()
    await console.open(behindOf(database, now), { issuer: provider.issuer }, { now, lines })
    const { rows } = await sql`select person_id, count(*)::int from person_sessions group by 1`.execute(database.sql)
    expect(rows).toEqual([{ person_id: expect.any(String), count: 2 }])
  })

  it('redirects only to this console', async () => {
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
      const { visited } = await openBrowser().visit(start(`?next=${encodeURIComponent(next)}`))
      expect(new Set(visited.map(({ origin }) => origin))).toEqual(new Set([console.publicUrl, provider.issuer]))
    }
    const { url } = await openBrowser().visit(start(`?next=${encodeURIComponent('/x//evil.example')}`))
    expect(url.href).toBe(`${console.publicUrl}/x//evil.example`)
    const own = encodeURIComponent(`${console.publicUrl}//evil.example`)
    expect((await openBrowser().visit(start(`?next=${own}`))).url.host).toBe(new URL(console.publicUrl).host)
  })

  it('that begins at a long address leads there, or to the start page if that is too long for a cookie', async () => {
    const from = async (length: number) => {
      const address = `/companies?search=${'a'.repeat(length)}`
      const browser = openBrowser()
      const { url } = await browser.visit(start(`?next=${encodeURIComponent(address)}`))
      expect((await me(browser)).status).toBe(200)
      return url.href.replace(address, '/ADDRESS')
    }
    expect(await from(1000)).toBe(`${console.publicUrl}/ADDRESS`)
    expect(await from(4000)).toBe(`${console.publicUrl}/`)
  })

  it('has no more headers than nginx takes, however long the address', async () => {
    const sizeOf = ({ headers }: Response) =>
      [...headers].reduce(
        (size, [name, value]) => size + `${name}: ${value}\r\n`.length,
        'HTTP/1.1 302 Found\r\n\r\n'.length,
      )
    const sizes: number[] = []
    for (let length = 500; length < 4000; length += 250) {
      const browser = openBrowser()
      const begun = await browser.send(start(`?next=${encodeURIComponent(`/companies?search=${'a'.repeat(length)}`)}`))
      const { url } = await browser.visit(begun.headers.get('location') ?? '', isCallback)
      sizes.push(sizeOf(begun), sizeOf(await browser.send(url)))
    }
    // A proxy’s own headers, and a provider’s longer address, need some of its 4,096 bytes.
    expect(Math.max(...sizes)).toBeLessThan(3600)
  })

  it('works in two tabs at once', async () => {
    const browser = openBrowser()
    const [one, two] = [
      await browser.visit(start('?next=/a'), isCallback),
      await browser.visit(start('?next=/b'), isCallback),
    ]
    expect((await browser.visit(one.url.href)).url.pathname).toBe('/a')
    const former = browser.cookie(console.publicUrl, 'quarterdeck_session') ?? ''
    expect((await browser.visit(two.url.href)).url.pathname).toBe('/b')
    const inFormer = openBrowser()
    inFormer.setCookie(console.publicUrl, 'quarterdeck_session', former)
    expect([(await me(browser)).status, (await me(inFormer)).status]).toEqual([200, 200])
    later = 2 * minutes
    expect([(await me(browser)).status, (await me(inFormer)).status]).toEqual([200, 401])
  })

  it('names the right address when started from another one', async () => {
    const elsewhere = start().replace('127.0.0.1', 'localhost')
    const response = await openBrowser().send(elsewhere)
    expect(response.headers.get('location')).toBe(`${console.publicUrl}/sign-in`)
  })
})

describe('Someone without a role', () => {
  it('sees which roles the provider sent, and whom to ask', async () => {
    provider.accounts.amira = { ...amira, roles: ['guest', 'intern'] }
    const browser = openBrowser()
    const { at, notice } = await failed(browser, start())
    expect({ at, code: notice?.code }).toEqual({ at: '/sign-in', code: 'no-role' })
    expect(notice?.sentence).toContain('It sent “guest”, “intern”; Quarterdeck’s roles are “admin”')
    expect(notice?.sentence).toContain('Ask your administrator')
    expect((await me(browser)).status).toBe(401)
  })

  it('sees at most ten roles, and an end of the sentence however long their names are', async () => {
    const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`)
    const seen = async (sent: string[], known: string[]) => {
      const roles = known.map((id) => ({ id, name: id, scopes: [] }))
      await console.open(behindOf(database, now), { issuer: provider.issuer, roles }, { now, lines })
      provider.accounts.amira = { ...amira, roles: sent }
      return (await failed(openBrowser(), start())).notice?.sentence
    }
    const many = await seen(named('guest', 12), named('team', 30))
    const long = await seen(named('部'.repeat(60), 10), named('課'.repeat(60), 10))
    await console.open(behindOf(database, now), { issuer: provider.issuer }, { now, lines })
    expect(many).toMatch(
      /It sent “guest 0”, .*, “guest 9” and 2 more; Quarterdeck’s roles are “team 0”, .*, “team 9” and 20 more\. Ask/,
    )
    expect(long).toMatch(/It sent “部+”, .*…$/)
  })

  it.each([
    ['by email', 'email', 'bo'],
    ['to addresses by another claim', 'roles', 'bo@contoso.example'],
  ])('sees no colleagues where roles are given %s', async (_, rolesClaim, id) => {
    const roles = ['auditor', id].map((one) => ({ id: one, name: one, scopes: [...scopes] }))
    provider.accounts.amira = { ...amira, roles: [amira.email] }
    await console.open(behindOf(database, now), { issuer: provider.issuer, rolesClaim, roles }, { now, lines })
    const { notice } = await failed(openBrowser(), start())
    await console.open(behindOf(database, now), { issuer: provider.issuer }, { now, lines })
    expect(notice?.sentence).toBe(
      `Amira Haddad has no role for Quarterdeck at ${label}. It sent “amira@contoso.example”. Ask your administrator for a role.`,
    )
  })

  it('sees that the roles claim is missing', async () => {
    provider.accounts.amira = { name: 'Amira Haddad' }
    expect((await failed(openBrowser(), start())).notice).toEqual({
      code: 'no-roles-claim',
      sentence: expect.stringContaining('sent no roles for Amira Haddad'),
    })
  })

  it('sees that Entra ID left groups out because there are too many', async () => {
    provider.accounts.amira = { name: 'Amira Haddad', _claim_names: { roles: 'src1' } }
    expect((await failed(openBrowser(), start())).notice).toEqual({
      code: 'too-many-groups',
      sentence: expect.stringContaining('because there are too many'),
    })
  })
})

describe('A session', () => {
  it('follows role changes at the provider within the hour', async () => {
    const browser = await signedIn()
    provider.accounts.amira = { ...amira, roles: ['read-only'] }
    later = 29 * minutes
    expect((await me(browser)).json.data.roles).toEqual(['Account manager'])
    later = 31 * minutes
    // What a page asks at once is one question to the provider.
    const answers = await Promise.all([me(browser), me(browser), me(browser)])
    expect(answers.map(({ json }) => json.data.roles)).toContainEqual(['Read only'])
    expect((await me(browser)).json.data.roles).toEqual(['Read only'])
    provider.accounts.amira = { ...amira, roles: [] }
    later = 62 * minutes
    expect((await me(browser)).status).toBe(401)
    later = 0
    expect((await me(browser)).status).toBe(401)
  })

  it('is redirected past the provider for page requests if there is no refresh token', async () => {
    provider.state.refreshTokens = false
    const browser = await signedIn()
    provider.accounts.amira = { ...amira, roles: ['read-only'] }
    later = 31 * minutes
    expect((await me(browser)).json.data.roles).toEqual(['Account manager'])
    const page = await browser.send(`${console.publicUrl}/companies?page=3`, {
      headers: { accept: 'text/html' },
    })
    const silent = new URL(page.headers.get('location') ?? '')
    expect(silent.searchParams.get('prompt')).toBe('none')
    expect((await browser.visit(silent.href)).url.href).toBe(`${console.publicUrl}/companies?page=3`)
    expect((await me(browser)).json.data.roles).toEqual(['Read only'])
    later = 92 * minutes
    expect((await me(browser)).status).toBe(401)
  })

  it.each([
    ['without roles', { ...amira, roles: [] }],
    ['without the roles claim', { name: amira.name, email: amira.email }],
  ])('ends when the provider, asked in passing, returns the person %s', async (_, account) => {
    provider.state.refreshTokens = false
    const browser = await signedIn()
    const session = browser.cookie(console.publicUrl, 'quarterdeck_session') ?? ''
    Object.assign(provider.accounts, { amira: account })
    later = 31 * minutes
    const page = await browser.send(`${console.publicUrl}/companies`, { headers: { accept: 'text/html' } })
    const { url } = await browser.visit(page.headers.get('location') ?? '', isCallback)
    browser.setCookie(console.publicUrl, 'quarterdeck_session', '')
    expect((await browser.visit(url.href)).url.pathname).toBe('/sign-in')
    browser.setCookie(console.publicUrl, 'quarterdeck_session', session)
    expect((await me(browser)).status).toBe(401)
  })

  it('gets pages without data while the database is away', async () => {
    const browser = await signedIn()
    const page = async () => {
      const response = await browser.send(`${console.publicUrl}/companies`, { headers: { accept: 'text/html' } })
      return { status: response.status, text: await response.text() }
    }
    const open = (webApp?: WebApp) =>
      console.open(behindOf(database, now), { issuer: provider.issuer }, { now, lines, ...(webApp && { webApp }) })
    await open(async (_, { fetch }) => {
      const read = fetch?.('/api/public/v1/me', new AbortController().signal)
      return new Response(`${(await Promise.resolve(read).catch(() => null))?.status ?? 'bare'}`)
    })
    expect(await page()).toEqual({ status: 200, text: '200' })
    await sql`alter table person_sessions rename to broken`.execute(database.sql)
    const without = await page().finally(() => sql`alter table broken rename to person_sessions`.execute(database.sql))
    await open()
    expect(without).toEqual({ status: 200, text: 'bare' })
  })

  it('survives an unreachable provider for an hour, and no longer', async () => {
    const browser = await signedIn()
    await provider.stop()
    try {
      later = 31 * minutes
      expect((await me(browser)).status).toBe(200)
      later = 61 * minutes
      expect(await me(browser)).toMatchObject({ status: 503, json: { detail: expect.stringContaining(label) } })
      expect((await failed(openBrowser(), start())).notice?.code).toBe('provider-away')
    } finally {
      await provider.start()
    }
    // It is asked once a minute.
    later = 63 * minutes
    expect((await me(browser)).status).toBe(200)
  })

  const failures: [string, NonNullable<IdentityProvider['state']['instead']>][] = [
    ['502 from its gateway', { path: '/token', status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }],
    ['503 with JSON', { path: '/token', status: 503, body: '{}' }],
    ['429', { path: '/token', status: 429, body: '{}' }],
    ['404 at its token endpoint', { path: '/token', status: 404, body: '{}' }],
    ['a page with 200', { path: '/token', status: 200, type: 'text/html', body: '<h1>Maintenance</h1>' }],
    ['temporarily_unavailable', { path: '/token', status: 400, body: '{"error":"temporarily_unavailable"}' }],
    ['an expired secret', { path: '/token', status: 401, body: '{"error":"invalid_client"}' }],
    [
      'an expired secret, with a challenge',
      { path: '/token', status: 401, body: '{"error":"invalid_client"}', challenge: 'Basic realm="provider"' },
    ],
  ]
  it.each(failures)('pauses, and goes on later, if the provider answers its renewal with %s', async (name, instead) => {
    const browser = await signedIn()
    provider.state.instead = instead
    later = 31 * minutes
    expect((await me(browser)).status).toBe(200)
    later = 61 * minutes
    expect(await me(browser)).toMatchObject({ status: 503, json: { title: 'Roles not confirmed' } })
    if (name.startsWith('an expired secret'))
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ level: 50, msg: expect.stringContaining('whether the secret has expired') }),
      )
    provider.state.instead = null
    later = 63 * minutes
    expect((await me(browser)).status).toBe(200)
  })

  it('ends if the provider refuses its renewal for the person', async () => {
    const browser = await signedIn()
    provider.state.instead = { path: '/token', status: 400, body: '{"error":"invalid_grant"}' }
    later = 31 * minutes
    expect((await me(browser)).status).toBe(401)
    provider.state.instead = null
    later = 63 * minutes
    expect((await me(browser)).status).toBe(401)
  })

  it('writes audit events that name the person and link to the staff user', async () => {
    const user = { ...staff, email: 'Amira@Contoso.example' }
    await saveRecords(database, 'users', [user])
    const browser = await signedIn()
    const write = { method: 'PUT', body: { employeeCount: 7 } }
    expect((await ask(browser, `/api/public/v1/companies/${company.id}`, write)).status).toBe(200)
    const person = { id: expect.any(String), name: 'Amira Haddad', email: amira.email, userId: user.id }
    const [event] = (await ask(browser, `/api/public/v1/audit-events?recordId=${company.id}`)).json.data
    expect(event).toMatchObject({ key: null, person, after: { employeeCount: 7 } })
    const hers = (await ask(browser, `/api/public/v1/audit-events?personId=${event.person.id}`)).json.data
    expect(hers.map(({ id }: { id: string }) => id)).toContain(event.id)
    expect((await me(browser)).json.data.userId).toBe(user.id)
  })

  it('ends here and at the provider on sign-out', async () => {
    const browser = await signedIn()
    const { status, json } = await ask(browser, '/session', { method: 'DELETE' })
    expect(status).toBe(200)
    const leave = new URL(json.leaveAt)
    expect(leave.origin).toBe(provider.issuer)
    expect(leave.searchParams.get('post_logout_redirect_uri')).toBe(`${console.publicUrl}/sign-in`)
    expect((await me(browser)).status).toBe(401)
    // The provider takes the request: it asks for a click before it ends its own session.
    expect((await browser.send(leave)).status).toBe(200)
  })

  it('is ended by a back-channel logout, while another one continues', async () => {
    const [ends, stays] = [await signedIn(), await signedIn()]
    const page = await ends.send((await endSessionUrl()).href)
    const form = await page.text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const confirmed = await ends.send(`${provider.issuer}/session/end/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    })
    expect(confirmed.status).toBeLessThan(400)
    expect((await me(ends)).status).toBe(401)
    expect((await me(stays)).status).toBe(200)
    expect(lines.join('')).toContain('sessions ended by the provider')
  })

  it('is not ended by a logout token of another issuer or for another client', async () => {
    const browser = await signedIn('bo')
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const seconds = Math.floor(Date.now() / 1000)
    const good = {
      iss: provider.issuer,
      aud: 'quarterdeck',
      sub: 'bo',
      iat: seconds,
      exp: seconds + 60,
      jti: 'one',
      events,
    }
    const logout = async (token: string) => {
      const body = new URLSearchParams({ logout_token: token })
      return (await fetch(`${console.publicUrl}/session/oidc/back-channel-logout`, { method: 'POST', body })).status
    }
    const { events: _, ...noEvents } = good
    const bad = [{ ...good, aud: 'other' }, { ...good, iss: 'https://evil.example' }, { ...good, nonce: 'a' }, noEvents]
    for (const claims of bad) expect(await logout(await provider.sign(claims))).toBe(400)
    expect(await logout('no token')).toBe(400)
    expect(await logout(`${(await provider.sign(good)).slice(0, -4)}AAAA`)).toBe(400)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`
    expect(await logout(unsigned)).toBe(400)
    expect((await me(browser)).status).toBe(200)
    const token = await provider.sign(good)
    expect(await logout(token)).toBe(200)
    expect((await me(browser)).status).toBe(401)
    const again = await signedIn('bo')
    expect(await logout(token)).toBe(400)
    expect((await me(again)).status).toBe(200)
  })
})

const endSessionUrl = async () => new URL(`${provider.issuer}/session/end?client_id=quarterdeck`)

describe('Beside the provider', () => {
  it('keys still sign in, and each sign-in is logged', async () => {
    const { key } = await createKey(database, { name: 'Break glass', scopes, expiresAt: null, createdBy: null })
    const browser = openBrowser()
    expect((await ask(browser, '/session', { method: 'POST', body: { key } })).status).toBe(200)
    expect((await me(browser)).json.data).toMatchObject({ kind: 'key', name: 'Break glass' })
    expect(lines.join('')).toContain('"keyName":"Break glass"')
  })

  // After a click on the provider’s own page, a browser withholds the `Strict` cookie from the callback.
  it.each([
    ['a key', true],
    ['a key', false],
    ['a person', true],
    ['a person', false],
  ])(
    'a sign-in at the provider ends the session of %s that it replaces; cookie at the callback: %s',
    async (who, sent) => {
      const { key } = await createKey(database, { name: 'Shared', scopes, expiresAt: null, createdBy: null })
      const former = who === 'a person' ? await signedIn('bo') : openBrowser()
      if (who === 'a key') await ask(former, '/session', { method: 'POST', body: { key } })
      const cookie = former.cookie(console.publicUrl, 'quarterdeck_session') ?? ''
      expect((await me(former)).json.data.name).toBe(who === 'a key' ? 'Shared' : 'Bo Lind')
      provider.state.chosen = 'amira'
      const browser = openBrowser()
      browser.setCookie(console.publicUrl, 'quarterdeck_session', cookie)
      const { url } = await browser.visit(start(), isCallback)
      if (!sent) browser.setCookie(console.publicUrl, 'quarterdeck_session', '')
      await browser.visit(url.href)
      expect((await me(browser)).json.data.name).toBe('Amira Haddad')
      expect((await me(former)).status).toBe(401)
    },
  )

  it('someone lists and ends their own sessions, however many others have', async () => {
    const [here, elsewhere] = [await signedIn('amira'), await signedIn('amira')]
    await signedIn('bo')
    await sql`
      insert into person_sessions (id, token_hash, person_id, person, browser, address, began_at, used_at, checked_at, expires_at, id_token)
      select gen_random_uuid(), decode(md5(n::text), 'hex'), person_id, person, browser, address, began_at,
        used_at + interval '1 hour', checked_at, expires_at, id_token
      from generate_series(1, 1000) as n, person_sessions where person->>'name' = 'Bo Lind'`.execute(database.sql)
    const { sessions } = (await ask(here, '/session/all')).json.data
    expect(sessions).toHaveLength(2)
    await ask(here, '/session/end', { method: 'POST', body: { id: sessions[1].id } })
    expect([(await me(here)).status, (await me(elsewhere)).status]).toEqual([200, 401])
  })

  it.each(['/session/oidc/back-channel-logout', '/session/people/end'])(
    'a body that is too large for %s is refused, and no error is logged',
    async (path) => {
      const body = new URLSearchParams({ logout_token: 'x'.repeat(100_000) })
      const refused = await fetch(console.publicUrl + path, { method: 'POST', headers: fromPage, body })
      expect(refused.headers.get('content-type')).toBe('application/problem+json')
      expect(await refused.json()).toMatchObject({ status: 413, title: 'Body too large' })
      expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
    },
  )

  it('people create and rotate keys that outlast their session', async () => {
    const his = await signedIn('bo')
    const post = async (path: string, body: object) =>
      ask(his, `/api/public/v1/api-keys${path}`, { method: 'POST', body })
    const wanted = { name: 'Sync', scopes: ['companies:read'] }
    const usual = (await post('', wanted)).json.data
    const days = (Date.parse(usual.expiresAt) - Date.parse(usual.createdAt)) / (24 * 60 * minutes)
    expect(days).toBeCloseTo(365, 3)
    const lasting = (await post('', { ...wanted, expiresAt: null })).json.data
    expect(lasting).toMatchObject({ createdBy: 'Bo Lind', expiresAt: null })
    expect((await post(`/${lasting.id}/rotate`, {})).json.data.expiresAt).toBeNull()
    const path = `/api/public/v1/audit-events?${new URLSearchParams({ recordId: lasting.id })}`
    const [event] = (await ask(his, path)).json.data
    expect(event.person).toMatchObject({ name: 'Bo Lind' })
  })

  it('sessions are listed and ended with the scope sessions:manage', async () => {
    const [hers, his] = [await signedIn('amira'), await signedIn('bo')]
    expect((await ask(hers, '/session/people')).status).toBe(403)
    const { sessions } = (await ask(his, '/session/people')).json.data
    const found = sessions.find((one: { email: string }) => one.email === amira.email)
    expect(found).toMatchObject({
      name: 'Amira Haddad',
      roles: ['Account manager'],
      address: '192.0.2.1',
      isThis: false,
    })
    const ended = await ask(his, '/session/people/end', { method: 'POST', body: { personId: found.personId } })
    expect(ended.json.data.ended).toBeGreaterThan(0)
    expect((await me(hers)).status).toBe(401)
    expect((await me(his)).status).toBe(200)
    expect((await ask(his, '/session/people/end', { method: 'POST', body: {} })).status).toBe(400)
  })
})
