import fs from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect } from 'vitest'
import { basePath } from '../../src/contract/core/base-path'
import { hostileRequests, leak } from '../../src/server/resources/conformance/hostile'
import { lists } from '../../src/server/resources/conformance/model'
import { createTempFolder } from '../../src/server/testing/temp-folder'
import { adminKey, type Server, startServer } from '../support/instance'
import { experiment } from './support/experiment'
import { asking } from './support/instances'
import { heapOf, measurable } from './support/memory'

const mebibytes = (size: number) => `${size.toFixed(1)} MiB`

/** A server on the sample whose log and heap can be read. */
const withServer = async <T>(work: (server: Server, read: Readings) => Promise<T>) => {
  const { folder, remove } = await createTempFolder()
  const log = path.join(folder, 'log')
  const environment = { QUARTERDECK_DEMO: '0.5', QUARTERDECK_RATE_LIMIT: '0', LOG_LEVEL: 'info', ...measurable(folder) }
  const server = await startServer(folder, environment, log)
  const heap = () => heapOf(server, folder)
  return work(server, { heap, log: () => fs.readFile(log, 'utf8') }).finally(async () => {
    await server.stop()
    await remove()
  })
}
type Readings = { heap: () => Promise<number>; log: () => Promise<string> }

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: Uint8Array | undefined }
type Answer = { status: number; text: string; ms: number }

const sender = ({ origin }: Server, connections: number) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const send = ({ method, path, headers, body }: Sent): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      const start = performance.now()
      const options = { method, agent, headers: { authorization: `Bearer ${adminKey}`, ...headers } }
      const request = http.request(`${origin}${path}`, options, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - start })
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        // A connection that was idle for five seconds is closed, and a request may be on its way to it just then.
        const crossed = request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
        if (crossed) resolve(send({ method, path, headers, body }))
        else reject(error)
      })
      request.end(body)
    })
  return { send, close: () => agent.destroy() }
}

/** Runs them all, so many at a time. */
const inTurn = async <T>(items: Iterable<T>, atATime: number, work: (item: T) => Promise<void>) => {
  const rest = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atATime }, worker))
}

/** No line of the log may be of an error, or hold the key. */
const requireQuietLog = (log: string) => {
  expect(log).not.toContain(adminKey)
  for (const line of log.split('\n'))
    if (line && (JSON.parse(line) as { level: number }).level >= 50) throw new Error(`The log has: ${line}`)
}

experiment('No input makes the server fail, tell of its inside, or grow', () =>
  withServer(async (server, read) => {
    const ask = asking(server)
    const idsOf = async (list: string) =>
      (await ask<{ data: { id: string }[] }>(`${list}?limit=1`)).json.data[0]?.id ?? 'none'
    const ids = new Map<string, string>()
    for (const { list } of lists) ids.set(list.path, await idsOf(list.path))
    // Any key but the one that asks.
    const spare = { name: 'Spare', scopes: ['companies:read'] }
    await ask('/api-keys', { method: 'POST', body: spare })
    ids.set('/api-keys', await idsOf('/api-keys'))

    const requests = hostileRequests((list) => ids.get(list) ?? 'none')
    const statuses = new Map<number, number>()
    const runs = 100_000
    const batch = 10_000
    const heaps: number[] = []
    for (let seed = 1; seed <= runs / batch; seed++) {
      const some = fc.sample(requests, { numRuns: batch, seed })
      const { send, close } = sender(server, 16)
      await inTurn(some, 16, async (request) => {
        const { status, text } = await send({ ...request, path: `${basePath}${request.path}` })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500 || (status >= 400 && (leak.test(text) || text.includes(adminKey))))
          throw new Error(`${request.method} ${request.path} answered ${status}: ${text}`)
      })
      close()
      heaps.push(await read.heap())
    }
    for (const status of [200, 304, 400, 404, 412, 415, 422]) expect(statuses.get(status)).toBeGreaterThan(0)
    expect(statuses.get(401)).toBeUndefined()
    requireQuietLog(await read.log())
    // What is remembered of lists has its limits, 32 MiB the largest. Half a kilobyte kept of each request would be beyond.
    const [first = 0] = heaps
    const last = heaps.at(-1) ?? 0
    expect(last - first).toBeLessThan(44)
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
    return {
      harm: 'generated and dictionary input into every operation, over HTTP',
      count: `${runs} requests (${counts.join(', ')})`,
      result: `no 5xx, no leak in answers or log; heap ${mebibytes(first)} after the first ${batch}, ${mebibytes(last)} after the last`,
    }
  }),
)

