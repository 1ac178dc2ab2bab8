import { expect } from 'vitest'
import { experiment } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'
import { startProxy } from './support/tcp-proxy'
import { ask, startWriters } from './support/writers'

type Answer = { at: number; ms: number; status: number; retryAfter: string | null }

/** Readers that ask without a pause: each page another, so that the database is needed. */
const startReaders = (origin: string, count: number) => {
  const stop = new AbortController()
  const answers: Answer[] = []
  const reader = async (_: unknown, index: number) => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const at = performance.now()
      const response = await ask(origin, `/devices?limit=5&search=${index}x${turn}`)
      const body = (await response.json()) as { pagination?: { totalCount: number } }
      if (response.status === 200) expect(body.pagination?.totalCount).toBeTypeOf('number')
      answers.push({
        at,
        ms: performance.now() - at,
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
      })
      if (response.status !== 200) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const reading = Promise.all(Array.from({ length: count }, reader))
  return {
    taken: () => answers.splice(0),
    stop: async () => {
      stop.abort()
      await reading
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const percentile = (values: number[], part: number) =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

experiment(
  'While the database is away the answer is 503 within a second, and 200 within five of its return',
  async () => {
    const cluster = await startCluster()
    const proxy = await startProxy(cluster.port)
    const { folder } = await createTempFolder()
    const server = await startServer(folder, {
      QUARTERDECK_DEMO: '0.1',
      QUARTERDECK_RATE_LIMIT: '0',
      DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
      LOG_LEVEL: 'fatal',
    })
    const writers = await startWriters(server.origin, 4)
    const locked = 'begin; lock table devices in access exclusive mode; select pg_sleep(3); commit'

    /** Does its harm and returns when it is over. */
    const harms: Record<string, () => Promise<unknown>> = {
      stopped: () =>
        cluster
          .stop('fast')
          .then(() => pause(2000))
          .then(cluster.start),
      crashed: () =>
        cluster
          .stop('immediate')
          .then(() => pause(1000))
          .then(cluster.start),
      cut: () =>
        cluster
          .sql('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
          .catch(() => {}),
      silent: async () => {
        proxy.silence(true)
        await pause(3000)
        proxy.silence(false)
      },
      slow: async () => {
        proxy.slow(100)
        await pause(3000)
        proxy.slow(0)
      },
      locked: () => cluster.sql(locked),
    }
    const rounds = 3
    const refusals: number[] = []
    const returns: number[] = []
    const told: Record<string, number> = {}
    let all = 0
    for (let round = 0; round < rounds; round++)
      for (const [name, harm] of Object.entries(harms)) {
        const stop = new AbortController()
        const writing = writers.write(server.origin, stop.signal)
        const readers = startReaders(server.origin, 20)
        await pause(500)
        const before = readers.taken()
        expect(
          before.every(({ status }) => status === 200),
          `${name}: 200 before it`,
        ).toBe(true)
        await harm()
        const over = performance.now()
        let answers: Answer[] = []
        await expect
          .poll(
            () => answers.push(...readers.taken()) && answers.some(({ at, status }) => at > over && status === 200),
            {
              timeout: 30_000,
              message: `${name}: 200 after it`,
              interval: 10,
            },
          )
          .toBe(true)
        returns.push(performance.now() - over)
        await pause(1000)
        await readers.stop()
        stop.abort()
        await writing
        answers = [...answers, ...readers.taken()]
        all += before.length + answers.length
        const refused = answers.filter(({ status }) => status !== 200)
        for (const { status, retryAfter } of refused)
          expect([status, retryAfter], name).toEqual([503, expect.any(String)])
        for (const { status, retryAfter } of writers.refusals())
          expect([status, retryAfter], name).toEqual([503, expect.any(String)])
        refusals.push(...refused.map(({ ms }) => ms))
        told[name] = (told[name] ?? 0) + refused.length
        await writers.verify(server.origin)
      }
    proxy.close()
    const [p99, slowest, slowestReturn] = [percentile(refusals, 0.99), Math.max(...refusals), Math.max(...returns)]
    console.log({ told, p50: percentile(refusals, 0.5), p99, slowest, returns })
    expect(p99).toBeLessThan(1000)
    expect(slowestReturn).toBeLessThan(5000)
    return {
      harm: `PostgreSQL ${Object.keys(harms).join(', ')}, under 20 readers and 5 writers`,
      count: `${rounds} times each, ${all} reads, ${refusals.length} of them refused`,
      result: `no other answer than 200 and 503 with Retry-After; 99% of the 503 within ${Math.round(p99)} ms, the slowest ${Math.round(slowest)} ms; 200 again within ${Math.round(slowestReturn)} ms; nothing lost`,
    }
  },
)
