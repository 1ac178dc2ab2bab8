import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dayLong } from '../../../contract/core/days'
import { syncFolder } from '../embedded/sync-files.js'

/**
 * Writes a backup to a file that only this user can read. Until it is whole, and on the disk, it has a name of its own, so
 * that another one to the same file does not write into it.
 */
export const saveArchive = async (file: string, archive: Readable) => {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    await removeAbandoned(file)
    await pipeline(archive, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    await fs.rename(partial, file)
  } catch (error) {
    archive.destroy()
    await fs.rm(partial, { force: true }).catch(() => {})
    throw sentenceFor(file, error)
  }
  await syncFolder(path.dirname(file)).catch((error: Error) => {
    throw new Error(`The backup ${file} is written, but its folder could not be synced: ${error.message}.`)
  })
}

/** What killed backups to this file have left, unless it is another user’s: one that still runs has written within a day. */
const removeAbandoned = async (file: string) => {
  const [folder, base] = [path.dirname(file), path.basename(file)]
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const [before, after] = [name.slice(0, base.length), name.slice(base.length)]
    if (before !== base || !/^(\.[\da-f]{8})?\.partial$/.test(after)) continue
    const place = path.join(folder, name)
    const written = await fs.stat(place).catch(() => null)
    if (written && Date.now() - written.mtimeMs > dayLong) await fs.rm(place, { force: true }).catch(() => {})
  }
}

/** Rejects where a backup cannot be put, as far as that shows before anything is read for it. */
export const requirePlace = async (file: string) => {
  const there = await fs.lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw sentenceFor(file, error)
  })
  // Renaming would replace a device, a pipe or a link as well.
  if (there && !there.isFile()) throw new Error(`${file} is not a file. Choose another name.`)
  await fs.access(path.dirname(file), fs.constants.W_OK | fs.constants.X_OK).catch((error) => {
    throw sentenceFor(file, error)
  })
}

const sentenceFor = (file: string, error: unknown) => {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException
  const folder = path.dirname(file)
  if (code === 'ENOSPC')
    return new Error(`There is not enough space for the backup in ${folder}. Nothing was left there.`)
  if (code === 'ENOENT') return new Error(`The folder ${folder} does not exist. Create it first.`)
  if (code === 'EACCES' || code === 'EPERM') return new Error(`This user may not write to ${folder}.`)
  if (code === 'EISDIR' || code === 'ENOTDIR') return new Error(`${file} cannot be a file there. Choose another name.`)
  if (code === 'EROFS') return new Error(`The disk of ${folder} is read-only. Choose a folder on another disk.`)
  // That of the database or the server which it is read from.
  if (code === 'ECONNRESET') return error
  return syscall ? new Error(`The backup ${file} could not be written: ${message}.`) : error
}
