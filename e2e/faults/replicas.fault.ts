import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { basePath } from '../../src/contract/core/base-path'
import { run } from '../../src/server/testing/program'
import { createTempFolder } from '../../src/server/testing/temp-folder'
import { type Cluster, startCluster } from '../support/cluster'
import { type Met, startCrowd } from '../support/crowd'
import { adminKey, type Server, startServer } from '../support/instance'
import { postmasterOf, signalFamily } from '../support/processes'
import { experiment } from './support/experiment'

let primary: Cluster
let replicas: [Cluster, Cluster]
let folder: string
let removeFolder: () => Promise<void>

beforeAll(async () => {
  primary = await startCluster()
  ;({ folder, remove: removeFolder } = await createTempFolder())
  const first = await startServer(folder, { DATABASE_URL: primary.url, QUARTERDECK_DEMO: '0.2' })
  await first.stop()
  replicas = [await startCluster({ replicaOf: primary }), await startCluster({ replicaOf: primary })]
})
afterAll(async () => {
  for (const cluster of [...replicas, primary]) await cluster.remove()
  await removeFolder()
})

/** Three instances over the primary and both replicas. */
const withInstances = async <T>(pointsPerMinute: number, work: (instances: Server[]) => Promise<T>): Promise<T> => {
  const environment = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: replicas.map(({ url }) => url).join(' '),
    QUARTERDECK_SECRET: 'the-secret-of-all-instances-of-this-test',
    QUARTERDECK_RATE_LIMIT: String(pointsPerMinute),
    LOG_LEVEL: 'fatal',
  }
  const instances = await Promise.all([1, 2, 3].map(() => startServer(folder, environment)))
  return work(instances).finally(() => Promise.all(instances.map(({ stop }) => stop())))
}

