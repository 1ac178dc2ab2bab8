import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withRoleKeys } from '../role-keys'
import { createMemorySessions } from '../sessions/store'
import { createUpstream } from '../upstream'
import { personSessionsInMemory } from './person-sessions'
import { type Browser, openBrowser } from './testing/browser'
import { reserve } from './testing/console'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider'

const keys = [
  { role: 'admin', key: 'qd_upstream_admin' },
  { role: 'read-only', key: 'qd_upstream_reader' },
]
type Seen = { method: string | undefined; url: string | undefined; headers: http.IncomingHttpHeaders }

let seen: Seen[] = []
let status = 200
let text: string | null = null
let later = 0
const now = () => new Date(Date.now() + later)
let server: http.Server
let provider: IdentityProvider
let console: Awaited<ReturnType<typeof reserve>>
const lines: string[] = []

/** Another server of the same API, as far as these tests need one. */
const answer: http.RequestListener = (request, response) => {
  const { method, url, headers } = request
  seen.push({ method, url, headers })
  const data = url?.endsWith('/me')
    ? { name: 'Key of the portal', prefix: 'qd_upst', scopes: ['companies:read'], expiresAt: null }
    : { id: 'c' }
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'theirs' })
  response.end(text ?? JSON.stringify({ data }))
}

beforeAll(async () => {
  server = http.createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  console = await reserve()
  provider = await startIdentityProvider({
    clients: [{ client_id: 'quarterdeck', client_secret: 'hush', publicUrl: console.publicUrl }],
    accounts: {
      bo: { name: 'Bo Lind', email: 'bo@contoso.example', roles: ['read-only', 'admin'] },
      chi: { name: 'Chi Okafor', email: 'chi@contoso.example', roles: ['read-only'] },
      dee: { name: 'Dee Marsh', email: 'dee@contoso.example', roles: ['service-desk'] },
    },
  })
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const behind = {
    api: withRoleKeys(createUpstream(origin), keys, log),
    sessions: createMemorySessions(4),
    personSessions: personSessionsInMemory(4, now),
    findStaff: async () => null,
    upstream: origin,
  }
  await console.open(behind, { issuer: provider.issuer }, { now, lines })
})
afterAll(async () => {
  await console.stop()
  await provider.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  seen = []
  status = 200
  text = null
  later = 0
  lines.length = 0
})

const signedIn = async (account: string) => {
  provider.state.chosen = account
  const browser = openBrowser()
  await browser.visit(`${console.publicUrl}/session/oidc`)
  return browser
}
const ask = async (browser: Browser, path: string, method = 'GET') => {
  const response = await browser.send(`${console.publicUrl}/api/public/v1${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'x-request-id': 'ours-1' },
    ...(method !== 'GET' && { body: '{"name":"Bramley"}' }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

it('sends requests with the key of the person’s role, and logs each write with person and request id', async () => {
  const browser = await signedIn('chi')
  await ask(browser, '/companies')
  expect(seen).toHaveLength(1)
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer qd_upstream_reader', 'x-request-id': 'ours-1' })
  expect(seen[0]?.headers).not.toHaveProperty('cookie')
  expect(lines.join('')).not.toContain('write by a person')
  await ask(browser, '/companies/c', 'PUT')
  const [line = ''] = lines.filter((one) => one.includes('write by a person'))
  expect(JSON.parse(line)).toMatchObject({
    person: 'chi@contoso.example',
    role: 'read-only',
    requestId: 'ours-1',
    upstreamRequestId: 'theirs',
    method: 'PUT',
    path: '/api/public/v1/companies/c',
    status: 200,
  })
})

it('ends the former session soon after a second sign-in at once', async () => {
  const browser = await signedIn('chi')
  const token = browser.cookie(console.publicUrl, 'quarterdeck_session') ?? ''
  const former = openBrowser()
  former.setCookie(console.publicUrl, 'quarterdeck_session', token)
  await browser.visit(`${console.publicUrl}/session/oidc`)
  await ask(former, '/companies')
  later = 120_000
  await ask(former, '/companies')
  await ask(browser, '/companies')
  const reader = 'Bearer qd_upstream_reader'
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([reader, undefined, reader])
})

it('uses the first listed key for several roles, and none for a role without a key', async () => {
  await ask(await signedIn('bo'), '/companies')
  expect(seen[0]?.headers.authorization).toBe('Bearer qd_upstream_admin')
  seen = []
  const refused = await ask(await signedIn('dee'), '/companies')
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('has no key for “Service desk”')
  expect([refused.headers.get('x-request-id'), JSON.parse(refused.text).requestId]).toEqual(['ours-1', 'ours-1'])
  expect(seen).toEqual([])
})

it('returns the person with the key’s scopes, and nothing about the key', async () => {
  const { text } = await ask(await signedIn('chi'), '/me')
  expect(JSON.parse(text).data).toMatchObject({
    kind: 'person',
    name: 'Chi Okafor',
    prefix: null,
    scopes: ['companies:read'],
  })
  expect(text).not.toContain('Key of the portal')
})

it.each([
  [404, '{"title":"Not found"}'],
  [405, ''],
  [403, '{}'],
  [429, '{}'],
  [503, '{}'],
  [200, '<h1>Portal</h1>'],
  [200, '{"data":[]}'],
])(
  'passes on what a server answers without a valid /me (%i %s), because pages then know what it lacks',
  async (told, body) => {
    const browser = await signedIn('chi')
    status = told
    text = body
    const answered = await ask(browser, '/me')
    expect([answered.status, answered.text]).toEqual([told, body])
    const own = await browser.send(`${console.publicUrl}/session/all`, { headers: { 'sec-fetch-site': 'same-origin' } })
    const person = { name: 'Chi Okafor', email: 'chi@contoso.example', roles: ['Read only'] }
    expect(await own.json()).toMatchObject({ data: { person } })
  },
)

it('never reveals the key in a response, a header, a cookie or the log', async () => {
  const browser = await signedIn('bo')
  const answers = [
    await ask(browser, '/companies'),
    await ask(browser, '/me'),
    await ask(browser, '/companies/c', 'PUT'),
  ]
  const cookie = browser.cookie(console.publicUrl, 'quarterdeck_session')
  const told = JSON.stringify([answers.map(({ text, headers }) => [text, ...headers]), cookie, lines])
  for (const { key } of keys) expect(told).not.toContain(key)
})

it('reports a refused key instead of signing the person out', async () => {
  const browser = await signedIn('chi')
  status = 401
  for (const path of ['/companies', '/me']) {
    const refused = await ask(browser, path)
    expect(refused.status).toBe(502)
    expect(refused.text).toContain('refuses the key of the role “read-only”')
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(JSON.parse(refused.text).mayBeSaved).toBe(false)
    expect([refused.headers.get('x-request-id'), JSON.parse(refused.text).requestId]).toEqual(['ours-1', 'ours-1'])
  }
  status = 200
  expect((await ask(browser, '/companies')).status).toBe(200)
})
