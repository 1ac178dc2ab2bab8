import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unoptimised } from '../scripts/short-lived.js'
import { build } from '../scripts/steps.js'
import { type Database, openDatabase } from './db/database'
import { makeSample } from './demo/make'
import { emptyData, openAny, postgres, settings } from './testing/server'
import { mountSmallDisk } from './testing/small-disk'
import { createTempFolder } from './testing/temp-folder'
import { thorough } from './testing/thorough'

let data: Awaited<ReturnType<typeof createTempFolder>>
const running: { child: ChildProcess; exit: Promise<number | null> }[] = []

/** Enough to begin a new database, and too little for all of it. */
const smallDisk = await mountSmallDisk(34 * 1024)
afterAll(() => smallDisk?.remove())

// As its users start it: built.
beforeAll(async () => {
  expect(await build()).toBe(true)
})
beforeEach(async () => {
  data = await createTempFolder()
})
afterEach(async () => {
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL')
    await exit
  }
  await data.remove()
})

/** Has the next start find an empty database, which takes a fifth of the time of a new one. */
const startFromEmpty = async () => {
  await data.remove()
  data = await emptyData()
}

/** The program as its users start it, in a process of its own, on a free port and without the sample. */
const launch = (environment: Record<string, string>, place = '.') => {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...unoptimised, path.join(place, 'dist/server/cli.js')], {
    env: { PATH, PORT: '0', QUARTERDECK_DEMO: 'off', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let screen = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const screenOf = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      screen += chunk
      if (/^ +Stop /m.test(screen)) resolve(screen)
    })
    exit.then(() => resolve(screen))
  })
  return { child, exit, screen: screenOf, errors: () => errors }
}

/** One that ends with the test. */
const start = (environment: Record<string, string> = {}, place?: string) => {
  const program = launch({ QUARTERDECK_DATA: data.folder, ...environment }, place)
  running.push(program)
  return program
}

const shown = (screen: string, label: string) => new RegExp(`^ +${label} +(\\S+)$`, 'm').exec(screen)?.[1]

it('starts with a key, a sign-in link and a health check, and stops on a signal', async () => {
  // As a start leaves it that is killed while it makes the database.
  await fs.mkdir(path.join(data.folder, 'database-unpacking', 'base'), { recursive: true })
  await fs.writeFile(path.join(data.folder, 'database-unpacking', 'PG_VERSION'), '18')
  const first = start()
  const screen = await first.screen
  const origin = shown(screen, 'Address') ?? ''
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })

  expect(screen).toContain('If this output is kept as a log, create a key of your own and revoke “First key”.')
  const authorization = `Bearer ${shown(screen, 'API key')}`
  const me = await fetch(`${origin}/api/public/v1/me`, { headers: { authorization } })
  expect(await me.json()).toMatchObject({ data: { name: 'First key', expiresAt: null } })

  const code = shown(screen, 'Sign in')?.split('#code=')[1]
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ code }),
  })
  expect(session.status).toBe(200)
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const linked = await fetch(`${origin}/api/public/v1/me`, { headers: { cookie } })
  expect(await linked.json()).toMatchObject({
    data: { name: expect.stringMatching(/^Sign-in link, \d+ \w+ \d{4} \d\d:\d\d$/), expiresAt: expect.any(String) },
  })
  const lasting = await fetch(`${origin}/api/public/v1/api-keys`, {
    method: 'POST',
    headers: { origin, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Kept', scopes: ['companies:read'], expiresAt: null }),
  })
  expect(lasting.status).toBe(422)
  expect(await lasting.json()).toMatchObject({ detail: expect.stringMatching(/“Sign-in link, .*expires then/) })

  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  expect(first.errors()).toBe('')
  expect(await fs.readdir(data.folder)).not.toContain('database-unpacking')

  const second = start()
  const again = await second.screen
  expect(shown(again, 'API key')).toBeUndefined()
  expect(shown(again, 'Sign in')).toMatch(/#code=/)
  const kept = await fetch(`${shown(again, 'Address')}/api/public/v1/me`, { headers: { authorization, cookie } })
  expect(kept.status).toBe(200)
  second.child.kill('SIGTERM')
  await second.exit

  const journal = "import{fstatSync}from'node:fs';const{dev,ino}=fstatSync(1);process.env.JOURNAL_STREAM=dev+':'+ino"
  const underSystemd = await start({ NODE_OPTIONS: `--import=data:text/javascript,${journal}` }).screen
  expect(underSystemd).toMatch(/ Address /)
  expect(underSystemd).not.toContain('#code=')
})

