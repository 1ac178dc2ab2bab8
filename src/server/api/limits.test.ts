import http from 'node:http'
import net from 'node:net'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { companies } from '../../contract/companies'
import { basePath } from '../../contract/core/base-path'
import { type Endpoint, one } from '../../contract/core/endpoint'
import { type Database, openDatabase } from '../db/database'
import { createListCache } from '../db/list-engine/list-cache'
import { writeRecords } from '../db/write'
import { serveMetrics } from '../http/metrics'
import { createApi } from '../public-api'
import { tables } from '../resources/registry'
import { saveRecords } from '../resources/save-records'
import { createTestApi, engines, openCopy, postgres, sampleCompany } from '../testing/server'
import { thorough } from '../testing/thorough'
import { createFairQueue } from './fair-queue'
import type { Context } from './implement'
import { authenticateBatch, createKey } from './keys'
import { type ApiEnv, authenticate, errorResponse, handleRoute, mountRoutes } from './middleware'
import { rateLimit } from './rate-limit'

/** Far enough from the end of a minute that a test's requests fall into one. */
const earlyInTheMinute = async () => {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 8000) await new Promise((resolve) => setTimeout(resolve, left + 50))
}

describe.each(engines)('The rate limit on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(() => database.close())

  it('runs out, says when it resets, and is separate for each key', async () => {
    const company = sampleCompany()
    await saveRecords(database, 'companies', [company])
    const api = createApi({ database, log: pino({ level: 'silent' }), pointsPerMinute: 12 })
    const makeKey = async () =>
      (
        await createKey(database, {
          name: 'Tests',
          scopes: ['companies:read', 'companies:write'],
          expiresAt: null,
          createdBy: null,
        })
      ).key
    const [mine, another] = [await makeKey(), await makeKey()]
    const ask = (key: string, method = 'GET', body?: object) =>
      api.request(`${basePath}/companies${body ? `/${company.id}` : ''}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })

    await earlyInTheMinute()
    const first = await ask(mine)
    expect(first.headers.get('x-ratelimit-limit')).toBe('12')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('11')
    const reset = Date.parse(first.headers.get('x-ratelimit-reset') ?? '')
    expect(reset % 60_000).toBe(0)
    expect(reset - Date.now()).toBeLessThanOrEqual(60_000)

    expect((await ask(mine, 'PUT', { name: 'A' })).headers.get('x-ratelimit-remaining')).toBe('6')
    expect((await ask(mine, 'PUT', { name: 'B' })).headers.get('x-ratelimit-remaining')).toBe('1')
    const refused = await ask(mine, 'PUT', { name: 'C' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ type: '/problems/too-many-requests' })
    expect((await ask(mine)).status).toBe(200)
    expect((await ask(mine)).status).toBe(429)
    const unharmed = await ask(another)
    expect(unharmed.status).toBe(200)
    expect(await unharmed.json()).toMatchObject({ data: [{ name: 'B' }] })
  })

  it('is shared by all instances over one database and never exceeded', async () => {
    await earlyInTheMinute()
    const instances = [rateLimit(100, database), rateLimit(100, database), rateLimit(100, database)]
    const key = '00000000-0000-0000-0000-000000000001'
    const answers = await Promise.all(Array.from({ length: 360 }, (_, index) => instances[index % 3]?.(key, 1)))
    const allowed = answers.filter((answer) => answer?.allowed).length
    // In memory every instance counts for itself, which is right when there is one.
    expect(allowed).toBe(database.engine === 'postgres' ? 100 : 300)
  })

  it('reserves no more points for a burst than it needs', async () => {
    await earlyInTheMinute()
    const [one, other] = [rateLimit(1000, database), rateLimit(1000, database)]
    const key = '00000000-0000-0000-0000-000000000002'
    await Promise.all(Array.from({ length: 45 }, () => one(key, 1)))
    expect((await other(key, 1)).remaining).toBe(database.engine === 'postgres' ? 949 : 999)
  })

  it('uses the same minute on instances with different clocks', async () => {
    await earlyInTheMinute()
    const instances = [rateLimit(100, database), rateLimit(100, database)]
    const key = '00000000-0000-0000-0000-000000000003'
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'] })
    const answers: Awaited<ReturnType<(typeof instances)[number]>>[] = []
    for (let asked = 0; asked < 60; asked++)
      for (const [index, instance] of instances.entries()) {
        vi.setSystemTime(now + index * 60_000)
        answers.push(await instance(key, 5))
      }
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(database.engine === 'postgres' ? 20 : 40)
    if (database.engine === 'postgres') expect(new Set(answers.map(({ reset }) => reset.getTime())).size).toBe(1)
  })

  it('is off when the limit is 0', async () => {
    const { ask } = await createTestApi(database)
    expect((await ask('/me')).headers.get('x-ratelimit-limit')).toBeNull()
  })
})

describe.concurrent('What takes too long', () => {
  it.for(engines)(
    'an answer is stopped on $engine, and the database goes on',
    thorough,
    async ({ open }, { expect }) => {
      const database = await open()
      const key = await createKey(database, {
        name: 'Tests',
        scopes: ['companies:read'],
        expiresAt: null,
        createdBy: null,
      })
      const api = new Hono<ApiEnv>()
      api.use(requestId())
      api.use(authenticate(authenticateBatch(database)))
      const endpoint: Endpoint = {
        method: 'GET',
        path: '/slow',
        summary: 'Sleep',
        scope: null,
        response: one(z.object({})),
      }
      const handle = async ({ database }: Context) => {
        await sql`select pg_sleep(60)`.execute(database.sql)
        return '{}'
      }
      mountRoutes(
        api,
        [{ endpoint, handle }],
        handleRoute(database, createListCache(), createFairQueue(database.turns)),
      )
      api.onError((error, c) => errorResponse(c, error, pino({ level: 'silent' })))

      const response = await api.request('/slow', { headers: { authorization: `Bearer ${key.key}` } })
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      expect(await response.json()).toMatchObject({ title: 'Too slow', requestId: expect.any(String) })
      await expect.poll(database.ready).toBe(true)
      await database.close()
    },
  )

  it.for(engines.filter(({ engine }) => engine === 'PostgreSQL'))(
    'a write of several statements is not made after it was said so',
    async ({ open }, { expect }) => {
      const database = await open()
      const { makeKey } = await createTestApi(database)
      const api = new Hono<ApiEnv>()
      api.use(requestId())
      api.use(authenticate(authenticateBatch(database)))
      const endpoint: Endpoint = { ...companies.update, path: '/slow/:id' }
      const handle = async ({ database }: Context) => {
        await database.transaction(async (executor) => {
          for (const record of [sampleCompany(), sampleCompany()]) {
            await writeRecords(executor, tables.companies, [record], 'new')
            await sql`select pg_sleep(5.5)`.execute(executor)
          }
        })
        return '{}'
      }
      mountRoutes(
        api,
        [{ endpoint, handle }],
        handleRoute(database, createListCache(), createFairQueue(database.turns)),
      )
      api.onError((error, c) => errorResponse(c, error, pino({ level: 'silent' })))

      const headers = {
        authorization: `Bearer ${await makeKey(['companies:write'])}`,
        'content-type': 'application/json',
      }
      const response = await api.request(`/slow/${sampleCompany().id}`, {
        method: 'PUT',
        headers,
        body: '{"name":"New"}',
      })
      expect(response.status).toBe(503)
      const problem = await response.json()
      expect(problem.detail).toContain('Nothing was changed. Try again')
      expect(problem).not.toHaveProperty('mayBeSaved')
      // By the time that another write has the table, the first has ended.
      await saveRecords(database, 'companies', [sampleCompany({ name: 'Another' })])
      expect((await sql`select name from companies`.execute(database.sql)).rows).toEqual([{ name: 'Another' }])
      await database.close()
    },
  )

  it('a statement is interrupted on PGlite, which loses nothing and reopens', async ({ expect }) => {
    const database = await openCopy()
    await saveRecords(database, 'companies', [sampleCompany()])
    const slow = expect(sql`select pg_sleep(100)`.execute(database.sql)).rejects.toThrow(
      'The embedded database stopped.',
    )
    setTimeout(database.interrupt, 300)
    await slow
    await database.backUp(async (archive) => {
      for await (const _ of archive);
    })
    await expect.poll(database.ready).toBe(true)
    expect((await sql`select from companies`.execute(database.sql)).rows).toHaveLength(1)
    await database.close()
  })
})

it.runIf(postgres.isThere)('reads succeed when the heartbeat’s connection is closed', thorough, async () => {
  const { url, drop } = await postgres.make()
  const database = await openDatabase({ url, folder: '' })
  const failures: unknown[] = []
  let isReading = true
  const read = async () => {
    while (isReading && failures.length === 0)
      await sql`select pg_sleep(0.01)`.execute(database.sql).catch((error) => failures.push(error))
  }
  const reading = [read(), read(), read()]
  const asking = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and query = 'select 1'`.execute(database.sql)
    return rows[0]?.pid ?? 0
  }
  let ended = 0
  for (const _ of [1, 2, 3]) {
    await expect.poll(asking).not.toSatisfy((pid) => pid === 0 || pid === ended)
    ended = await asking()
    await sql`select pg_terminate_backend(${ended}::int)`.execute(database.sql)
  }
  await expect.poll(asking).not.toSatisfy((pid) => pid === 0 || pid === ended)
  isReading = false
  await Promise.all(reading)
  expect(failures).toEqual([])
  await database.close()
  await drop()
})

describe('Metrics', () => {
  it('count answered requests by operation and status on a port of their own', async () => {
    const port = await new Promise<number>((resolve) => {
      const probe = net.createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = probe.address() as net.AddressInfo
        probe.close(() => resolve(free))
      })
    })
    const log = pino({ level: 'silent' })
    const { observe } = await serveMetrics('127.0.0.1', port, log)
    const database = await openCopy()
    const api = createApi({ database, log, observe })
    await api.request(`${basePath}/companies`)
    const text = await new Promise<string>((resolve) => {
      http.get(`http://127.0.0.1:${port}/metrics`, async (response) => {
        let body = ''
        for await (const chunk of response) body += chunk
        resolve(body)
      })
    })
    expect(text).toContain('quarterdeck_api_request_seconds_count{operation="none",status="401"} 1')
    expect(text).toContain('process_resident_memory_bytes')
    await database.close()
  })
})