experiment('A compressed body costs nothing', () =>
  withServer(async (server, read) => {
    const { json } = await asking(server)<{ data: { id: string }[] }>('/companies?limit=1')
    const path = `${basePath}/companies/${json.data[0]?.id}`
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(512 * 2 ** 20)))
    const { send, close } = sender(server, 8)
    const before = await read.heap()
    const refused = new Map<number, number>()
    await inTurn(Array.from({ length: 200 }), 8, async () => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
      const { status } = await send({ method: 'PUT', path, headers, body: bomb })
      refused.set(status, (refused.get(status) ?? 0) + 1)
    })
    close()
    const after = await read.heap()
    expect([...refused.keys()].every((status) => [400, 413, 415].includes(status))).toBe(true)
    expect(after - before).toBeLessThan(8)
    requireQuietLog(await read.log())
    return {
      harm: `gzip bombs of ${mebibytes(bomb.length / 2 ** 20)} that unpack to 512 MiB`,
      count: '200 requests',
      result: `refused unread with ${[...refused.keys()].join(', ')}; heap ${mebibytes(before)} before, ${mebibytes(after)} after`,
    }
  }),
)

const worst = [
  '/companies?page=1000000000',
  '/surveys/nps/responses?page=1000000000&limit=100',
  `/surveys/nps/responses?search=${'%25'.repeat(255)}`,
  `/companies/users?search=${'_%25'.repeat(127)}`,
  `/devices?search=${'%5C'.repeat(255)}`,
  '/devices?search=zzzzzzzzzzzzzz&sortBy=last_seen',
  '/surveys/nps/responses?search=e&sortColumn=respondent_name',
  '/audit-events?dateFrom=9999-12-31T00:00:00.000Z',
]

experiment('A hundred clients that ask for the worst lists are answered in bounded time and memory', () =>
  withServer(async (server, read) => {
    const { send, close } = sender(server, 100)
    const ask = (list: string) => send({ method: 'GET', path: `${basePath}${list}` })
    for (const list of worst) {
      const { status, text } = await ask(list)
      expect([status, list, status === 200 ? '' : text]).toEqual([200, list, ''])
    }
    const before = await read.heap()
    const clients = 100
    const each = 50
    const times: number[] = []
    let shed = 0
    await inTurn(Array.from({ length: clients * each }).keys(), clients, async (index) => {
      // Each question is another one, so that no kept answer helps.
      const list = worst[index % worst.length] as string
      const { status, ms } = await ask(`${list}${list.includes('page=') ? '' : `&page=${1000 + index}`}`)
      if (status === 503) shed += 1
      else expect([status, list]).toEqual([200, list])
      times.push(ms)
    })
    close()
    const after = await read.heap()
    times.sort((a, b) => a - b)
    const slowest = times.at(-1) ?? 0
    // An answer is given up after ten seconds.
    expect(slowest).toBeLessThan(12_000)
    expect(after - before).toBeLessThan(48)
    requireQuietLog(await read.log())
    return {
      harm: 'page=1000000000, filters that match nothing, searches of 255 wildcards, all different',
      count: `${clients} clients at once, ${times.length} requests`,
      result: `median ${(times[times.length >> 1] ?? 0).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms, ${shed} shed with 503; heap ${mebibytes(before)} before, ${mebibytes(after)} after`,
    }
  }),
)
