import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noBriefs } from '../resources/briefs/briefs'
import { behindLocalProxy } from '../testing/local-proxy'
import { mountAt } from './base-path'
import { createGateway } from './gateway'
import { createHttpServer, type Fetch } from './http-server'
import { createSessionSeal } from './sessions/seal'
import { createMemorySessions } from './sessions/store'
import { createUpstream } from './upstream'
import { withBriefs } from './upstream-briefs'

const servers: http.Server[] = []

/** A server of the same API, as far as a test needs one; its address has a path, as behind a proxy. */
const listening = async (answer: http.RequestListener) => {
  const server = http.createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/portal`
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const seal = createSessionSeal('a secret of at least thirty-two characters')

let now = new Date()
const sessions = createMemorySessions(4, () => now)

const gatewayTo = (address: string, timeoutMs?: number, log = pino({ level: 'silent' })) =>
  createGateway({
    api: withBriefs(createUpstream(address, timeoutMs), noBriefs, log),
    seal,
    sessions,
    people: null,
    keySignIn: true,
    redeem: async () => null,
    webApp: null,
    upstream: address,
    ready: async () => true,
    clientAddress: () => '192.0.2.1',
    connectionOf: behindLocalProxy,
    hsts: 'max-age=0',
    log,
  })

const origin = 'http://quarterdeck.example'
const signedIn = async () => `quarterdeck_session=${(await seal.seal('qd_theirs', null, 'Firefox')).sealed}`
const textOf = async (request: http.IncomingMessage) => Buffer.concat(await request.toArray()).toString()

it('compresses what the other server sent, which gets its own ETag back', async () => {
  const tags: unknown[] = []
  const address = await listening((request, response) => {
    tags.push(request.headers['if-match'])
    response.writeHead(200, { 'content-type': 'application/json', etag: '"7--gzip"' })
    response.end(JSON.stringify({ data: 'long '.repeat(1000) }))
  })
  const gateway = gatewayTo(address)
  const ask = async (headers: Record<string, string>, init: RequestInit = {}) =>
    gateway.request(`${origin}/api/public/v1/companies/7`, {
      ...init,
      headers: { cookie: await signedIn(), origin, 'accept-encoding': 'gzip', ...headers },
    })
  const answer = await ask({})
  expect([answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual(['gzip', '"7--gzip--qd-gzip"'])
  expect(JSON.parse(gunzipSync(await answer.arrayBuffer()).toString())).toEqual({ data: 'long '.repeat(1000) })
  for (const tag of ['"7--gzip--qd-gzip"', '"7--gzip"'])
    await ask({ 'if-match': tag, 'content-type': 'application/json' }, { method: 'PUT', body: '{}' })
  expect(tags).toEqual([undefined, '"7--gzip"', '"7--gzip"'])
})

it('forwards a request with the session’s key, without cookies or other headers', async () => {
  let seen: unknown
  const address = await listening(async (request, response) => {
    const { method, url, headers } = request
    const { host: _, connection, ...others } = headers
    seen = { method, url, headers: others, body: await textOf(request) }
    response.writeHead(200, {
      'content-type': 'application/json',
      etag: '"7"',
      'x-ratelimit-remaining': '99',
      'set-cookie': 'theirs=1',
      server: 'nginx',
    })
    response.end('{"data":{}}')
  })
  const response = await gatewayTo(address).request(`${origin}/api/public/v1/companies/7?x=a%20b&x=%C3%A9`, {
    method: 'PUT',
    headers: {
      cookie: await signedIn(),
      origin,
      'content-type': 'application/json',
      'if-match': '"6"',
      'x-request-id': 'r-1',
      'x-forwarded-for': '192.0.2.9',
    },
    body: '{"name":"Bramley"}',
  })
  expect(seen).toMatchObject({
    method: 'PUT',
    url: '/portal/api/public/v1/companies/7?x=a%20b&x=%C3%A9',
    headers: {
      authorization: 'Bearer qd_theirs',
      'content-type': 'application/json',
      'content-length': '18',
      'if-match': '"6"',
      'x-request-id': 'r-1',
    },
    body: '{"name":"Bramley"}',
  })
  expect((seen as { headers: object }).headers).not.toHaveProperty('cookie')
  expect((seen as { headers: object }).headers).not.toHaveProperty('x-forwarded-for')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('{"data":{}}')
  expect(response.headers.get('etag')).toBe('"7"')
  expect(response.headers.get('x-ratelimit-remaining')).toBe('99')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get('server')).toBeNull()
})

it('forwards no body larger than the API accepts', async () => {
  let asked = 0
  const address = await listening((_, response) => {
    asked += 1
    response.end('{}')
  })
  const response = await gatewayTo(address).request(`${origin}/api/public/v1/companies/7`, {
    method: 'PUT',
    headers: { authorization: 'Bearer qd_own', 'content-type': 'application/json' },
    body: 'x'.repeat(1024 * 1024 + 1),
  })
  expect([response.status, asked]).toEqual([413, 0])
})

it('passes errors through unchanged, and 304 without a body', async () => {
  const address = await listening((request, response) => {
    response.writeHead(request.headers['if-none-match'] ? 304 : 422, { 'content-type': 'text/plain', etag: '"7"' })
    response.end(request.headers['if-none-match'] ? undefined : 'name is too long')
  })
  const path = `${origin}/api/public/v1/companies`
  const refused = await gatewayTo(address).request(path, { headers: { authorization: 'Bearer qd_own' } })
  expect([refused.status, await refused.text()]).toEqual([422, 'name is too long'])
  expect((await gatewayTo(address).request(path, { headers: { 'if-none-match': '"7"' } })).status).toBe(304)
})

it.each(['identity', 'gzip'])('streams a response in %s while it is still being written', async (encoding) => {
  let finish = () => {}
  const address = await listening((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data":')
    finish = () => response.end('[]}')
  })
  const { headers, body } = await gatewayTo(address).request(`${origin}/api/public/v1/companies`, {
    headers: { 'accept-encoding': encoding },
  })
  expect(headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
  const plain = encoding === 'gzip' ? body?.pipeThrough(new DecompressionStream('gzip')) : body
  const reader = plain?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('{"data":')
  finish()
  expect((await reader?.read())?.value).toBe('[]}')
})

it('passes on how a body is encoded, which the other server may not undo', async () => {
  let encoding: string | undefined
  const address = await listening((request, response) => {
    encoding = request.headers['content-encoding']
    response.writeHead(415).end()
  })
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json', 'content-encoding': 'br' }
  const written = { method: 'PUT', headers, body: '{}' }
  expect((await gatewayTo(address).request(`${origin}/api/public/v1/companies/7`, written)).status).toBe(415)
  expect(encoding).toBe('br')
})

it.each(['/companies/%2e%2e%2fadmin', '/companies%2F7', '/companies/..%5Cadmin'])(
  'never passes on %s',
  async (path) => {
    let asked = false
    const address = await listening((_, response) => {
      asked = true
      response.end()
    })
    expect((await gatewayTo(address).request(`${origin}/api/public/v1${path}`)).status).toBe(400)
    expect(asked).toBe(false)
  },
)

it.each(['/api/public/v1/../../admin', '/api/public/v1/%2e%2e/%2e%2e/admin', '/api/public/v1/..\\admin'])(
  'does not follow %s out of the API',
  async (path) => {
    let asked = false
    const address = await listening((_, response) => {
      asked = true
      response.end()
    })
    const response = await gatewayTo(address).request(origin + path)
    expect([400, 404]).toContain(response.status)
    expect(asked).toBe(false)
  },
)

it('sends nothing for a session that ended while the body arrived', async () => {
  let asked = 0
  const address = await listening((_, response) => {
    asked++
    response.end('{}')
  })
  const write = (isValid: boolean) =>
    createUpstream(address)(new Request(`${origin}/api/public/v1/companies/1`, { method: 'PUT', body: '{}' }), {
      isSessionValid: async () => isValid,
    })
  expect([(await write(false)).status, asked]).toEqual([401, 0])
  expect([(await write(true)).status, asked]).toEqual([200, 1])
})

it('does not follow redirects', async () => {
  const address = await listening((_, response) => response.writeHead(302, { location: 'https://evil.example' }).end())
  const response = await gatewayTo(address).request(`${origin}/api/public/v1/companies`)
  expect(response.status).toBe(502)
  expect(response.headers.get('location')).toBeNull()
  expect(await response.json()).toMatchObject({ title: 'Unexpected redirect' })
  // Portals lead to their login page from addresses that they do not have, as the specification has no /me.
  expect((await gatewayTo(address).request(`${origin}/api/public/v1/me`)).status).toBe(404)
})

it('forwards through several consoles, and refuses a request that comes back', async () => {
  let asked = 0
  /** A console, whose address is known before the one of the server behind it. */
  const consoleBefore = async (behind: (own: string) => string) => {
    let gateway: Fetch | null = null
    const listener = getRequestListener(async (request, environment) => {
      asked += 1
      return gateway?.(request, environment) ?? new Response(null, { status: 503 })
    })
    const own = (await listening(listener)).replace('/portal', '')
    gateway = gatewayTo(behind(own), 2000).fetch as Fetch
    return own
  }
  const ask = (address: string) =>
    gatewayTo(address, 2000).request(`${origin}/api/public/v1/companies`, {
      headers: { authorization: 'Bearer qd_own' },
    })
  const server = await listening((_, response) => response.end('{"data":[]}'))
  const inner = await consoleBefore(() => server)
  const chain = await ask(await consoleBefore(() => inner))
  expect([chain.status, await chain.text(), asked]).toEqual([200, '{"data":[]}', 2])
  asked = 0
  const back = await ask(await consoleBefore((own) => own))
  expect([back.status, asked]).toEqual([508, 2])
  expect(await back.json()).toMatchObject({
    title: 'Loop detected',
    detail: expect.stringContaining('leads back to this console'),
  })
})

it('refuses a cookie that was copied before sign-out', async () => {
  const address = await listening((_, response) => response.end('{"data":{}}'))
  const gateway = gatewayTo(address)
  const headers = { cookie: await signedIn(), origin }
  const ask = () => gateway.request(`${origin}/api/public/v1/companies/7`, { headers })
  const seen = await ask()
  expect(seen.status).toBe(200)
  expect((await gateway.request(`${origin}/session`, { method: 'DELETE', headers })).status).toBe(204)
  expect((await gateway.request(`${origin}/session`, { headers })).status).toBe(401)
})

it('ends sessions idle for four hours, and other sessions of the key that it knows', async () => {
  const address = await listening((_, response) => response.end('{"data":[]}'))
  const gateway = gatewayTo(address)
  const [here, there, idle] = [await signedIn(), await signedIn(), await signedIn()]
  const ask = async (path: string, cookie: string, init: RequestInit = {}) =>
    gateway.request(`${origin}/session${path}`, { headers: { cookie, origin }, ...init })
  const statuses = () => Promise.all([here, there, idle].map(async (cookie) => (await ask('', cookie)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  now = new Date(now.getTime() + 3 * 3_600_000)
  await Promise.all([ask('', here), ask('', there)])
  now = new Date(now.getTime() + 2 * 3_600_000)
  expect(await statuses()).toEqual([200, 200, 401])
  const { data } = await (await ask('/all', here)).json()
  expect(data).toMatchObject({ sessions: [{ isThis: true }, { isThis: false }], isKept: false })
  expect(JSON.stringify(data)).not.toContain('key')
  const end = { method: 'POST', body: JSON.stringify({ key: 'qd_theirs' }) }
  expect((await ask('/end', here, end)).status).toBe(204)
  expect(await statuses()).toEqual([200, 401, 401])
})

it('keeps its limit of time when memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const address = await listening((request, response) => {
    if (request.url?.endsWith('/silent')) return
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  })
  const gateway = gatewayTo(address, 2000)
  const ask = async (path: string) => (await gateway.request(`${origin}/api/public/v1/${path}`)).text()
  const ended = Promise.all([ask('silent'), ask('endless').catch(({ name }) => name)])
  const collecting = setInterval(collect, 50)
  try {
    expect(await ended).toEqual([expect.stringContaining('No answer in time'), 'TimeoutError'])
  } finally {
    clearInterval(collecting)
    setFlagsFromString('--no-expose-gc')
  }
})

describe('The ID of a request', () => {
  const seen: unknown[] = []
  let console: ReturnType<typeof createHttpServer>
  const lines: string[] = []
  const ask = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${(console.server.address() as AddressInfo).port}${path}`, init)

  beforeEach(async () => {
    seen.length = 0
    lines.length = 0
    const address = await listening((request, response) => {
      seen.push(request.headers['x-request-id'])
      if (request.url?.endsWith('/cut')) return response.destroy()
      response.writeHead(request.url?.endsWith('/busy') ? 503 : 200, { 'content-type': 'text/html' })
      response.end('<h1>Portal</h1>')
    })
    const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) })
    const { fetch } = gatewayTo(address, undefined, log)
    console = createHttpServer(
      mountAt('/ops', async (...wanted) => fetch(...wanted)),
      log,
    )
    await once(console.server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => console.stop())

  it.each([
    ['GET', '/elsewhere', 404],
    ['GET', '/ops/nowhere', 404],
    ['PUT', '/ops/companies', 405],
    ['PUT', '/ops/session', 405],
    ['GET', '/ops/session', 401],
    ['GET', '/ops/api/public/v1/companies%2F7', 400],
    ['GET', '/ops/api/public/v1/cut', 502],
    ['GET', '/ops/api/public/v1/companies/x/brief', 400],
  ])('is in header and body of what the console refuses: %s %s', async (method, path, status) => {
    const refused = await ask(path, { method })
    expect(refused.status).toBe(status)
    const { requestId } = (await refused.json()) as { requestId: string }
    expect(requestId).toMatch(/^[\w-]{36}$/)
    expect(refused.headers.get('x-request-id')).toBe(requestId)
  })

  it.each([
    ['/ops', 308],
    ['/ops/healthz', 200],
    ['/ops/api/public/v1/companies', 200],
    ['/ops/api/public/v1/busy', 503],
  ])('is on every other response, whoever makes it: %s', async (path, status) => {
    const response = await ask(path, { headers: { 'x-request-id': 'ours-1' }, redirect: 'manual' })
    expect([response.status, response.headers.get('x-request-id')]).toEqual([status, 'ours-1'])
    const isForwarded = path.includes('/api/')
    expect(seen).toEqual(isForwarded ? ['ours-1'] : [])
    if (isForwarded) expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ requestId: 'ours-1', status }])
  })

  it('is sent to the other server, and a valid one where a client sends none', async () => {
    const ids = []
    for (const sent of ['two words', 'x'.repeat(256), 'from-a-proxy=1']) {
      const { headers } = await ask('/ops/api/public/v1/companies', { headers: { 'x-request-id': sent } })
      ids.push(headers.get('x-request-id'))
    }
    const made = expect.stringMatching(/^[\w-]{36}$/)
    expect(ids).toEqual([made, made, 'from-a-proxy=1'])
    expect(seen).toEqual(ids)
  })
})

