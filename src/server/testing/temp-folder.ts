import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Uses a RAM disk where available, because commits on a busy disk take seconds. */
const place = async () => {
  const memory = '/dev/shm'
  const { bavail, bsize } = await fs.statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 2 ** 30 ? memory : os.tmpdir()
}

/** A temporary data folder and its cleanup. */
export const createTempFolder = async (parent?: string) => {
  const folder = await fs.mkdtemp(path.join(parent ?? (await place()), 'quarterdeck-'))
  return { folder, remove: () => fs.rm(folder, { recursive: true, force: true }) }
}
