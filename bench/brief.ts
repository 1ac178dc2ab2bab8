import fs from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminKey, startServer } from '../e2e/support/instance'
import { basePath } from '../src/contract/core/base-path'
import { build } from '../src/scripts/steps.js'
import { createTempFolder } from '../src/server/testing/temp-folder'

/* What a brief takes of processor time and memory, alone and with fifty at once, and how long others wait meanwhile. */

const together = 50

if (!(await build())) throw new Error('The build failed.')
const { folder, remove } = await createTempFolder()
const server = await startServer(folder)
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${basePath}${path}`, { headers: { authorization: `Bearer ${adminKey}`, ...headers } })

/** In seconds: ticks are hundredths. */
const processorTime = async () => {
  const fields = (await fs.readFile(`/proc/${server.pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
const memory = async () => {
  const status = await fs.readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

type Device = { companyId: string }
const devices = (await (await ask('/devices?limit=100')).json()) as { data: Device[] }
const companyId = devices.data[0]?.companyId
// Three pages more than the sample has to say.
const kept = await fetch(`${server.origin}${basePath}/briefs/${companyId}`, {
  method: 'PATCH',
  headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
  body: JSON.stringify({ proposal: 'Replace a laptop.\n'.repeat(90) }),
})
if (kept.status !== 200) throw new Error(`The proposal was answered with ${kept.status}.`)
const pagesIn = (pdf: string) => pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
const make = async () => {
  const response = await ask(`/companies/${companyId}/brief`)
  if (response.status !== 200) throw new Error(`A brief was answered with ${response.status}.`)
  return pagesIn(Buffer.from(await response.arrayBuffer()).toString('latin1'))
}

const measured = async (what: string, work: () => Promise<number>) => {
  const [began, used, rest] = [performance.now(), await processorTime(), await memory()]
  let most = rest
  const watching = setInterval(async () => {
    most = Math.max(most, await memory().catch(() => 0))
  }, 20)
  const pages = await work()
  clearInterval(watching)
  const seconds = ((performance.now() - began) / 1000).toFixed(2)
  const processor = ((await processorTime()) - used).toFixed(2)
  console.log(`| ${what} | ${pages} | ${processor} | ${seconds} | ${(most - rest).toFixed(0)} |`)
}

console.log('| brief | pages | processor time, s | time, s | memory above rest, MB |\n|---|---:|---:|---:|---:|')
await sleep(3000)
await measured('first, starts the thread', make)
await measured('later', make)
const waits: number[] = []
await measured(`${together} at once`, async () => {
  const all = Promise.all(Array.from({ length: together }, make))
  let isDone = false
  void all.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const began = performance.now()
    await (await ask('/companies?limit=20')).arrayBuffer()
    waits.push(performance.now() - began)
    await sleep(50)
  }
  return (await all).reduce((sum, pages) => sum + pages, 0)
})
waits.sort((a, b) => a - b)
const at = (share: number) => waits[Math.floor((waits.length - 1) * share)]?.toFixed(0)
console.log(
  `Others meanwhile: ${waits.length} lists of companies, half within ${at(0.5)} ms, 95% within ${at(0.95)} ms.`,
)
await server.stop()
await remove()