it('contains the web app and no tests, sources or source maps', async () => {
  const entries = await fs.readdir('dist/web', { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  const names = files.map((file) => path.relative('dist/web', file).split(path.sep).join('/'))
  const built = /^assets\/[\da-f]{8}\.(css|js|svg|woff2)(\.br)?$/
  const kept = ['.vite/manifest.json', 'icon.svg', 'index.html', 'manifest.webmanifest']
  expect(names.filter((name) => !built.test(name)).sort()).toEqual(kept)
  const texts = files.filter((file) => /\.(css|js|html)$/.test(file)).map((file) => fs.readFile(file, 'utf8'))
  expect((await Promise.all(texts)).join('')).not.toMatch(/sourceMappingURL|import\.meta\.(hot|vitest)|jsxDEV/)
})

it('has the files that the server names in its pages', async () => {
  const scripts = (await fs.readdir('dist/server')).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => fs.readFile(path.join('dist/server', name), 'utf8')))
  const named = texts.flatMap((text) => text.match(/\/assets\/[\w-]+\.(?:svg|woff2)/g) ?? [])
  expect(named).not.toEqual([])
  expect(named.filter((name) => !existsSync(path.join('dist/web', name)))).toEqual([])
})

it('completes the sample after the first start was killed', thorough, async () => {
  await startFromEmpty()
  const environment = { QUARTERDECK_DEMO: '0.05', QUARTERDECK_ADMIN_KEY: 'an-operators-key-of-thirty-two-letters' }
  const first = start(environment)
  await new Promise((resolve) => first.child.stdout.once('data', resolve))
  first.child.kill('SIGKILL')
  await first.exit

  const origin = shown(await start(environment).screen, 'Address')
  const headers = { authorization: `Bearer ${environment.QUARTERDECK_ADMIN_KEY}` }
  for (const path of ['companies', 'devices', 'compliance/templates']) {
    const list = await fetch(`${origin}/api/public/v1/${path}`, { headers })
    expect(await list.json()).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]),
    })
  }
})

it.each(settings)('keeps an edit and a switch on $engine through kill -9', thorough, async ({ make }) => {
  const { environment, drop } = await make()
  if (!environment.DATABASE_URL) await startFromEmpty()
  const key = 'a-key-of-the-tests-with-32-characters'
  const program = { ...environment, QUARTERDECK_DEMO: '0.02', QUARTERDECK_ADMIN_KEY: key }
  const ask = async (origin: string | undefined, path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${origin}/api/public/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { data: Record<string, unknown> & Record<string, unknown>[] }
  }

  const first = start(program)
  const origin = shown(await first.screen, 'Address')
  const company = (await ask(origin, '/companies?limit=1')).data[0]
  const rule = (await ask(origin, '/automation?limit=1')).data[0]
  const edited = await ask(origin, `/companies/${company?.id}`, 'PUT', { employeeCount: 4711 })
  const switched = await ask(origin, `/automation/${rule?.id}/toggle`, 'POST', { isActive: !rule?.isActive })
  first.child.kill('SIGKILL')
  await first.exit

  const again = shown(await start(program).screen, 'Address')
  expect(await ask(again, `/companies/${company?.id}`)).toEqual(edited)
  expect(await ask(again, `/automation/${rule?.id}`)).toEqual(switched)
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL')
    await exit
  }
  await drop()
})

it.runIf(postgres.isThere)('makes the sample once when two instances start at once', thorough, async () => {
  const { url, drop } = await postgres.make()
  const environment = { DATABASE_URL: url }
  /** How often companies were written to the database. */
  const version = async (database: Database) => {
    const { rows } = await sql`select version from list_versions where name = 'companies'`.execute(database.sql)
    return rows
  }
  const screens = [1, 2].map(() => start({ ...environment, QUARTERDECK_DEMO: '0.02' }).screen)
  const shows = (await Promise.all(screens)).map((screen) => shown(screen, 'Address'))
  expect(shows).toEqual(shows.map(() => expect.stringContaining('http')))
  const database = await openDatabase({ url, folder: '' })
  const once = await openAny()
  await makeSample(once, { scale: 0.02 })
  expect(await version(database)).toEqual(await version(once))
  await database.close()
  await once.close()
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL')
    await exit
  }
  await drop()
})

it.runIf(postgres.isThere)('starts on a database that can only be read, and says so', async () => {
  const { url, drop } = await postgres.make()
  const database = await openDatabase({ url, folder: '' })
  const name = sql.id(new URL(url).pathname.slice(1))
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.sql)
  await database.close()
  const { child, exit, screen, errors } = start({ DATABASE_URL: url, QUARTERDECK_ADMIN_KEY: 'k'.repeat(40) })
  const said = 'The database can only be read. Turn default_transaction_read_only off there'
  expect(await screen).toContain(said)
  expect(shown(await screen, 'Sign in')).toBe(undefined)
  expect(JSON.parse(errors())).toMatchObject({ level: 40, msg: expect.stringContaining(said) })
  child.kill('SIGTERM')
  await exit
  await drop()
})

