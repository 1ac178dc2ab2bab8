import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type net from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Problem, problemResponse } from '../api/problem'

type Fetch = (request: Request, environment: object) => Promise<Response>

/** How long a stop waits for those who are slow, in milliseconds. */
const timeoutMs = 10_000
/** A stopping server accepts connections until none has come for `quietMs`, and no longer than `maxDrainMs`. */
const quietMs = 250
const maxDrainMs = 3000

const limits = {
  /** A request of 1 MiB has so long to arrive, and its headers so long: who is slower holds nothing up but their connection. */
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  /** Longer than proxies keep a connection, or a request of theirs would meet one that is just being closed. */
  keepAliveTimeout: 75_000,
}

/** So much of a body that nobody wanted is read, for so many milliseconds, before the answer that refuses it. */
const most = { bytes: 4 * 1024 * 1024, milliseconds: 2000 }

/** A connection that is closed on what still comes takes the answer with it. */
const readRest = (incoming: IncomingMessage) =>
  new Promise<void>((resolve) => {
    if (incoming.complete || incoming.readableDidRead) return resolve()
    let read = 0
    const timer = setTimeout(resolve, most.milliseconds)
    incoming.on('data', ({ length }: Buffer) => {
      read += length
      if (read > most.bytes) resolve()
    })
    incoming.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** TRACE would tell a script what a browser hides from it, and CONNECT is for proxies. No Request of the web can have either. */
const refusedMethod = (method: string) =>
  new Problem(405, 'Method not allowed', `${method} cannot be used here. Use one of ${methods}.`, {
    headers: { allow: methods, connection: 'close' },
  })

/** Node gives CONNECT no response of its own, only the connection, which no timeout and no stop would end from here on. */
const refuseConnect = async (request: IncomingMessage, socket: Duplex) => {
  const answer = problemResponse(refusedMethod('CONNECT'))
  const response = new ServerResponse(request)
  response.assignSocket(socket as net.Socket)
  response.once('finish', () => socket.destroy())
  socket.resume().once('error', () => {})
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

const twoHosts = () =>
  problemResponse(
    new Problem(400, 'Malformed request', 'The request names more than one host. Send a single Host header.', {
      headers: { connection: 'close' },
    }),
  )

/** An HTTP server whose stop fails no request that it has taken. */
export const createHttpServer = (fetch: Fetch) => {
  const running = new Set<Promise<unknown>>()
  const open = new Set<ServerResponse>()
  let stopping = false
  const answerTo = async (request: Request, environment: HttpBindings) => {
    const { incoming } = environment
    if (incoming.method === 'TRACE') return problemResponse(refusedMethod('TRACE'))
    const { host = [] } = incoming.headersDistinct
    const answer = host.length > 1 ? twoHosts() : await fetch(request, environment)
    await readRest(incoming)
    return answer
  }
  const server = createAdaptorServer({
    fetch: (request, environment) => {
      const answer = answerTo(request, environment as HttpBindings)
      running.add(answer)
      return answer.finally(() => running.delete(answer))
    },
    // HTTP/1.0 has no Host: a load balancer asks for /readyz without one.
    hostname: 'localhost',
    serverOptions: limits,
  }) as Server
  server.on('connect', refuseConnect)
  // A client that takes nothing of its answer for this long is gone.
  server.timeout = 120_000
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (stopping) response.shouldKeepAlive = false
  })
  /** Waits until no connection has come for a moment, so that balancers and clients have gone elsewhere. */
  const drain = () =>
    new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(latest)
        clearTimeout(quiet)
        server.off('connection', restart)
        resolve()
      }
      const latest = setTimeout(finish, maxDrainMs)
      const quiet = setTimeout(finish, quietMs)
      const restart = () => quiet.refresh()
      server.on('connection', restart)
    })

  /** Goes on serving while `/readyz` answers 503, then closes, and answers all requests that it has accepted. */
  const stop = async () => {
    stopping = true
    for (const response of open) response.shouldKeepAlive = false
    await drain()
    const closed = new Promise((resolve) => server.close(resolve))
    const sweep = setInterval(() => server.closeIdleConnections(), quietMs)
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
    // Who was cut off is gone, but what was begun for them still uses the database.
    await Promise.allSettled(running)
  }
  return { server, stop, isStopping: () => stopping }
}
