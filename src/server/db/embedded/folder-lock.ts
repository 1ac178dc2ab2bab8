import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

export type FolderLock = {
  /** The locked folder. On Linux the path stays valid if another folder takes its name. */
  folder: string
  release: () => Promise<void>
}

/**
 * Locks a data folder against a second process. The kernel locks the folder itself, so there is no lock file, and the
 * lock ends with its process. Rejects with a sentence if another process holds it.
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const lock = process.platform === 'win32' ? await listenOnPipe(folder) : await lockDirectory(folder)
  if (lock) return lock
  throw new Error(
    `Another Quarterdeck is already using the data folder ${folder}. Stop it first, or set QUARTERDECK_DATA to another folder.`,
  )
}

const { O_RDONLY, O_DIRECTORY, O_NONBLOCK } = fs.constants
/** O_EXLOCK of macOS and the BSDs opens and locks at once. Node has no constant for it. */
const O_EXLOCK = 0x20
const opensLocked = /^(darwin|freebsd|openbsd)$/.test(process.platform)

const lockDirectory = async (folder: string): Promise<FolderLock | null> => {
  const descriptor = opensLocked ? openLocked(folder) : fs.openSync(folder, O_RDONLY | O_DIRECTORY)
  if (descriptor === null) return null
  const close = () => fs.closeSync(descriptor)
  try {
    if (!opensLocked && !(await flock(descriptor, folder))) {
      close()
      return null
    }
  } catch (error) {
    close()
    throw error
  }
  const held = `/proc/self/fd/${descriptor}`
  return { folder: fs.existsSync(held) ? held : path.resolve(folder), release: async () => close() }
}

const openLocked = (folder: string) => {
  try {
    return fs.openSync(folder, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_EXLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null
    throw error
  }
}

/**
 * Node cannot call flock(2), but a child process can: the lock belongs to the open file description that both share, so
 * it stays after the child exits. Resolves to false if another process holds it.
 */
const flock = (descriptor: number, folder: string) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn('flock', ['-n', '3'], {
      env: { PATH: [process.env.PATH, '/usr/bin', '/bin'].filter(Boolean).join(path.delimiter) },
      stdio: ['ignore', 'ignore', 'ignore', descriptor],
    })
    child.once('error', ({ message }) => reject(new Error(cannotLock(folder, message))))
    child.once('exit', (code, signal) => {
      if (code === 0 || code === 1) resolve(code === 0)
      else reject(new Error(cannotLock(folder, `flock ended with ${code ?? signal}`)))
    })
  })

const cannotLock = (folder: string, reason: string) =>
  `The data folder ${folder} cannot be locked against a second process: ${reason}. Install the program flock (part of util-linux and BusyBox), or set DATABASE_URL to use PostgreSQL.`

/** On Windows a named pipe ends with its process and cannot be deleted. */
const listenOnPipe = (folder: string) =>
  new Promise<FolderLock | null>((resolve, reject) => {
    const hash = createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 24)
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(`\\\\.\\pipe\\quarterdeck-${hash}`, () => {
      server.unref()
      const release = () => new Promise<void>((closed) => server.close(() => closed()))
      resolve({ folder: path.resolve(folder), release })
    })
  })