it('opens no database in front of another server', async () => {
  const { screen } = start({ QUARTERDECK_UPSTREAM: 'http://127.0.0.1:1/portal' })
  expect(shown(await screen, 'In front of')).toBe('http://127.0.0.1:1/portal')
  expect((await fetch(`${shown(await screen, 'Address')}/api/public/v1/companies`)).status).toBe(502)
  expect(await fs.readdir(data.folder)).toEqual(['secret'])
})

it.each([
  [
    { PORT: 'x', QUARTERDECK_DEMOS: '1' },
    'QUARTERDECK_DEMOS is not a setting. Did you mean QUARTERDECK_DEMO?\n  PORT must be a whole number from 0 to 65535; it is "x".',
  ],
  [
    { HOST: '192.0.2.1' },
    'HOST 192.0.2.1 is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for every network interface.',
  ],
  [
    { QUARTERDECK_OIDC_ISSUER: 'http://login.contoso.example', QUARTERDECK_OIDC_CLIENT_ID: 'quarterdeck' },
    'QUARTERDECK_OIDC_ISSUER must be the https address of the issuer, without a query (http only for this machine); it is "http://login.contoso.example".',
  ],
  [
    { DATABASE_URL: 'postgres://127.0.0.1:1/quarterdeck' },
    'No database can be reached at 127.0.0.1:1 (ECONNREFUSED). Start PostgreSQL, or correct the host and port in DATABASE_URL.',
  ],
])('does not start with %j, and says why in a sentence', async (environment, sentence) => {
  const { exit, errors } = start(environment)
  expect(await exit).toBe(1)
  expect(errors()).toContain(`\n  ${sentence}`)
  expect(errors()).not.toContain('    at ')
})

it('does not start on a port in use', async () => {
  const holder = net.createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as net.AddressInfo
  const blocked = start({ PORT: String(port) })
  expect(await blocked.exit).toBe(1)
  expect(blocked.errors().trim()).toBe(
    `Port ${port} is in use by another program. Stop that program, or set PORT to another port.`,
  )
  holder.close()
})

// The first process of a container stops on a signal only if it listens for it.
it('stops on a signal during the start, and starts again', thorough, async () => {
  const { child, exit } = start({ QUARTERDECK_DEMO: '1' })
  await expect.poll(() => existsSync(path.join(data.folder, 'database'))).toBe(true)
  child.kill('SIGTERM')
  expect(await exit).toBe(143)
  expect(shown(await start().screen, 'API key')).toMatch(/^qd_/)
})

it('shows the first key though earlier starts ended at the identity provider', thorough, async () => {
  await startFromEmpty()
  const answer = (_: unknown, response: http.ServerResponse) =>
    response.setHeader('content-type', 'application/json').end('{"issuer":"https://login.elsewhere.example"}')
  const provider = http.createServer(answer)
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as net.AddressInfo
  const environment = {
    QUARTERDECK_URL: 'http://127.0.0.1:1',
    QUARTERDECK_OIDC_ISSUER: `http://127.0.0.1:${port}`,
    QUARTERDECK_OIDC_CLIENT_ID: 'quarterdeck',
    QUARTERDECK_OIDC_CLIENT_SECRET: 'a-secret',
  }
  const wrong = start(environment)
  expect(await wrong.exit).toBe(1)
  expect(wrong.errors()).toContain('names the issuer https://login.elsewhere.example')

  provider.off('request', answer)
  const stopped = start(environment)
  await once(provider, 'request')
  stopped.child.kill('SIGTERM')
  expect(await stopped.exit).toBe(143)
  provider.close()

  expect(shown(await start().screen, 'API key')).toMatch(/^qd_/)
})

it.runIf(smallDisk)('says that the disk is full where it has no room for a new database', thorough, async () => {
  const folder = path.join(smallDisk?.folder ?? '', 'data')
  const full = start({ QUARTERDECK_DATA: folder })
  expect(await full.exit).toBe(1)
  expect(full.errors()).toContain(`The disk of the data folder ${folder} is full.`)
  expect(await fs.readdir(folder)).not.toContainEqual(expect.stringMatching('database'))
})

