import fs from 'node:fs/promises'
import { expect } from 'vitest'
import { freePort } from '../../src/server/testing/free-port'
import { experiment } from './support/experiment'
import { createTempFolder, startServer } from './support/owned'
import { ask, startWriters } from './support/writers'

const minutes = Number(process.env.SOAK_MINUTES ?? 15)

type Sample = { at: number; mb: number }

/**
 * What is held when least is held, in the second third of the time and in the last: collections come when they come, and what
 * lies between them is no growth. The first third fills what is remembered of lists, which has its limit.
 */
const floors = (samples: Sample[]) => {
  const third = Math.floor(samples.length / 3)
  const floor = (from: number, to?: number) => Math.min(...samples.slice(from, to).map(({ mb }) => mb))
  return [floor(third, 2 * third), floor(2 * third)] as const
}

experiment('Memory stays flat under steady load', async () => {
  const { folder } = await createTempFolder()
  await fs.cp(process.env.E2E_SAMPLE ?? '', folder, { recursive: true })
  const metricsPort = await freePort()
  const server = await startServer(folder, {
    QUARTERDECK_DEMO: 'off',
    QUARTERDECK_RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    QUARTERDECK_METRICS_PORT: String(metricsPort),
  })
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 2 ** 20
  }
  const stop = new AbortController()
  const writers = await startWriters(server.origin, 2)
  let reads = 0
  const reader = async (_: unknown, index: number) => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const path = ['/companies', '/surveys/nps/responses', '/devices', '/automation'][turn % 4]
      const response = await ask(
        server.origin,
        `${path}?limit=20&page=${1 + (turn % 10)}&search=${index}${turn % 5000}`,
      )
      await response.arrayBuffer()
      expect(response.status).toBe(200)
      reads++
    }
  }
  const working = Promise.all([writers.write(server.origin, stop.signal), ...Array.from({ length: 4 }, reader)])
  const rss: Sample[] = []
  const heap: Sample[] = []
  const start = performance.now()
  while (performance.now() - start < minutes * 60_000) {
    await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / 90))
    const at = performance.now() - start
    rss.push({ at, mb: await metric('process_resident_memory_bytes') })
    heap.push({ at, mb: await metric('nodejs_heap_size_used_bytes') })
  }
  stop.abort()
  await working
  await writers.verify(server.origin)
  const [before, after] = floors(rss)
  const [heapBefore, heapAfter] = floors(heap)
  console.log({ rss: rss.map(({ mb }) => Math.round(mb)), heap: heap.map(({ mb }) => Math.round(mb)) })
  if (minutes >= 15) expect(after).toBeLessThan(before * 1.1)
  return {
    harm: `${minutes} minutes of 4 readers and 3 writers, each question another`,
    count: `${reads} reads, ${writers.answered()} writes, ${rss.length} samples`,
    result: `resident at least ${Math.round(before)} MB in the second third of the time and ${Math.round(after)} in the last, of it heap ${Math.round(heapBefore)} and ${Math.round(heapAfter)}`,
  }
})
