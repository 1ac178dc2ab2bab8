import fs from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { adminKeyProblem } from '../api/keys'
import type { Database } from '../db/database'
import { migrationsOf } from '../db/migrations/applied-migrations'
import { createRequestedKey } from './create-key'
import type { KeyRequest } from './protocol'
import { openSocketPath } from './socket-path'

/**
 * While the server uses an embedded database, commands reach it by a Unix socket in the data folder, which only the same
 * user can open. Windows has none: there the server must be stopped first.
 */
export const serveControl = async (database: Database, folder: string, log: Logger) => {
  if (process.platform === 'win32') return { close: async () => {} }
  const socket = openSocketPath(folder)
  // One that a killed process has left; the folder's lock is ours.
  fs.rmSync(socket.file, { force: true })
  const server = http.createServer((request, response) => {
    answer(database, request, response).catch((error: Error) => {
      log.error({ err: error, path: request.url }, 'a command failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end(error.message)
    })
  })
  await new Promise<void>((resolve) => {
    const fail = (error: Error) => {
      log.warn({ err: error }, 'commands cannot reach this server, because its socket cannot be made')
      resolve()
    }
    if (!socket.reachable) return fail(new Error('The path of the data folder is too long for a socket.'))
    server.once('error', fail)
    server.listen(socket.reachable, () => {
      fs.chmodSync(socket.file, 0o600)
      resolve()
    })
  }).finally(socket.close)
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const answer = async (database: Database, request: IncomingMessage, response: ServerResponse) => {
  switch (`${request.method} ${request.url}`) {
    case 'POST /backup':
      return database.backUp((archive) => pipeline(archive, response))
    case 'GET /migrations':
      return void response.end(JSON.stringify(await migrationsOf(database.sql)))
    case 'POST /admin-key': {
      const { key } = (await json(request)) as { key: string }
      return void response.end(JSON.stringify(await adminKeyProblem(database, key)))
    }
    case 'POST /keys': {
      const created = await createRequestedKey(database, (await json(request)) as KeyRequest)
      return void response.end(JSON.stringify(created))
    }
    default:
      response.writeHead(404).end('This version of the server does not know the command.')
  }
}
