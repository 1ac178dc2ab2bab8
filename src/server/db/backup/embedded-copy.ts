import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import { startPglite } from '../embedded/pglite'
import { dump } from './dump'

const placeOf = (folder: string) => path.join(folder, 'backup-copy')

/** What a backup that was killed has left. */
export const removeCopy = (folder: string) => fs.rm(placeOf(folder), { recursive: true, force: true })

/**
 * The embedded engine has one session, which a backup would keep from everyone else. So the database's files are copied
 * between two statements, as a crash would leave them, and an engine of its own reads the copy.
 */
export const dumpCopy = async (
  copy: (to: string) => Promise<void>,
  folder: string,
  use: (archive: Readable) => Promise<void>,
) => {
  const place = placeOf(folder)
  await requireSpace(folder)
  await claim(place)
  try {
    await copy(place)
    const engine = await startPglite(place)
    const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: engine.pool() }) })
    try {
      await dump(database, use)
    } finally {
      await database.destroy()
      await engine.close()
    }
  } finally {
    await removeCopy(folder)
  }
}

const claim = (place: string) =>
  fs.mkdir(place, { mode: 0o700 }).catch((error) => {
    throw error.code === 'EEXIST' ? new Error('Another backup is running. Wait until it has finished.') : error
  })

/** Beyond the copy: what recovery writes, and the reserve below which the server refuses writes. */
const margin = 128 * 1024 * 1024

const requireSpace = async (folder: string) => {
  const { blocks, bavail, bsize } = await fs.statfs(folder)
  const needed = (await sizeOf(path.join(folder, 'database'))) + margin
  if (blocks > 0 && bavail * bsize < needed)
    throw new Error(
      `While the server runs, a backup needs ${Math.ceil(needed / 1e6)} MB of free space in the data folder. Free some, or stop the server, then try again.`,
    )
}

const sizeOf = async (folder: string) => {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      fs.stat(path.join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
