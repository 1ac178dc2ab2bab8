// In a thread of its own, so that what these clients do with their answers delays no one else's clock.
import { parentPort, workerData } from 'node:worker_threads'

/** @type {{ address: string, key: string }} */
const { address, key } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

/** How many answers of each kind. @type {Record<string, number>} */
const counts = {}
let stopped = false

/** Searches that were never asked. */
const client = async (/** @type {number} */ index) => {
  for (let turn = 0; !stopped; turn++) {
    const response = await fetch(`${address}&search=e${index}a${turn}`, { headers: { authorization: `Bearer ${key}` } })
    const retryAfter = response.headers.get('retry-after')
    await response.arrayBuffer()
    const kind = retryAfter === null ? `${response.status}` : `${response.status} in ${retryAfter} s`
    counts[kind] = (counts[kind] ?? 0) + 1
    if (retryAfter) await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1000))
  }
}

port.once('message', () => {
  stopped = true
})
await Promise.all(Array.from({ length: 250 }, (_, index) => client(index)))
port.postMessage(counts)
