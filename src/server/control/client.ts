import fs from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { socketName } from './protocol'

/** Asks the server that uses this data folder. Resolves to null if none does, and rejects with its sentence. */
export const askServer = async (
  folder: string,
  request: { method: 'GET' | 'POST'; path: string; body?: object },
): Promise<IncomingMessage | null> => {
  const opened = openFolder(folder)
  if (!opened) return null
  try {
    const response = await send(opened.socketPath, request)
    if (response && response.statusCode !== 200) throw new Error(await text(response))
    return response
  } finally {
    opened.close()
  }
}

/** A socket's path may have some 100 bytes, so on Linux a long one is shortened. */
const openFolder = (folder: string) => {
  const socketPath = path.resolve(folder, socketName)
  if (!fs.existsSync(socketPath)) return null
  if (Buffer.byteLength(socketPath) < 100 || process.platform !== 'linux') return { socketPath, close: () => {} }
  const descriptor = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  return { socketPath: `/proc/self/fd/${descriptor}/${socketName}`, close: () => fs.closeSync(descriptor) }
}

/** A socket without a server is what a killed process has left. */
const send = (socketPath: string, { method, path, body }: { method: string; path: string; body?: object }) =>
  new Promise<IncomingMessage | null>((resolve, reject) => {
    http
      .request({ socketPath, method, path }, resolve)
      .once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(null) : reject(error),
      )
      .end(body && JSON.stringify(body))
  })
