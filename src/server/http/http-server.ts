import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, maxHeaderSize, ServerResponse, STATUS_CODES } from 'node:http'
import type net from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { malformed, Problem, problemResponse } from '../api/problem'
import { withPolicy } from './content-security-policy'

type Log = Pick<Logger, 'info'>
export type Fetch = (request: Request, environment: object) => Promise<Response>

/** What load balancers ask, which reach this server directly. */
export const healthPaths = { alive: '/healthz', ready: '/readyz' }

/** How long a stop waits for running requests, in milliseconds. */
const stopTimeoutMs = 10_000
/**
 * A stopping server accepts connections until none has come for `quietMs`, and until a load balancer that asks for `/readyz`
 * at least every `probeMs` has been told three times, as HAProxy wants by default; no longer than `maxDrainMs`.
 */
const quietMs = 250
const probeMs = 2500
const maxDrainMs = { balanced: 10_000, otherwise: 5000 }

const limits = {
  /** Timeouts for receiving a whole request of 1 MiB, and its headers. */
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  /** Longer than proxies keep a connection, Caddy two minutes; otherwise their request could meet one that is just closing. */
  keepAliveTimeout: 130_000,
  /** Refused here, because Node answers without a body. */
  requireHostHeader: false,
}

/** How much is read of a body that nothing has read, and for how many milliseconds, before the response. */
const drainLimits = { bytes: 64 * 1024 * 1024, milliseconds: 2000 }

/**
 * Closing a connection with unread data would discard the response. It can only stay open once all has been read. @hono/node-server
 * reads the rest as well, but only after the response, and cuts the connection half a second later.
 */
const readRest = async (incoming: IncomingMessage, response: ServerResponse) => {
  if (!incoming.complete && !incoming.destroyed) await dropRest(incoming)
  if (!incoming.complete) response.shouldKeepAlive = false
}

const dropRest = (incoming: IncomingMessage) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, drainLimits.milliseconds)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    let read = 0
    // The listener of a web stream that was made of the body would keep all of it, and pause it.
    incoming.removeAllListeners('data')
    incoming.on('data', ({ length }: Buffer) => {
      read += length
      if (read > drainLimits.bytes) done()
    })
    incoming.once('end', done).once('close', done).resume()
  })

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** TRACE would reveal HttpOnly cookies to scripts, and CONNECT is for proxies. Neither fits a web Request. */
const refusedMethod = (method: string) =>
  new Problem(405, 'Method not allowed', `${method} is not supported. Use one of ${methods}.`, {
    headers: { allow: methods, connection: 'close' },
  })

const answerOf = (problem: Problem) => withPolicy(problemResponse(problem, randomUUID()))

const logRefusal = (log: Log, { headers, status }: Response, code: string | undefined) =>
  log.info({ requestId: headers.get('x-request-id'), status, code }, 'request refused')

/** The response to a request that nothing else answers or logs. */
const refusal = (log: Log, problem: Problem, code: string) => {
  const answer = answerOf(problem)
  logRefusal(log, answer, code)
  return answer
}

