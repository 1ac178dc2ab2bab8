import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Memory, where the system has some to give as a folder: a commit waits for the disk, and a busy one takes seconds. */
const place = async () => {
  const memory = '/dev/shm'
  const { bavail, bsize } = await fs.statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 2 ** 30 ? memory : os.tmpdir()
}

/** A folder for the data of one server, and how to be rid of it. */
export const createTempFolder = async (parent?: string) => {
  const folder = await fs.mkdtemp(path.join(parent ?? (await place()), 'quarterdeck-'))
  return { folder, remove: () => fs.rm(folder, { recursive: true, force: true }) }
}
