import { once } from 'node:events'
import net from 'node:net'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import { basePath } from '../../src/contract/core/base-path'
import type { Server } from '../support/instance'
import { experiment } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'
import { ask } from './support/writers'

const environment = { QUARTERDECK_RATE_LIMIT: '0', LOG_LEVEL: 'silent', QUARTERDECK_DEMO: '1' }
const rounds = 5
const perRound = 150

const makeKey = async ({ origin }: Server, name: string) => {
  const response = await ask(origin, '/api-keys', 'POST', {
    name,
    scopes: ['companies:read', 'devices:read', 'nps-responses:read'],
  })
  const { data } = (await response.json()) as { data: { key: string } }
  return data.key
}

const get = (origin: string, path: string, key: string) =>
  fetch(`${origin}${basePath}${path}`, { headers: { authorization: `Bearer ${key}` } })

const sorted = (values: number[]) => values.sort((a, b) => a - b)
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0

/** The p99 of another client, which sends one request at a time, each for another page. */
const p99Of = async (origin: string, key: string) => {
  const times: number[] = []
  for (let turn = 0; turn < perRound; turn++) {
    const start = performance.now()
    const response = await get(
      origin,
      `/companies?limit=10&page=${1 + (turn % 20)}&search=${turn % 7 ? '' : turn}`,
      key,
    )
    await response.arrayBuffer()
    expect(response.status).toBe(200)
    times.push(performance.now() - start)
  }
  return sorted(times)[Math.floor(perRound * 0.99)] ?? 0
}

type Harm = { stop: () => Promise<string> }

/** Open connections that are slow, or do nothing at all. */
const connections = (origin: string, count: number, use: (socket: net.Socket) => NodeJS.Timeout | undefined) => {
  const { port } = new URL(origin)
  const all = Array.from({ length: count }, () => {
    const socket = net.connect(Number(port), '127.0.0.1').on('error', () => {})
    const timer = use(socket)
    return () => {
      clearInterval(timer)
      socket.destroy()
    }
  })
  return async () => {
    for (const end of all) end()
    return `${count} connections`
  }
}

const slowReaders = (origin: string, key: string): Harm => ({
  stop: connections(origin, 100, (socket) => {
    socket.pause()
    socket.write(
      `GET ${basePath}/surveys/nps/responses?limit=100 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`,
    )
    return setInterval(() => socket.read(16), 100)
  }),
})

const slowSenders = (origin: string, key: string): Harm => ({
  stop: connections(origin, 100, (socket) => {
    const head = `PUT ${basePath}/companies/x HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`
    socket.write(head)
    return setInterval(() => socket.write(' '), 100)
  }),
})

const idle = (origin: string): Harm => ({ stop: connections(origin, 1000, () => undefined) })

/** Searches that were never asked, from one key, as many at once as no one can work on. */
const flood = (origin: string, key: string): Harm => {
  const address = `${origin}${basePath}/surveys/nps/responses?limit=100&page=50&sortColumn=score`
  const worker = new Worker(new URL('./support/flood.js', import.meta.url), { workerData: { address, key } })
  return {
    stop: async () => {
      worker.postMessage('stop')
      const [counts] = (await once(worker, 'message')) as [Record<string, number>]
      const { 200: answered = 0, '503 in 1 s': refused = 0, ...others } = counts
      expect(others).toEqual({})
      return `250 at once, ${answered} answered, ${refused} refused with 503`
    },
  }
}

const harms: [string, (origin: string, key: string) => Harm][] = [
  ['100 connections that read 16 bytes at a time', slowReaders],
  ['100 connections that send a byte at a time', slowSenders],
  ['1,000 idle connections', idle],
  ['a flood of searches by one key', flood],
]

for (const engine of ['PGlite', 'PostgreSQL'] as const)
  for (const [name, begin] of harms)
    experiment(`Other clients are served under load: ${name} (${engine})`, async () => {
      const cluster = engine === 'PostgreSQL' ? await startCluster() : null
      const { folder } = await createTempFolder()
      const server = await startServer(folder, { ...environment, ...(cluster && { DATABASE_URL: cluster.url }) })
      const [mine, theirs] = [await makeKey(server, 'Mine'), await makeKey(server, 'Theirs')]
      await p99Of(server.origin, mine)
      const before: number[] = []
      const during: number[] = []
      const did: string[] = []
      // In turns, so that what else this machine does falls on both.
      for (let round = 0; round < rounds; round++) {
        before.push(await p99Of(server.origin, mine))
        const harm = begin(server.origin, theirs)
        await new Promise((resolve) => setTimeout(resolve, 500))
        during.push(await p99Of(server.origin, mine))
        expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
        did.push(await harm.stop())
      }
      const [quiet, loud] = [median(before), median(during)]
      const ratio = loud / quiet
      expect(ratio).toBeLessThan(2)
      return {
        harm: name,
        count: `${rounds} rounds of ${perRound} requests; ${did.at(-1)}`,
        result: `p99 ${quiet.toFixed(1)} ms before, ${loud.toFixed(1)} ms during: ${ratio.toFixed(1)} times`,
      }
    })