const ask = async ({ origin }: Server, path: string, key = adminKey, body?: object) => {
  const response = await fetch(`${origin}${basePath}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: an experiment reads what it expects, and fails where it is not there
  return { status: response.status, json: (await response.json()) as any }
}

/** Waits until this replica has been read from. */
const isRead = async (replica: Cluster) => {
  const reads = async () =>
    Number(await replica.sql(`select tup_fetched from pg_stat_database where datname = 'postgres'`))
  const before = await reads()
  await expect.poll(reads, { timeout: 20_000, interval: 200 }).toBeGreaterThan(before + 1000)
}

const crowdOf = (instances: Server[]) =>
  startCrowd({ origins: instances.map(({ origin }) => origin), key: adminKey, people: 8 })

const longest = ({ waits }: Met) => `${Math.round(Math.max(...waits))} ms`

experiment('Everyone reads from any instance what was written before, whatever becomes of the replicas', () =>
  withInstances(0, async (instances) => {
    const crowd = await crowdOf(instances)
    const [one, other] = replicas
    const phases: Record<string, Met> = {}
    const during = async (name: string, work: () => Promise<unknown>) => {
      crowd.met()
      await work()
      phases[name] = crowd.met()
    }
    await during('usual', () => Promise.all(replicas.map(isRead)))
    await during('paused', async () => {
      for (const replica of replicas) await replica.sql('select pg_wal_replay_pause()')
      await wait(3000)
      for (const replica of replicas) await replica.sql('select pg_wal_replay_resume()')
      await Promise.all(replicas.map(isRead))
    })
    await during('crashed', async () => {
      await one.stop('immediate')
      await wait(2000)
      await one.start()
      await isRead(one)
    })
    await during('hung', async () => {
      const postmaster = await postmasterOf(other)
      await signalFamily(postmaster, 'SIGSTOP')
      await wait(4000)
      await signalFamily(postmaster, 'SIGCONT')
      await isRead(other)
    })
    await crowd.stop()
    for (const { wrong, failures, refused } of Object.values(phases))
      expect({ wrong, failures, refused }).toEqual({ wrong: [], failures: [], refused: 0 })
    return {
      harm: 'both replicas paused, one crashed, one hung, under load',
      count: `${Object.values(phases).reduce((sum, { answered }) => sum + answered, 0)} requests`,
      result: `none wrong, none refused; the longest waits: ${Object.entries(phases)
        .map(([name, met]) => `${name} ${longest(met)}`)
        .join(', ')}`,
    }
  }),
)

experiment('The doctor sees a paused, a promoted and a foreign replica, and a standby past the pooler', async () => {
  const [one, other] = replicas
  const foreign = await startCluster()
  const examine = async (replica: Cluster, environment: Record<string, string> = {}) => {
    const urls = { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url }
    return (await run(['doctor'], { ...urls, ...environment })).out
  }
  expect(await examine(one)).toMatch(/Replica +ok: \S+ is a standby of DATABASE_URL\./)
  expect(await examine(one, { DATABASE_DIRECT_URL: other.url })).toMatch(
    /! Direct +The database at \S+ can only be read/,
  )
  await one.sql('select pg_wal_replay_pause()')
  await primary.sql('create table unseen (number int); drop table unseen')
  expect(await examine(one)).toMatch(/! Replica +The replica at \S+ is [\d.]+ MB behind/)
  await one.sql('select pg_wal_replay_resume()')
  await expect.poll(() => examine(one)).toContain('is a standby of DATABASE_URL')
  expect(await examine(foreign)).toMatch(/! Replica +The server at \S+ is no copy of that of DATABASE_URL/)
  await foreign.remove()
  const promoted = await startCluster({ replicaOf: primary })
  await promoted.sql('select pg_promote()')
  expect(await examine(promoted)).toMatch(/! Replica +The server at \S+ accepts writes/)
  await promoted.remove()
  return { harm: 'a replica paused, promoted, of another cluster', count: '6 examinations', result: 'each is named' }
})

experiment('A killed instance is not missed by clients that try the next', () =>
  withInstances(0, async (instances) => {
    const crowd = await crowdOf(instances)
    await wait(1000)
    await instances[0]?.kill('SIGKILL')
    await wait(2000)
    await crowd.stop()
    const met = crowd.met()
    expect(met).toMatchObject({ wrong: [], failures: [], refused: 0 })
    expect(met.elsewhere).toBeGreaterThan(0)
    return {
      harm: 'kill -9 of one of three, under load',
      count: `${met.answered} requests, ${met.elsewhere} of them answered by another instance`,
      result: `none lost or wrong; the longest wait ${longest(met)}`,
    }
  }),
)

experiment('While the primary is away nothing is answered that could be wrong, and all recovers alone', () =>
  withInstances(0, async (instances) => {
    const crowd = await crowdOf(instances)
    await wait(1000)
    await primary.stop('immediate')
    await wait(500)
    const before = crowd.met()
    await wait(3000)
    const away = crowd.met()
    const start = performance.now()
    const answered = crowd.answered()
    await primary.start()
    await expect.poll(crowd.answered, { timeout: 20_000, interval: 20 }).toBeGreaterThan(answered)
    const recovered = Math.round(performance.now() - start)
    await Promise.all(replicas.map(isRead))
    await crowd.stop()
    const after = crowd.met()
    expect(away.answered).toBe(0)
    expect(away.refused).toBeGreaterThan(0)
    for (const { wrong, failures } of [before, away, after])
      expect({ wrong, failures }).toEqual({ wrong: [], failures: [] })
    return {
      harm: 'the primary crashed for 3.5 s, under load',
      count: `${away.refused} refusals by all three instances`,
      result: `503 with Retry-After, reads too; first answer ${recovered} ms after the order to start; no write lost`,
    }
  }),
)

experiment('A revoked key ends at once on every instance, also when no replica knows it yet', () =>
  withInstances(0, async (instances) => {
    for (const replica of replicas) await replica.sql('select pg_wal_replay_pause()')
    const rounds = 30
    for (let round = 0; round < rounds; round++) {
      const at = instances[round % 3] as Server
      const made = await ask(at, '/api-keys', adminKey, { name: 'Short', scopes: ['companies:read'] })
      const { id, key } = made.json.data
      const statuses = () => Promise.all(instances.map(async (one) => (await ask(one, '/companies', key)).status))
      expect(await statuses()).toEqual([200, 200, 200])
      await ask(at, `/api-keys/${id}/revoke`, adminKey, {})
      expect(await statuses()).toEqual([401, 401, 401])
    }
    for (const replica of replicas) await replica.sql('select pg_wal_replay_resume()')
    return {
      harm: 'revoked on one instance, replicas paused',
      count: `${rounds} keys on three instances`,
      result: 'used everywhere until then, refused everywhere from the next request on',
    }
  }),
)

experiment('Instances give out no more points together than one key has', () =>
  withInstances(500, async (instances) => {
    const asked = 1200
    const minute = () => Math.floor(Date.now() / 60_000)
    /** A key of its own for each attempt, until one attempt begins and ends in the same minute. */
    const attempt = async (): Promise<number[]> => {
      const made = await ask(instances[0] as Server, '/api-keys', adminKey, {
        name: 'Points',
        scopes: ['companies:read'],
      })
      const began = minute()
      const client = async (index: number) => {
        const statuses: number[] = []
        for (let count = 0; count < asked / 24; count++)
          statuses.push((await ask(instances[index % 3] as Server, '/me', made.json.data.key)).status)
        return statuses
      }
      const statuses = (await Promise.all(Array.from({ length: 24 }, (_, index) => client(index)))).flat()
      return minute() === began ? statuses : attempt()
    }
    const statuses = await attempt()
    const allowed = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status === 429).length).toBe(asked - allowed)
    expect(allowed).toBe(500)
    return {
      harm: 'one key on three instances at once',
      count: `${asked} requests, 500 points a minute`,
      result: `${allowed} allowed, the others 429`,
    }
  }),
)
