import fs from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { openSocketPath } from './socket-path'

/** Asks the server that uses this data folder. Resolves to null if none does, and rejects with its sentence. */
export const askServer = async (
  folder: string,
  request: { method: 'GET' | 'POST'; path: string; body?: object },
): Promise<IncomingMessage | null> => {
  if (!fs.existsSync(folder)) return null
  const socket = openSocketPath(folder)
  try {
    if (!socket.reachable || !fs.existsSync(socket.file)) return null
    const response = await send(socket.reachable, request)
    if (response && response.statusCode !== 200) throw new Error(await text(response))
    return response
  } finally {
    socket.close()
  }
}

/** A socket without a server is what a killed process has left. */
const send = (socketPath: string, { method, path, body }: { method: string; path: string; body?: object }) =>
  new Promise<IncomingMessage | null>((resolve, reject) => {
    http
      .request({ socketPath, method, path }, resolve)
      .once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNREFUSED' || error.code === 'ENOENT'
          ? resolve(null)
          : reject(
              error.code === 'ECONNRESET'
                ? new Error('The server stopped before it answered; its log says why. Try again.')
                : error,
            ),
      )
      .end(body && JSON.stringify(body))
  })
