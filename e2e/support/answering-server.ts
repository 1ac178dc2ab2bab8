import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTempFolder } from '../../src/server/testing/temp-folder'
import { type Server, startServer } from './instance'
import { faultOf, operationOf } from './specification'

/** Responses by method and path below the API’s prefix: status, body, headers. */
export type Answers = Record<string, [status: number, body: string | object, headers?: Record<string, string>]>

export type AnsweringServer = {
  /** The console in front of it. */
  server: Server
  /** Starts anew: it answers nothing yet, and nothing was written. */
  reset: () => { answers: Answers; written: unknown[] }
  stop: () => Promise<void>
}

/** The console in front of a server that accepts only the specification’s requests and returns what a test sets. */
export const startAnsweringServer = async (): Promise<AnsweringServer> => {
  let answers: Answers = {}
  let written: unknown[] = []
  const other = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://other')
    const operation = operationOf(request.method, url)
    const fault = operation && faultOf(operation, url)
    if (fault) return response.writeHead(400).end(fault)
    const chunks = await request.toArray()
    if (request.method !== 'GET') written.push(JSON.parse(Buffer.concat(chunks).toString()))
    const [status, body, headers] = answers[`${request.method} ${url.pathname.replace('/api/public/v1', '')}`] ?? [
      404,
      'Not found',
    ]
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { folder, remove } = await createTempFolder()
  const server = await startServer(folder, {
    QUARTERDECK_UPSTREAM: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    QUARTERDECK_ADMIN_KEY: '',
  })
  return {
    server,
    reset: () => {
      answers = {}
      written = []
      return { answers, written }
    },
    stop: async () => {
      await server.stop()
      await new Promise((resolve) => {
        other.close(resolve)
        other.closeAllConnections()
      })
      await remove()
    },
  }
}
