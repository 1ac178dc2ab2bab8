import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import type { Cluster } from '../support/cluster'
import type { Server } from '../support/instance'
import { experiment, Lacking } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'
import { ask, startWriters, type Writers } from './support/writers'

const execute = promisify(execFile)

/** A disk of its own, as small as it is told. */
const smallDisk = async (megabytes: number) => {
  const { folder } = await createTempFolder()
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs', folder]).catch(() => {
    throw new Lacking('A full disk is a small one that is mounted for it, and this user may not mount.')
  })
  onTestFinished(async () => void (await execute('umount', [folder])))
  const filler = path.join(folder, 'filler')
  return {
    folder,
    refusals: [507],
    fill: () => execute('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']).catch(() => {}),
    empty: () => fs.rm(filler),
  }
}

/** A library that fails every fsync of the processes that it is loaded into, for as long as a file is there. */
const failingDisk = async () => {
  const { folder } = await createTempFolder()
  const library = path.join(folder, 'failing-disk.so')
  const source = path.join(import.meta.dirname, 'support/failing-disk.c')
  await execute('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']).catch(() => {
    throw new Lacking('A failing disk is a library between the program and its disk, and there is no C compiler.')
  })
  await fs.chmod(folder, 0o755)
  const sign = path.join(folder, 'fails')
  return {
    environment: { LD_PRELOAD: library, FAILING_DISK: sign },
    refusals: [503],
    fill: () => fs.writeFile(sign, ''),
    empty: () => fs.rm(sign),
  }
}

type Harm = {
  fill: () => Promise<unknown>
  empty: () => Promise<unknown>
  /** What writes may be answered with meanwhile. */
  refusals: number[]
  /** What must be readable meanwhile. */
  readable?: string[]
}

/** Writes until `refusals` writes are refused for the disk, then gives it back and waits for a write that is taken. */
const round = async (
  writers: Writers,
  server: Server,
  { fill, empty, refusals: expected, readable = [] }: Harm,
  recover: () => Promise<unknown> = async () => {},
) => {
  const stop = new AbortController()
  const writing = writers.write(server.origin, stop.signal)
  const before = writers.answered()
  await expect.poll(() => writers.answered() > before + 20, { timeout: 60_000, interval: 5 }).toBe(true)
  await fill()
  const refusals = [] as ReturnType<Writers['refusals']>
  await expect.poll(() => refusals.push(...writers.refusals()), { timeout: 120_000, interval: 20 }).toBeGreaterThan(20)
  const alive = await fetch(`${server.origin}/healthz`)
  const reads = await Promise.all(readable.map((path) => ask(server.origin, path)))
  await empty()
  await recover()
  const emptied = performance.now()
  const taken = writers.answered()
  await expect.poll(() => writers.answered() > taken, { timeout: 60_000, interval: 10 }).toBe(true)
  const back = performance.now() - emptied
  stop.abort()
  await writing
  expect(alive.status).toBe(200)
  for (const { status } of reads) expect(status).toBe(200)
  for (const { status, retryAfter } of refusals) {
    expect(expected).toContain(status)
    expect(retryAfter).toEqual(expect.any(String))
  }
  await writers.verify(server.origin)
  const titles = new Set(refusals.map(({ status, title }) => `${status} ${title}`))
  return { refused: refusals.length, titles, back }
}

const rounds = async (times: number, once: () => ReturnType<typeof round>) => {
  const all = []
  for (let time = 0; time < times; time++) all.push(await once())
  const refused = all.reduce((sum, round) => sum + round.refused, 0)
  const titles = [...new Set(all.flatMap((round) => [...round.titles]))].join(', ')
  const slowest = (Math.max(...all.map(({ back }) => back)) / 1000).toFixed(1)
  return { refused, result: `${titles}; nothing lost or halved; wrote again within ${slowest} s` }
}

/** PostgreSQL recovers from most of it by itself; if it has stopped, its operator starts it. */
const startAgain = (cluster: Cluster) =>
  expect
    .poll(() => cluster.sql('select 1').catch(() => cluster.start().then(() => cluster.sql('select 1'), String)), {
      timeout: 60_000,
      interval: 300,
    })
    .toBe('1')

const environment = { QUARTERDECK_RATE_LIMIT: '0', LOG_LEVEL: 'silent' }
const times = 3

const readable = ['/companies', '/devices?search=a', '/surveys/nps/responses?page=2', '/audit-events', '/me']

experiment('A full disk refuses writes, lets people read and harms nothing (PGlite)', async () => {
  const disk = await smallDisk(160)
  const server = await startServer(disk.folder, { ...environment, QUARTERDECK_DEMO: '0.1' })
  const writers = await startWriters(server.origin)
  const { refused, result } = await rounds(times, () => round(writers, server, { ...disk, readable }))
  await server.kill('SIGKILL')
  await disk.fill()
  const onFull = await startServer(disk.folder, { ...environment, QUARTERDECK_DEMO: 'off' }).catch(String)
  expect(onFull).toContain('ended with code 1')
  await disk.empty()
  const again = await startServer(disk.folder, { ...environment, QUARTERDECK_DEMO: 'off' })
  expect((await ask(again.origin, '/companies')).status).toBe(200)
  return { harm: 'the disk filled in the middle of writes', count: `${times} times, ${refused} writes refused`, result }
})

experiment('A failing fsync is never answered with 200, and harms nothing (PGlite)', async () => {
  const disk = await failingDisk()
  const { folder } = await createTempFolder()
  const server = await startServer(folder, { ...environment, ...disk.environment, QUARTERDECK_DEMO: '0.1' })
  const writers = await startWriters(server.origin)
  const { refused, result } = await rounds(times, () => round(writers, server, disk))
  return { harm: 'every fsync fails with EIO', count: `${times} times, ${refused} writes refused`, result }
})

experiment('A full disk refuses writes and harms nothing (PostgreSQL)', async () => {
  const disk = await smallDisk(220)
  const cluster = await startCluster({ place: disk.folder })
  const { folder } = await createTempFolder()
  const server = await startServer(folder, { ...environment, QUARTERDECK_DEMO: '0.1', DATABASE_URL: cluster.url })
  const writers = await startWriters(server.origin)
  const { refused, result } = await rounds(times, () =>
    round(writers, server, { ...disk, refusals: [503, 507] }, () => startAgain(cluster)),
  )
  return { harm: 'the disk filled in the middle of writes', count: `${times} times, ${refused} writes refused`, result }
})

experiment('A failing fsync is never answered with 200, and harms nothing (PostgreSQL)', async () => {
  const disk = await failingDisk()
  const cluster = await startCluster({ environment: disk.environment })
  const { folder } = await createTempFolder()
  const server = await startServer(folder, { ...environment, QUARTERDECK_DEMO: '0.1', DATABASE_URL: cluster.url })
  const writers = await startWriters(server.origin)
  const { refused, result } = await rounds(times, () =>
    round(writers, server, { ...disk, refusals: [503, 507] }, () => startAgain(cluster)),
  )
  return { harm: 'every fsync fails with EIO', count: `${times} times, ${refused} writes refused`, result }
})
