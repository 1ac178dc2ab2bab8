import { existsSync, statfsSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'

/** Below this much free space the embedded database refuses writes: reads and a start need some themselves. */
const reserve = 32 * 1024 * 1024

/** Uses Node's own code for a full disk. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC'
  constructor(folder: string) {
    super(`The disk of the data folder ${folder} is full. Free some space, or set QUARTERDECK_DATA to another folder.`)
  }
}

export const isDiskFull = (folder: string) => {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder)
    // Some file systems do not report their size.
    return blocks > 0 && bavail * bsize < reserve
  } catch {
    return false
  }
}

/** Creates the data folder if needed. Rejects with a sentence if it is not writable. */
export const makeDataFolder = async (folder: string) => {
  try {
    await makeFolder(folder)
    await fs.access(folder, fs.constants.W_OK)
  } catch (error) {
    throw cannotUse(folder, error)
  }
}

/** Node's recursive mkdir never ends where a parent exists and takes no folder, as /proc or a deleted one. */
const makeFolder = async (folder: string) => {
  if (await isMade(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder && !existsSync(parent)) await makeFolder(parent)
  if (!(await isMade(folder))) throw new Error('its parent folder was deleted or takes no folders')
}

/** Whether the folder is there now; false where its parent is missing, or takes none. */
const isMade = async (folder: string) => {
  try {
    await fs.mkdir(folder, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return true
    if (code === 'ENOENT') return false
    throw error
  }
}

const mayNotWrite = 'this user may not write there'
const reasons: Record<string, string> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EROFS: 'its disk is read-only',
  EACCES: mayNotWrite,
  EPERM: mayNotWrite,
}

/** The same failure as a sentence for the person who starts the program. */
export const cannotUse = (folder: string, error: unknown) => {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || isDiskFull(folder)) return new DiskFull(folder)
  const reason = reasons[code] ?? message.replace(/\.$/, '')
  const remedy = reason === mayNotWrite ? 'Make it and all in it this user’s, or set' : 'Set'
  return new Error(`The data folder ${folder} cannot be used: ${reason}. ${remedy} QUARTERDECK_DATA to another folder.`)
}

/**
 * Refuses root where the database, or the folder before there is one, belongs to another user, who could not open files that root has
 * written. Other users are not checked: they fail to open it anyway, or a network file system reports a wrong owner.
 */
export const requireOwner = (folder: string, database: string) => {
  const owner = process.getuid?.() === 0 ? otherOwnerOf(existsSync(database) ? database : folder) : null
  if (owner !== null) throw otherOwner(folder, owner)
}

const otherOwnerOf = (file: string) => {
  const owner = statSync(file, { throwIfNoEntry: false })?.uid ?? null
  return process.getuid && process.getuid() !== owner ? owner : null
}

const otherOwner = (folder: string, owner: number) =>
  new Error(
    `The data folder ${folder}, or a file in it, belongs to the user ${owner}, but this is the user ${process.getuid?.()}. Run Quarterdeck as the user whose data it is, and make all files in it that user’s: chown -R USER ${folder}.`,
  )

/** What another user has left in the database, as a command that root ran. */
const findOtherOwner = async (folder: string) => {
  const home = path.join(folder, 'database')
  const names = await fs.readdir(home, { recursive: true }).catch(() => [])
  return names.map((name) => otherOwnerOf(path.join(home, name))).find((owner) => owner !== null) ?? null
}

/** The engine's own files are missing or cut, whatever the folder holds. */
const isIncomplete = ({ code = '', path = '', message = '' }: NodeJS.ErrnoException) =>
  code.endsWith('MODULE_NOT_FOUND') || message.startsWith('WebAssembly.') || (code === 'ENOENT' && /pglite/.test(path))

/** Where the engine gives no useful reason, a copy made while it ran is the likely cause. */
export const cannotOpen = async (folder: string, error: unknown) => {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (isIncomplete(error as Error))
    return new Error(`Quarterdeck is not installed completely: ${message.split('\n')[0]}. Install it again.`)
  if (code === 'ENOSPC' || code in reasons || isDiskFull(folder)) return cannotUse(folder, error)
  const owner = await findOtherOwner(folder)
  if (owner !== null) return otherOwner(folder, owner)
  return new Error(
    `The data folder ${folder} could not be opened: its database is damaged, or was copied while Quarterdeck was running. Restore a copy made while it was stopped, or set QUARTERDECK_DATA to another folder.`,
    { cause: error },
  )
}
