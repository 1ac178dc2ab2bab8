import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RequestIdVariables } from 'hono/request-id'
import type { Logger } from 'pino'
import type { Endpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { resourceOf } from '../../contract/core/scopes'
import type { Database } from '../db/database'
import type { ListCache } from '../db/list-engine/list-cache'
import type { Versions } from '../db/table-versions'
import { etagOf, matchesEtag, writePrecondition } from './conditional-requests'
import { logFailure, problemFromError } from './error-to-problem'
import type { FairQueue } from './fair-queue'
import type { Context, Route } from './implement'
import type { authenticateBatch, Caller } from './keys'
import type { Passed } from './passed'
import { malformed, notAllowed, Problem, problemResponse } from './problem'
import type { rateLimit } from './rate-limit'
import { isPercentEncoded, parseBody, parsePath, parseQuery } from './validate'
import { withDeadline } from './with-deadline'

export type ApiEnv = {
  Bindings: Passed | undefined
  Variables: RequestIdVariables & {
    caller: Caller
    versions: Versions
    operation?: string
    /** Throws if the caller's key or session has ended since, for a write that took its time to arrive. */
    confirm?: () => Promise<void>
  }
}
type Request = HonoContext<ApiEnv>

/** A person's session was looked up by the gateway, so there is no key to ask for. */
export const signedIn =
  (versionsNow: () => Promise<Versions>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const person = c.env?.person
    if (person) {
      c.set('confirm', confirmation(c))
      c.set('caller', person)
      c.set('versions', await versionsNow())
    }
    await next()
  }

/** Authentication comes first, on every path but that of the OpenAPI document. A key in the query or in a cookie never counts. */
export const authenticate =
  (arrive: ReturnType<typeof authenticateBatch>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    if (c.env?.person) return next()
    const key = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (!key) throw noKey()
    const confirm = confirmation(c, async () => (await arrive(key)).caller !== null)
    const arrival = c.env?.authMemo?.get(key) ?? arrive(key)
    c.env?.authMemo?.set(key, arrival)
    const { caller, versions } = await arrival
    if (!caller) throw unknownKey()
    c.set('caller', caller)
    c.set('versions', versions)
    c.set('confirm', confirm)
    await next()
  }

/** How long ago, in milliseconds, a caller may have been looked up when the whole of a write has arrived. */
const fresh = 1000

const confirmation = (c: Request, isKeyValid = async () => true) => {
  const lookedUpAt = performance.now()
  const isSessionValid = c.env?.isSessionValid
  return async () => {
    if (performance.now() - lookedUpAt < fresh) return
    if (isSessionValid && !(await isSessionValid())) throw sessionOver()
    if (!(await isKeyValid())) throw unknownKey()
  }
}

const refused = (detail: string) =>
  new Problem(401, 'Not signed in', detail, { headers: { 'www-authenticate': 'Bearer realm="Public Management API"' } })
const noKey = () =>
  refused(
    'Send an API key in the header Authorization: Bearer <key>. Create one under Settings, Integrations, API Access.',
  )
export const sessionOver = () => refused('Your session ended while this was being sent. Sign in and send it again.')
export const unknownKey = () => refused('This API key is unknown, expired or revoked. Use another key.')

const isWrite = ({ method }: { method: string }) => method !== 'GET' && method !== 'HEAD'

/** Takes the request's points, or answers 429 if none are left. */
export const limitRate =
  (take: ReturnType<typeof rateLimit>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { allowed, limit, remaining, reset, secondsLeft } = await take(c.get('caller').id, isWrite(c.req) ? 5 : 1)
    c.header('x-ratelimit-limit', String(limit))
    c.header('x-ratelimit-remaining', String(remaining))
    c.header('x-ratelimit-reset', reset.toISOString())
    if (!allowed) throw tooMany(secondsLeft)
    await next()
  }

const tooMany = (seconds: number) =>
  new Problem(
    429,
    'Too many requests',
    `Rate limit reached. Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )

/** Logs every request with its operation and key prefix, never the key, query or body. */
export const observeRequests =
  (observe: Observe, log: Logger): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const start = performance.now()
    await next()
    const seconds = (performance.now() - start) / 1000
    const operation = c.get('operation') ?? 'none'
    observe({ operation, status: c.res.status, seconds })
    const caller = c.get('caller')
    const who = caller?.kind === 'person' ? { person: caller.email ?? caller.name } : { key: caller?.prefix }
    const ms = Math.round(seconds * 1000)
    log.info({ requestId: c.get('requestId'), ...who, operation, ...outcomeOf(c), ms }, 'request')
  }

export const closedEarly = 'connection closed before the answer was sent'

/** For the log: the status, and whether the connection was closed before the answer was sent, by the client or a stop. */
export const outcomeOf = ({ req, res: { status } }: HonoContext) => {
  const { aborted, reason } = req.raw.signal
  // A page no longer waits for its data, but its client is still there.
  const isPastDeadline = reason instanceof Error && reason.name === 'TimeoutError'
  return { status, ...(aborted && !isPastDeadline && { outcome: closedEarly }) }
}

export type Observe = (answered: { operation: string; status: number; seconds: number }) => void

/** Answers 400 instead of 404 to a path that is not valid percent-encoded UTF-8. */
export const requireWellFormedPath: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!isPercentEncoded(new URL(c.req.url).pathname))
    throw malformed('The path has an invalid % escape. Encode it as UTF-8 and send it again.')
  await next()
}

/** The connection stays open while the rest arrives. If it closed at once, a proxy that is still sending would answer 502. */
export const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new Problem(413, 'Body too large', 'The body is larger than 1 MiB. Send a smaller one.')
  },
})

/** Mounts every operation, and answers 405 with `Allow` to other methods. */
export const mountRoutes = (
  api: Hono<ApiEnv>,
  routes: Route[],
  answer: (route: Route) => (c: Request) => Promise<Response>,
) => {
  const paths = [...new Set(routes.map(({ endpoint }) => endpoint.path))]
  // Literal segments first: /companies/users is not a company with the id "users".
  for (const path of paths.sort((a, b) => a.split(':').length - b.split(':').length)) {
    const operations = routes.filter(({ endpoint }) => endpoint.path === path)
    for (const route of operations) api.on(route.endpoint.method, path, answer(route))
    const methods = operations.map(({ endpoint }) => endpoint.method)
    api.all(path, (c) => {
      throw methodNotAllowed(c.req.method, methods)
    })
  }
}

export const methodNotAllowed = (method: string, methods: string[]) => {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return new Problem(405, 'Method not allowed', `This path does not support ${method}. Use ${methods.join(' or ')}.`, {
    headers: { allow },
  })
}

/** Handles one request: scope, path, query, body, handler, ETag. */
export const handleRoute =
  (database: Database, lists: ListCache, turn: FairQueue) =>
  (route: Route) =>
  async (c: Request): Promise<Response> => {
    const { endpoint } = route
    const caller = c.get('caller')
    c.set('operation', `${endpoint.method} ${endpoint.path}`)
    requireScope(endpoint, caller)
    const input = {
      ...parsePath(endpoint, c.req.param()),
      ...(endpoint.body ? { body: await parseBody(endpoint as WriteEndpoint, c.req.raw) } : {}),
      query: parseQuery(endpoint.query, new URL(c.req.url)),
    }
    if (isWrite(c.req)) await c.get('confirm')?.()
    const operation = `${endpoint.method} ${endpoint.path}`
    const author = { caller, operation, resource: resourceOf(endpoint.scope) ?? '' }
    if ('respond' in route) {
      const headers = new Headers(c.req.raw.headers)
      headers.set('x-request-id', c.get('requestId'))
      // The body has been read.
      const request = new Request(c.req.url, { method: c.req.method, headers, signal: c.req.raw.signal })
      const file = await route.respond(request, input as never, c.env ?? {}, author)
      return c.newResponse(file.body, 200, Object.fromEntries(file.headers))
    }
    const { handle } = route
    const context: Omit<Context, 'database'> = {
      ...author,
      versions: c.get('versions'),
      lists,
      precondition: writePrecondition(c.req.header('if-match'), c.req.header('if-none-match')),
    }
    const answer = async (database: Database) => {
      const made = await handle({ ...context, database }, input as never)
      const known = typeof made === 'string' ? etagOf(made) : made.etag
      const isUnchanged = endpoint.method === 'GET' && matchesEtag(c.req.header('if-none-match') ?? '', known)
      if (isUnchanged) return c.body(null, 304, { etag: known })
      const { etag, body } = typeof made === 'string' ? { etag: known, body: made } : await made.build()
      return c.body(body, 200, { 'content-type': 'application/json', etag })
    }
    // The whole request has arrived, so a slow client never holds a slot.
    return turn(caller.id, () => withDeadline(database, answer, isWrite(c.req)))
  }

const requireScope = (endpoint: Endpoint, { kind, name, scopes }: Caller) => {
  const scope = [endpoint.scope, endpoint.readScope].find((needed) => needed && !scopes.includes(needed))
  if (!scope) return
  if (kind === 'person')
    throw notAllowed(`Your role does not have the scope ${scope}. Ask an administrator for a role that has it.`)
  throw notAllowed(`The key “${name}” lacks the scope ${scope}. Ask an admin for a key with this scope.`)
}

/** Turns an error into problem details. Unexpected errors are logged; clients do not see the cause. */
export const errorResponse = (c: Request, error: Error, log: Logger) => {
  const problem = problemFromError(error, isWrite(c.req))
  if (problem.status >= 500 && problem !== error) logFailure(log, error, { requestId: c.get('requestId') }, problem)
  const response = problemResponse(problem, c.get('requestId'))
  // Keep headers that middleware has set (request id, CORS).
  c.res.headers.forEach((value, name) => {
    if (!response.headers.has(name)) response.headers.set(name, value)
  })
  return response
}
