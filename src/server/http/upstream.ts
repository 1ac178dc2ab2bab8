import { randomUUID } from 'node:crypto'
import { basePath } from '../../contract/core/base-path'
import { withoutEncoding } from '../api/conditional-requests'
import { sessionOver } from '../api/middleware'
import type { Passed } from '../api/passed'
import { connectionClosed, malformed, Problem, problemResponse } from '../api/problem'
import { timeLimit } from './time-limit'

const sent = [
  'accept',
  'authorization',
  'content-encoding',
  'content-type',
  'if-match',
  'if-none-match',
  'x-request-id',
]
const returned = ['allow', 'cache-control', 'content-type', 'etag', 'retry-after', 'www-authenticate', 'x-request-id']

/** Names the consoles that forwarded a request. Not `Via`, for which nginx does not compress the answer. */
const passedBy = 'quarterdeck-passed-by'

/** Forwards API requests to another server; `origin` may include a path. */
export const createUpstream = (origin: string, timeoutMs = 30_000) => {
  const { host } = new URL(origin)
  const own = randomUUID()
  return async (request: Request, { isSessionValid }: Passed = {}): Promise<Response> => {
    const limit = timeLimit(timeoutMs)
    try {
      const before = request.headers.get(passedBy)?.split(', ') ?? []
      if (before.includes(own)) throw leadsBack(host)
      const headers = headersFor(request)
      headers.set(passedBy, [...before, own].join(', '))
      const body = request.body && (await wholeBody(request.body))
      // It may have ended while the body arrived.
      if (body && isSessionValid && !(await isSessionValid())) throw sessionOver()
      const response = await fetch(targetOf(origin, request.url), {
        method: request.method,
        headers,
        ...(body && { body }),
        redirect: 'manual',
        signal: AbortSignal.any([request.signal, limit.signal]),
      })
      if (response.status >= 300 && response.status < 400 && response.status !== 304) {
        await response.body?.cancel()
        if (isMe(request)) throw new Problem(404, 'Not found', `The server ${host} has no ${basePath}/me.`)
        throw new Problem(
          502,
          'Unexpected redirect',
          `The server ${host} answered with a redirect. Check QUARTERDECK_UPSTREAM.`,
        )
      }
      const answer = response.body?.pipeThrough(new TransformStream({ flush: limit.end })) ?? null
      if (!answer) limit.end()
      return new Response(answer, { status: response.status, headers: only(response.headers, isReturned) })
    } catch (error) {
      limit.end()
      const problem = request.signal.aborted ? connectionClosed() : problemOf(error, host, timeoutMs)
      return problemResponse(problem, request.headers.get('x-request-id'))
    }
  }
}

/** The specification has no such operation, and a portal may lead from an unknown address to its login page. */
const isMe = ({ method, url }: Request) => method === 'GET' && new URL(url).pathname === `${basePath}/me`

const mebibyte = 1024 * 1024

/** The other server knows its ETags as it sent them, uncompressed. */
const headersFor = (request: Request) => {
  const headers = only(request.headers, (name) => sent.includes(name))
  for (const name of ['if-match', 'if-none-match']) {
    const tags = headers.get(name)
    if (tags !== null) headers.set(name, withoutEncoding(tags))
  }
  return headers
}

/** Buffered, because some servers require a Content-Length. Bodies of this API are small. */
const wholeBody = async (body: ReadableStream<Uint8Array>) => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > mebibyte) throw new Problem(413, 'Body too large', 'The body is larger than 1 MiB. Send a smaller one.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const isReturned = (name: string) => returned.includes(name) || name.startsWith('x-ratelimit-')

const only = (headers: Headers, wanted: (name: string) => boolean) =>
  new Headers([...headers].filter(([name]) => wanted(name)))

/** An encoded slash could escape the API's path on the other server; no ID needs one. */
const targetOf = (origin: string, address: string) => {
  const { pathname, search } = new URL(address)
  const target = new URL(`${origin}${pathname}${search}`)
  const inside = `${target.pathname}/`.startsWith(`${new URL(origin).pathname.replace(/\/$/, '')}${basePath}/`)
  if (!inside || /%2f|%5c|%00/i.test(pathname))
    throw malformed(
      'The path contains an encoded slash, backslash or NUL (%2F, %5C or %00) and cannot be forwarded. Remove it.',
    )
  return target
}

const leadsBack = (host: string) =>
  new Problem(
    508,
    'Loop detected',
    `The server ${host} leads back to this console. Ask the administrator to correct QUARTERDECK_UPSTREAM, which has to be the server behind it.`,
  )

const problemOf = (error: unknown, host: string, timeoutMs: number) => {
  if (error instanceof Problem) return error
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Problem(
      504,
      'No answer in time',
      `The server ${host} did not respond within ${timeoutMs / 1000} seconds. Try again later.`,
      { headers: { 'retry-after': '30' } },
    )
  if (isUntrusted(error))
    return new Problem(
      502,
      'Certificate not trusted',
      `The certificate of the server ${host} is not trusted, so nothing was sent. Renew it, or add its authority to NODE_EXTRA_CA_CERTS and restart Quarterdeck.`,
      { headers: { 'retry-after': '60' }, mayBeSaved: false },
    )
  return new Problem(502, 'Server unreachable', `The server ${host} cannot be reached. Try again in a few seconds.`, {
    headers: { 'retry-after': '5' },
    ...(isUnsent(error) && { mayBeSaved: false }),
  })
}

const codeOf = (error: unknown) => (((error as Error).cause ?? {}) as { code?: string }).code ?? ''

/** There was no connection over which anything could have been sent. */
const isUnsent = (error: unknown) => /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(codeOf(error))

/** Node's error codes: unknown authority, wrong host, expired, not for a server. */
const isUntrusted = (error: unknown) => /CERT|LEAF_SIGNATURE|INVALID_(CA|PURPOSE)/.test(codeOf(error))
