import fs from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import type { Server } from '../../support/instance'

/** What a server is started with so that `heapOf` can ask it. */
export const measurable = (folder: string) => ({
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'heap.js')}`,
  HEAP_FILE: path.join(folder, 'heap.json'),
})

/** The mebibytes of the server's heap that are still in use after its garbage was collected. */
export const heapOf = async ({ pid }: Server, folder: string) => {
  const file = path.join(folder, 'heap.json')
  await fs.rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  await expect
    .poll(
      () =>
        fs.access(file).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  const { heapUsed, external } = JSON.parse(await fs.readFile(file, 'utf8')) as NodeJS.MemoryUsage
  return (heapUsed + external) / 2 ** 20
}