it('cuts the connection and logs it when an answer of the other server breaks off', async () => {
  const address = await listening((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'theirs' })
    response.write('{"data":', () => response.destroy())
  })
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(line) })
  const printed = vi.spyOn(console, 'error')
  const { server, stop } = createHttpServer(gatewayTo(address, undefined, log).fetch as Fetch, log)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const ask = (encoding: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/public/v1/companies`, {
      headers: { authorization: 'Bearer qd_theirs', 'accept-encoding': encoding },
    }).then((answer) => answer.text())
  for (const encoding of ['identity', 'gzip'])
    await expect(ask(encoding)).rejects.toThrow(/^(fetch failed|terminated)$/)
  await stop()
  const broken = { level: 40, requestId: 'theirs', status: 200, outcome: 'the other server’s answer broke off' }
  expect(lines.map((line) => JSON.parse(line)).filter(({ outcome }) => outcome)).toMatchObject([broken, broken])
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
})

it('reports a server that is unreachable or does not respond', async () => {
  const address = await listening(() => {})
  const slow = await gatewayTo(address, 20).request(`${origin}/api/public/v1/companies`)
  expect([slow.status, (await slow.json()).title]).toEqual([504, 'No answer in time'])
  expect(slow.headers.get('retry-after')).toBe('30')
  const server = servers.pop()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  const gone = await gatewayTo(address).request(`${origin}/api/public/v1/companies`)
  expect([gone.status, await gone.json()]).toMatchObject([502, { title: 'Server unreachable', mayBeSaved: false }])
  const signIn = await signInTo(address)
  expect([signIn.status, (await signIn.json()).detail]).toEqual([502, expect.stringContaining('cannot be reached')])
})

const signInTo = async (address: string) =>
  gatewayTo(address).request(`${origin}/session`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ key: 'qd_theirs' }),
  })

it.each([
  ['has no /me and takes the key', 404, 200, 200],
  ['has no /me and knows the key for other scopes', 405, 403, 200],
  ['has its start page at /me', 200, 200, 200],
  ['has no /me and refuses the key', 404, 401, 401],
  ['has a redirect at /me and takes the key', 302, 200, 200],
  ['knows /me, and the key for other scopes', 403, 403, 200],
  ['refuses unknown paths, and is without its database', 403, 503, 503],
  ['refuses unknown paths, and the key', 403, 401, 401],
  ['refuses the key at /me', 401, 200, 401],
  ['fails', 500, 200, 502],
  ['asks to wait', 429, 200, 429],
  ['is without its database', 503, 200, 503],
])('signs in against a server that %s', async (_, me, companies, status) => {
  const address = await listening((request, response) => {
    const path = request.url?.replace('/portal/api/public/v1', '')
    const own = path === '/me' ? me : path === '/companies?limit=1' ? companies : 418
    response.setHeader('retry-after', '7')
    response.writeHead(request.headers.authorization === 'Bearer qd_theirs' ? own : 400)
    response.end(path === '/me' ? '<html>' : '{"data":[]}')
  })
  const response = await signInTo(address)
  expect(response.status).toBe(status)
  expect(response.headers.get('retry-after')).toBe(status === 429 || status === 503 ? '7' : null)
  if (status === 200) expect(await response.json()).toMatchObject({ server: { upstream: address } })
})

it.each([
  ['its start page', 200, 'text/html', '<!doctype html><title>Portal</title>'],
  ['a page that refuses', 403, 'text/html; charset=utf-8', '<h1>Forbidden</h1>'],
  ['JSON of another API', 200, 'application/json', '{"ok":true}'],
])('refuses sign-in if the server answers every path with %s', async (_, status, type, body) => {
  const address = await listening((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const response = await signInTo(address)
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({ title: 'Not this API' })
})