const send = async (answer: Response, response: ServerResponse) => {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

/** For CONNECT, Node hands over the bare connection, which no timeout or stop would close. */
const refuseConnect = (log: Log, request: IncomingMessage, socket: Duplex) => {
  const response = new ServerResponse(request)
  response.assignSocket(socket as net.Socket)
  response.once('finish', () => socket.destroy())
  socket.resume().once('error', () => {})
  return send(refusal(log, refusedMethod('CONNECT'), 'connect'), response)
}

const closing = { headers: { connection: 'close' } }

const twoHosts = malformed('The request names more than one host. Send a single Host header.', closing)
const noHost = malformed('The request names no host, as HTTP/1.1 requires. Send a Host header.', closing)
const noAddress = malformed(
  'The request needs a path that starts with /, and a Host header that forms a valid URL with it. Check both, and send it again.',
  closing,
)
const unknownExpectation = new Problem(
  417,
  'Expectation failed',
  'The Expect header can only be 100-continue. Send the request without it.',
  closing,
)

/** Rejected, not resolved as a URL parser would: a proxy that authorizes by path would have checked another one. */
const hasDotSegments = (target: string) => /\/(\.|%2e){1,2}(\/|$)/i.test(target.replace(/[?#].*/s, ''))
const dotSegments = new Problem(
  404,
  'Not found',
  'Nothing exists at this address, which contains “.” or “..” as a part of its path. Send the path without them.',
)
const unknownCoding = new Problem(
  501,
  'Transfer coding not supported',
  'The Transfer-Encoding header can only be chunked. Send the body uncompressed. Nothing was changed.',
  closing,
)

const refusals: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(
    431,
    'Headers too large',
    `The address and the headers are larger than ${maxHeaderSize / 1024} KiB. Shorten the address, or send fewer headers or cookies.`,
  ),
  HPE_INVALID_URL: malformed(
    'The address does not begin with a slash, or has characters that it cannot have. Percent-encode such characters as UTF-8, é as %C3%A9, and send it again.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(
    408,
    'Request too slow',
    'The request did not arrive in time. Send it again, or check the connection.',
  ),
}
const notHttp = malformed(
  'The request is not valid HTTP/1.1. Check its first line, headers and the length of its body, and send it again.',
)

/** Answers a request that Node could not read, for which there is only the socket, unless others on it are being answered. */
const refuseUnread = async (log: Log, code: string | undefined, socket: Duplex, open: Set<ServerResponse>) => {
  const here = [...open].filter(({ req }) => req.socket === socket)
  const last = here.findLast(({ req }) => req.complete)
  if (last) {
    // Not followed by a refusal, which a proxy could take for the answer to its next request.
    last.shouldKeepAlive = false
    last.once('close', () => socket.destroy())
    return
  }
  const answer = answerOf(refusals[code ?? ''] ?? notHttp)
  const body = await answer.text()
  if (!socket.writable || here.some(({ headersSent }) => headersSent)) return socket.destroy()
  logRefusal(log, answer, code)
  const headers = {
    ...Object.fromEntries(answer.headers),
    date: new Date().toUTCString(),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...lines, '', body].join('\r\n'))
  // What still arrives is read and dropped, so that the answer is not.
  const timer = setTimeout(() => socket.destroy(), drainLimits.milliseconds)
  socket.once('close', () => clearTimeout(timer))
}

/** Keeps a request’s ID if it is valid, or else makes one; a response without an ID gets it. */
const withRequestId =
  (fetch: Fetch): Fetch =>
  async (request, environment) => {
    const sent = request.headers.get('x-request-id')
    const id = sent && /^[\w=-]{1,255}$/.test(sent) ? sent : randomUUID()
    if (id !== sent) request.headers.set('x-request-id', id)
    const response = await fetch(request, environment)
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', id)
    return response
  }

/** An HTTP server that stops without failing an accepted request. */
export const createHttpServer = (fetch: Fetch, log: Log) => {
  const running = new Set<Promise<unknown>>()
  const open = new Set<ServerResponse>()
  let stopping = false
  const identified = withRequestId(fetch)
  const answerTo = async (request: Request, environment: HttpBindings) => {
    const { incoming, outgoing } = environment
    if (incoming.method === 'TRACE') return refusal(log, refusedMethod('TRACE'), 'trace')
    const answer =
      refusedHost(incoming) ??
      refusedTarget(incoming) ??
      refusedAddress(request) ??
      refusedCoding(incoming) ??
      (await identified(request, environment))
    await readRest(incoming, outgoing as ServerResponse)
    return answer
  }
  const refusedHost = ({ headersDistinct: { host = [] }, httpVersion }: IncomingMessage) => {
    if (host.length > 1) return refusal(log, twoHosts, 'two-hosts')
    return host.length === 0 && httpVersion !== '1.0' ? refusal(log, noHost, 'no-host') : null
  }
  const refusedTarget = ({ url = '' }: IncomingMessage) =>
    hasDotSegments(url) ? refusal(log, dotSegments, 'dot-segments') : null
  const refusedAddress = ({ url }: Request) => (URL.canParse(url) ? null : refusal(log, noAddress, 'no-address'))
  const refusedCoding = ({ headers: { 'transfer-encoding': coding = 'chunked' } }: IncomingMessage) =>
    coding.trim().toLowerCase() === 'chunked' ? null : refusal(log, unknownCoding, 'transfer-coding')
  const run = (request: Request, environment: object) => {
    const answer = answerTo(request, environment as HttpBindings)
    running.add(answer)
    return answer.finally(() => running.delete(answer))
  }
  const server = createServer(limits, (incoming, response) =>
    // One for each request, because the error handler is not told which one it answers.
    getRequestListener(run, {
      // HTTP/1.0 has no Host header; load balancers check /readyz that way.
      hostname: 'localhost',
      errorHandler: async (error) => {
        if (!(error instanceof RequestError)) return withPolicy(new Response(null, { status: 500 }))
        const answer = refusal(log, noAddress, 'no-address')
        await readRest(incoming, response)
        return answer
      },
    })(incoming, response),
  )
  server.on('checkExpectation', async (request, response) => {
    await readRest(request, response)
    await send(refusal(log, unknownExpectation, 'expectation'), response)
  })
  server.on('connect', (request, socket) => refuseConnect(log, request, socket))
  const refused = new WeakSet<Duplex>()
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    // Node tells of each later piece of the same request as well.
    if (refused.has(socket)) return
    refused.add(socket)
    void refuseUnread(log, code, socket, open)
  })
  // Node ignores headers after the first thousand, and If-Match may be one of them. Their size is limited.
  server.maxHeadersCount = 0
  // Drop clients that stop reading their response.
  server.timeout = 120_000
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (stopping) response.shouldKeepAlive = false
  })
  /** When each client asked for `/readyz` the last three times. */
  const probes = new LRUCache<string, number[]>({ max: 100 })
  server.on('request', ({ url = '', headers, socket: { remoteAddress = '' } }) => {
    // A visitor’s request passed on by a balancer tells the balancer nothing.
    const isPassedOn = 'x-forwarded-for' in headers || 'forwarded' in headers
    if (!isPassedOn && url.split('?')[0]?.endsWith(healthPaths.ready))
      probes.set(remoteAddress, [...(probes.get(remoteAddress) ?? []), performance.now()].slice(-3))
  })
  /** Waits until load balancers have moved on. */
  const drain = () =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const balancers = [...probes].flatMap(([client, times]) =>
        began - (times.at(-2) ?? Number.NEGATIVE_INFINITY) <= 2 * probeMs ? client : [],
      )
      const isToldThrice = (client: string) => (probes.get(client)?.[0] ?? 0) > began
      const finish = () => {
        clearTimeout(latest)
        clearTimeout(quiet)
        server.off('connection', restart)
        resolve()
      }
      const latest = setTimeout(finish, balancers.length > 0 ? maxDrainMs.balanced : maxDrainMs.otherwise)
      const isOver = () => !server.listening || balancers.every(isToldThrice)
      const quiet = setTimeout(() => (isOver() ? finish() : quiet.refresh()), quietMs)
      const restart = () => quiet.refresh()
      server.on('connection', restart)
    })

  /** Keeps serving while `/readyz` answers 503, then closes and answers every accepted request. */
  const stop = async () => {
    stopping = true
    for (const response of open) response.shouldKeepAlive = false
    await drain()
    const closed = new Promise((resolve) => server.close(resolve))
    const sweep = setInterval(() => server.closeIdleConnections(), quietMs)
    const cut = setTimeout(() => server.closeAllConnections(), stopTimeoutMs)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
    // Requests that were cut off may still be using the database.
    await Promise.allSettled(running)
  }
  return { server, stop, isStopping: () => stopping }
}