it('does not start where a part of it is missing', async () => {
  const { folder, remove } = await createTempFolder()
  await fs.cp('dist/server', path.join(folder, 'dist/server'), { recursive: true })
  await fs.cp('package.json', path.join(folder, 'package.json'))
  await fs.symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  await fs.rm(path.join(folder, 'dist/server/pglite-worker.js'))
  const broken = start({}, folder)
  expect(await broken.exit).toBe(1)
  expect(broken.errors().trim()).toMatch(
    /^Quarterdeck is not installed completely: Cannot find module .*pglite-worker\.js.*\. Install it again\.$/,
  )
  await remove()
})

describe('With the operator’s key', () => {
  const key = 'an-operators-key-of-thirty-two-letters'
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let place: Awaited<ReturnType<typeof emptyData>>
  let program: ReturnType<typeof launch>
  let origin: string
  beforeAll(async () => {
    place = await emptyData()
    program = launch({
      QUARTERDECK_DATA: place.folder,
      QUARTERDECK_ADMIN_KEY: key,
      QUARTERDECK_DEMO: '0.02',
      LOG_LEVEL: '',
    })
    origin = shown(await program.screen, 'Address') ?? ''
  })
  afterAll(async () => {
    program.child.kill('SIGKILL')
    await program.exit
    await place.remove()
  })

  const statusAt = async (address: string | undefined) =>
    (await fetch(`${address}/api/public/v1/me`, { headers })).status

  it('it is used, and none is created', async () => {
    expect(shown(await program.screen, 'API key')).toBeUndefined()
    expect(await statusAt(origin)).toBe(200)
  })

  it('a second server does not start on the same data folder', async () => {
    const second = start({ QUARTERDECK_DATA: place.folder })
    expect(await second.exit).toBe(1)
    expect(second.errors()).toMatch(/^\s+Another Quarterdeck is already using the data folder .*\.$/m)
  })

  // A bundler may drop a call that is made only because it throws.
  it.each(['/nothing%zz', '/devices/%ff', '/companies?search=%zz'])('refuses the broken escape in %s', async (path) => {
    expect((await fetch(`${origin}/api/public/v1${path}`, { headers })).status).toBe(400)
  })

  it('logs every API request without key, query or body', async () => {
    const mine = { headers: { ...headers, 'x-request-id': 'mine-7' } }
    await fetch(`${origin}/api/public/v1/companies?search=secret-search`, mine)
    const path = '/api/public/v1/companies/5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
    await fetch(`${origin}${path}`, { ...mine, method: 'PUT', body: JSON.stringify({ name: 'secret-body' }) })
    const lines = () =>
      [...program.errors().matchAll(/^.*mine-7.*$/gm)].map(([line]) => JSON.parse(line) as Record<string, unknown>)
    await expect.poll(lines).toHaveLength(2)
    const common = { level: 30, requestId: 'mine-7', key: 'an-o', ms: expect.any(Number), msg: 'request' }
    expect(lines()).toMatchObject([
      { ...common, operation: 'GET /companies', status: 200 },
      { ...common, operation: 'PUT /companies/:id', status: 404 },
    ])
    expect(program.errors()).not.toMatch(/secret|an-operators-key-of/)
  })

  it('finishes running requests when stopped, and accepts no new ones', async () => {
    const list = await fetch(`${origin}/api/public/v1/companies?limit=1`, { headers })
    const { data } = (await list.json()) as { data: { id: string }[] }

    const body = '{"name":"Half before, half after"}'
    const running = http.request(`${origin}/api/public/v1/companies/${data[0]?.id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-length': body.length },
    })
    const answer = new Promise<http.IncomingMessage>((resolve, reject) =>
      running.once('response', resolve).once('error', reject),
    )
    await new Promise((resolve) => running.write(body.slice(0, 10), resolve))
    // By the time that another request is answered, the first half of this one has arrived.
    await fetch(`${origin}/healthz`)
    program.child.kill('SIGTERM')
    await expect
      .poll(
        () =>
          fetch(`${origin}/healthz`).then(
            () => true,
            () => false,
          ),
        { interval: 400 },
      )
      .toBe(false)
    running.end(body.slice(10))
    expect((await answer).statusCode).toBe(200)
    expect(JSON.parse((await (await answer).toArray()).join(''))).toMatchObject({
      data: { name: 'Half before, half after' },
    })
    expect(await program.exit).toBe(0)
  })

  it('it is unknown once it is not set, and another is created', async () => {
    program.child.kill('SIGTERM')
    await program.exit
    const unnamed = await start({ QUARTERDECK_DATA: place.folder }).screen
    expect(await statusAt(shown(unnamed, 'Address'))).toBe(401)
    // No one has a key to keep now, as at a first start.
    expect(shown(unnamed, 'API key')).toMatch(/^qd_/)
  })
})
