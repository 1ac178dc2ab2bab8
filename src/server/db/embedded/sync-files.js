// Plain JavaScript, because the engine's worker uses it too.
import fs from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'

/** The entry of a file or folder is on the disk when its folder is. */
export const syncFolder = async (/** @type {string} */ folder) => {
  // Windows opens no folder, and keeps their names itself.
  if (process.platform === 'win32') return
  await sync(folder, 'r').catch((/** @type {NodeJS.ErrnoException} */ error) => {
    // As in PostgreSQL: some file systems sync files alone, and a folder may be written by those who may not read it.
    if (!['EACCES', 'EBADF', 'EINVAL'].includes(error.code ?? '')) throw error
  })
}

/** Windows can only sync a file that was opened for writing. */
const sync = async (/** @type {string} */ name, /** @type {'r' | 'r+'} */ flags) => {
  const opened = await fs.open(name, flags)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** Syncs everything in a folder, in parallel, which takes a disk hardly longer than one at a time. */
export const syncFiles = async (/** @type {string} */ folder) => {
  const limit = pLimit(16)
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const name = path.join(entry.parentPath, entry.name)
      return limit(() => (entry.isDirectory() ? syncFolder(name) : sync(name, 'r+')))
    }),
  )
  await syncFolder(folder)
}
