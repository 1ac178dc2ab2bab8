import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getConnInfo } from '@hono/node-server/conninfo'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scopes } from '../../contract/core/scopes'
import { createKey } from '../api/keys'
import type { Database } from '../db/database'
import { createApi } from '../public-api'
import { freePort } from '../testing/free-port'
import { openCopy } from '../testing/server'
import { createTempFolder } from '../testing/temp-folder'
import { mountAt } from './base-path'
import { clientAddress } from './client-address'
import { createGateway } from './gateway'
import { createHttpServer } from './http-server'
import { connectionReader, parseNetworks } from './proxies'
import { createSessionSeal } from './sessions/seal'
import { createDatabaseSessions } from './sessions/store'

type Place = { folder: string; port: number; behind: number; base: string; certificate: string; secret: string }

/** Each with its documented configuration; `version` tells whether it is installed. */
const proxies = {
  nginx: {
    version: '-v',
    file: 'deploy/nginx.conf',
    configure: async (documented: string, { folder, port, behind, base, certificate, secret }: Place) => {
      const site = documented
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('127.0.0.1:4420', `127.0.0.1:${behind}`)
        .replace('/etc/ssl/quarterdeck/fullchain.pem', certificate)
        .replace('/etc/ssl/quarterdeck/privkey.pem', secret)
        .replace('location / {', `location ${base}/ {`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      await fs.writeFile(
        `${folder}/nginx.conf`,
        `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
        http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}\n${site} }`,
      )
      return ['-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`]
    },
  },
  caddy: {
    version: 'version',
    file: 'deploy/Caddyfile',
    configure: async (documented: string, { folder, port, behind, base, certificate, secret }: Place) => {
      const site = documented
        .replace(
          'quarterdeck.example {',
          `https://quarterdeck.example:${port} {\nbind 127.0.0.1\ntls ${certificate} ${secret}`,
        )
        .replace(
          'reverse_proxy 127.0.0.1:4420 {',
          `${base && `@console path ${base} ${base}/*\nhandle @console {`}\nreverse_proxy 127.0.0.1:${behind} {`,
        )
        .replace(/}\s*$/, base ? '}\n}' : '}')
      await fs.writeFile(
        `${folder}/Caddyfile`,
        `{\nadmin off\nauto_https off\nstorage file_system ${folder}\n}\n${site}`,
      )
      return ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`]
    },
  },
}
type Name = keyof typeof proxies

const installed = (Object.keys(proxies) as Name[]).filter((name) => {
  const isInstalled = spawnSync(name, [proxies[name].version]).status === 0
  if (!isInstalled) console.log(`${name} is not installed, so ${proxies[name].file} was not tried.`)
  return isInstalled
})

const trusted = parseNetworks('127.0.0.1') ?? expect.unreachable()

const cases = installed.flatMap((name) => ['', '/ops/console'].map((base) => [name, base] as const))

describe.runIf(cases.length > 0).each(cases)('Behind %s with TLS, at “%s”', (name, base) => {
  let database: Database
  let key: string
  let folder: Awaited<ReturnType<typeof createTempFolder>>
  let ask: (path: string, o?: https.RequestOptions & { body?: string }) => Promise<IncomingMessage>
  const stops: (() => Promise<unknown>)[] = []
  const lines: string[] = []
  /** Lets the streamed answer end. */
  let goOn = () => {}

  const streamed = () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('head'))
          goOn = () => {
            controller.enqueue(new TextEncoder().encode('rest'))
            controller.close()
          }
        },
      }),
    )

  beforeAll(async () => {
    database = await openCopy()
    key = (await createKey(database, { name: 'Tests', scopes, expiresAt: null, createdBy: null })).key
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
    const api = createApi({ database, log, base })
    const read = connectionReader(trusted)
    const gateway = createGateway({
      api: async (request, passed) => api.fetch(request, passed),
      seal: createSessionSeal('a secret of at least thirty-two characters'),
      sessions: createDatabaseSessions(database, 4),
      ...{
        people: null,
        keySignIn: true,
        redeem: async () => null,
        webApp: null,
        upstream: null,
        ready: database.ready,
      },
      hsts: 'max-age=31536000',
      ...{ clientAddress, connectionOf: (c) => read(getConnInfo(c).remote.address ?? '', c.req.raw), base, log },
    })
    const fetch = mountAt(base, async (request, environment) =>
      new URL(request.url).pathname === '/streamed' ? streamed() : gateway.fetch(request, environment),
    )
    const { server, stop } = createHttpServer(fetch, { info: () => {} })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(stop)
    folder = await createTempFolder()
    const port = await freePort()
    const certificate = await startProxy(folder.folder, port, (server.address() as AddressInfo).port)
    ask = (path, { body, headers, ...options } = {}) =>
      new Promise((resolve, reject) => {
        https
          .request({
            host: '127.0.0.1',
            port,
            servername: 'quarterdeck.example',
            ca: certificate,
            path: base + path,
            headers: { host: 'quarterdeck.example', ...(headers as Record<string, string>) },
            ...options,
          })
          .once('response', resolve)
          .once('error', reject)
          .end(body)
      })
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
    await database.close()
    await folder.remove()
  })

  const startProxy = async (at: string, port: number, behind: number) => {
    const [certificate, secret] = [`${at}/certificate.pem`, `${at}/key.pem`]
    const subject = ['-subj', '/CN=quarterdeck.example', '-addext', 'subjectAltName=DNS:quarterdeck.example']
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
    execFileSync('openssl', [...made, '-keyout', secret, '-out', certificate], { stdio: 'ignore' })
    const { file, configure } = proxies[name]
    const place = { folder: at, port, behind, base, certificate, secret }
    const parameters = await configure(await fs.readFile(file, 'utf8'), place)
    const env = { ...process.env, HOME: at }
    const proxy = spawn(name, parameters, { stdio: ['ignore', 'ignore', 'pipe'], env })
    let errors = ''
    proxy.stderr.on('data', (chunk) => (errors += chunk))
    const exit = once(proxy, 'exit')
    stops.push(async () => {
      proxy.kill('SIGTERM')
      await exit
    })
    const ended = exit.then(() => expect.unreachable(errors))
    ended.catch(() => {})
    await Promise.race([ended, vi.waitUntil(() => isListening(port), { timeout: 60_000 })])
    return fs.readFile(certificate)
  }

  const signIn = (headers: Record<string, string> = {}) =>
    ask('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify({ key }),
    })

  it('sends what there is of a page at once', async () => {
    const answer = await ask('/streamed')
    const chunks = answer[Symbol.asyncIterator]()
    expect(String((await chunks.next()).value)).toBe('head')
    goOn()
    expect(String((await chunks.next()).value)).toBe('rest')
  })

  it('binds the session to TLS, and to the host or the path', async () => {
    const answer = await signIn()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      base
        ? /^__Secure-quarterdeck_session=.*; Path=\/ops\/console; HttpOnly; Secure; SameSite=Strict$/
        : /^__Host-quarterdeck_session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const me = await ask('/api/public/v1/me', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect(JSON.parse(await text(me))).toMatchObject({ data: { name: 'Tests' } })
  })

  it('names paths as they were asked, when nothing is there', async () => {
    const detail = async (path: string) =>
      JSON.parse(await text(await ask(path, { headers: { authorization: `Bearer ${key}` } }))).detail
    expect(await detail('/api/public/v1/nothing')).toContain(`Nothing exists at ${base}/api/public/v1/nothing.`)
    expect(await detail('/nothing')).toContain(`start at ${base}/.`)
  })

  it.runIf(base)('leads from the address that people are given, which has no slash at its end', async () => {
    const { statusCode, headers } = await ask('')
    expect(statusCode).toBeGreaterThanOrEqual(301)
    expect(headers.location).toMatch(/\/ops\/console\/$/)
  })

  it('lets no one claim another address or host', async () => {
    lines.length = 0
    await signIn({ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-forwarded-host': 'evil.example' })
    const signedIn = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'sign-in')
    expect(signedIn).toMatchObject({ address: '127.0.0.1', status: 200 })
  })

  it('answers a body that is too large in the API’s own words', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'x'.repeat(1_200_000) })
    const answer = await ask('/api/public/v1/api-keys', { method: 'POST', headers, body })
    expect([answer.statusCode, JSON.parse(await text(answer)).title]).toEqual([413, 'Body too large'])
  })
})

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
