import fs from 'node:fs/promises'
import { expect } from 'vitest'
import type { Cluster } from '../support/cluster'
import { postmasterOf } from '../support/processes'
import { experiment } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'
import { startWriters, type Writers } from './support/writers'

const kills = 100

/** Writes until some number of writes, never the same, is answered, does the harm, and lets the writers meet it. */
const during = async (writers: Writers, origin: string, harm: () => Promise<unknown>) => {
  const stop = new AbortController()
  const enough = writers.answered() + 1 + Math.floor(Math.random() * 40)
  const writing = writers.write(origin, stop.signal)
  await expect.poll(() => writers.answered() >= enough, { timeout: 60_000, interval: 1 }).toBe(true)
  await harm()
  stop.abort()
  await writing
}

experiment('Nothing acknowledged is lost by kill -9 (PGlite)', async () => {
  const { folder } = await createTempFolder()
  await fs.cp(process.env.E2E_SAMPLE ?? '', folder, { recursive: true })
  const environment = { QUARTERDECK_DEMO: 'off', QUARTERDECK_RATE_LIMIT: '0' }
  let server = await startServer(folder, environment)
  const writers = await startWriters(server.origin)
  for (let kill = 0; kill < kills; kill++) {
    await during(writers, server.origin, () => server.kill('SIGKILL'))
    server = await startServer(folder, environment)
    await writers.verify(server.origin)
  }
  return {
    harm: 'kill -9 of the program in the middle of writes',
    count: `${kills} kills, ${writers.answered()} writes answered`,
    result: 'every one is there with its trace, none halved; each start opened by itself',
  }
})

/** A postmaster that was killed leaves children that hold its memory for a moment; until they are gone it cannot start. */
const startAgain = (cluster: Cluster) =>
  expect.poll(() => cluster.start().then(() => 'started', String), { timeout: 60_000, interval: 200 }).toBe('started')

experiment('Nothing acknowledged is lost by kill -9 (PostgreSQL)', async () => {
  const cluster = await startCluster()
  const { folder } = await createTempFolder()
  const environment = {
    QUARTERDECK_DEMO: '0.1',
    QUARTERDECK_RATE_LIMIT: '0',
    DATABASE_URL: cluster.url,
    LOG_LEVEL: 'fatal',
  }
  let server = await startServer(folder, environment)
  const writers = await startWriters(server.origin)
  const counts = { program: 0, immediate: 0, postmaster: 0 }
  for (let kill = 0; kill < kills; kill++) {
    const which = kill % 10 === 4 ? 'immediate' : kill % 10 === 9 ? 'postmaster' : 'program'
    counts[which]++
    await during(writers, server.origin, async () => {
      if (which === 'program') await server.kill('SIGKILL')
      else if (which === 'immediate') await cluster.stop('immediate')
      else process.kill(await postmasterOf(cluster), 'SIGKILL')
    })
    if (which === 'program') server = await startServer(folder, environment)
    else await startAgain(cluster)
    await expect.poll(() => fetch(`${server.origin}/readyz`).then(({ status }) => status), { timeout: 5000 }).toBe(200)
    await writers.verify(server.origin)
  }
  const wrong = writers.refusals().filter(({ status, retryAfter }) => status !== 503 || !retryAfter)
  expect(wrong).toEqual([])
  return {
    harm: 'kill -9 of the program, immediate stop of PostgreSQL, kill -9 of its postmaster, in the middle of writes',
    count: `${counts.program} + ${counts.immediate} + ${counts.postmaster} kills, ${writers.answered()} writes answered`,
    result: 'every one is there with its trace, none halved; each start opened by itself',
  }
})
