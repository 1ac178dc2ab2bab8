import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { hasPooler, type PoolMode, startPooler, through } from '../../src/server/testing/pooler'
import { experiment, Lacking } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'
import { ask, startWriters } from './support/writers'

const modes: PoolMode[] = ['session', 'transaction']

/** Statuses of a list that is asked for without a pause; a refusal must be 503 with its reason and Retry-After. */
const startReader = (origin: string) => {
  const stop = new AbortController()
  const found = { answered: 0, refused: 0, slowest: 0, titles: new Set<string>() }
  const read = async () => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const start = performance.now()
      const response = await ask(origin, `/devices?limit=5&search=${turn}`)
      const body = (await response.json()) as { title: string }
      if (response.status === 200) found.answered++
      else {
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)])
        found.refused++
        found.titles.add(body.title)
        found.slowest = Math.max(found.slowest, performance.now() - start)
        await wait(20)
      }
    }
  }
  const reading = Promise.all([read(), read(), read()])
  return {
    found,
    stop: async () => {
      stop.abort()
      await reading
      return found
    },
  }
}

for (const mode of modes)
  experiment(
    `Behind PgBouncer in ${mode} mode, which dies, loses PostgreSQL, returns, closes idle connections and runs out`,
    async () => {
      if (!hasPooler) throw new Lacking('There is no PgBouncer on this machine. Install the package pgbouncer.')
      const cluster = await startCluster()
      const pooler = await startPooler(cluster.url, mode, { server_idle_timeout: 5, server_login_retry: 1 })
      onTestFinished(pooler.remove)
      const url = through(cluster.url, pooler.port)
      const { folder } = await createTempFolder()
      const server = await startServer(folder, {
        ...{ DATABASE_URL: url, QUARTERDECK_DEMO: '0.1', QUARTERDECK_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' },
      })
      const writers = await startWriters(server.origin, 4)
      const isBack = async () => {
        const start = performance.now()
        const status = async () => (await ask(server.origin, '/me')).status
        await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(200)
        return Math.round(performance.now() - start)
      }

      // Its idle connections to PostgreSQL are closed, then ours are used again.
      await wait(7000)
      const quiet = startReader(server.origin)
      await wait(1000)
      expect(await quiet.stop()).toMatchObject({ refused: 0 })

      const returns: number[] = []
      let [reads, refused, slowest] = [0, 0, 0]
      const harms = [
        async () => {
          await pooler.kill()
          await wait(1500)
          await pooler.start()
        },
        async () => {
          await cluster.stop('immediate')
          await cluster.start()
        },
      ]
      for (const harm of [...harms, ...harms, ...harms]) {
        const reader = startReader(server.origin)
        const stop = new AbortController()
        const writing = writers.write(server.origin, stop.signal)
        await wait(500)
        await harm()
        returns.push(await isBack())
        await wait(500)
        stop.abort()
        await writing
        const found = await reader.stop()
        expect([...found.titles]).toEqual(['Database away'])
        reads += found.answered
        refused += found.refused
        slowest = Math.max(slowest, found.slowest)
        for (const { status } of writers.refusals()) expect(status).toBe(503)
        await writers.verify(server.origin)
      }

      // Others take every connection that the pooler has.
      const others = Array.from({ length: 20 }, () => new pg.Client({ connectionString: url, query_timeout: 5000 }))
      const reader = startReader(server.origin)
      const taking = others.map(async (client) => {
        client.on('error', () => {})
        await client.connect()
        await client.query('begin').catch(() => {})
      })
      await wait(3000)
      await Promise.all(others.map((client) => client.end().catch(() => {})))
      await Promise.all(taking)
      const back = await isBack()
      const found = await reader.stop()
      for (const title of found.titles) expect(title).toBe('Database away')
      // In session mode the connections that we have stay ours.
      if (mode === 'transaction') expect(found.refused).toBeGreaterThan(0)
      await writers.verify(server.origin)
      return {
        harm: 'idle connections closed after 5 s; PgBouncer killed for 1.5 s and PostgreSQL crashed, three times each; all 20 of its connections taken for 3 s',
        count: `${reads} reads and ${writers.answered()} writes, ${refused} + ${found.refused} refused`,
        result: `no refusal after idling; 503 (Database away) within ${Math.round(Math.max(slowest, found.slowest))} ms; 200 again within ${Math.max(...returns, back)} ms; no write lost`,
      }
    },
  )
