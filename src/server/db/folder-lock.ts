import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/**
 * Keeps a second process out of a data folder. The lock is a listening local socket: it goes when its process goes, killed or
 * not, so that nothing stale stays. Rejects with a sentence when another process holds it.
 */
export const lockFolder = async (folder: string): Promise<{ release: () => Promise<void> }> => {
  const address = await socketAddress(folder)
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(address)
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    if (await answers(address)) break
    await setAside(address)
  }
  throw new Error(
    `Another Quarterdeck already uses the data folder ${folder}. Stop it first, or set QUARTERDECK_DATA to another folder.`,
  )
}

/** The path of a socket may have 107 bytes at the most; a longer folder is stood for by its hash. */
const socketAddress = async (folder: string) => {
  const real = await fs.realpath(folder)
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\quarterdeck-${hash}`
  const inside = path.join(real, 'lock')
  return Buffer.byteLength(inside) < 100 ? inside : path.join(os.tmpdir(), `quarterdeck-${hash}.lock`)
}

const listen = (address: string) =>
  new Promise<net.Server | null>((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })

const answers = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Two that find the same stale socket must not remove each other's new one: renaming shows which one was taken. */
const setAside = async (address: string) => {
  const aside = `${address}.${process.pid}`
  try {
    await fs.rename(address, aside)
  } catch {
    return
  }
  if (await answers(aside)) await fs.rename(aside, address)
  else await fs.rm(aside, { force: true })
}
