import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { secureHeaders } from 'hono/secure-headers'
import type { Logger } from 'pino'
import { basePath } from '../../contract/core/base-path'
import { sessions } from '../../contract/sessions'
import { logFailure, problemFromError } from '../api/error-to-problem'
import { outcomeOf } from '../api/middleware'
import type { AuthMemo } from '../api/passed'
import { Problem, problemResponse } from '../api/problem'
import { passOn } from './arriving-answer'
import { compressJson } from './compressed-json'
import { policy } from './content-security-policy'
import { healthPaths } from './http-server'
import { isSameOrigin, isSecure, requestOrigin, requireSameOrigin } from './origin'
import type { Connection } from './proxies'
import { readSessionCookie } from './sessions/cookie'
import { createSessionRoutes, type SessionDependencies } from './sessions/routes'
import { asSignedIn } from './signed-in'
import type { Visitor, WebApp } from './visitor'

type Parts = SessionDependencies & {
  /** Null if the web app is not built, as in development. */
  webApp: WebApp | null
  ready: () => Promise<boolean>
  /** Strict-Transport-Security, sent over TLS. */
  hsts: string
  /** The client’s address and the public origin. */
  connectionOf: (c: Context) => Connection
  /** The path below which everything is served, without a slash at its end. */
  base?: string
}

/**
 * Serves the browser: the web app, its session, and the API with the session's key. Page scripts never see the key; the
 * API never sees a cookie.
 */
export const createGateway = ({ webApp, ready, hsts, connectionOf, base = '', ...parts }: Parts) => {
  const { api, upstream, log, people } = parts
  const gateway = new Hono()
  const { routes, sessionOf } = createSessionRoutes(parts)
  // A page being rendered asks them directly, and Hono's own answer to an error is a print and a 500.
  routes.onError((error, c) => failure(c, error, log))

  /** Fetches as the page's user, for one page and deadline. The session is looked up with the first request. */
  const fetchFor = (c: Context) => {
    let session: ReturnType<typeof sessionOf> | undefined
    let signal: AbortSignal | undefined
    const authMemo: AuthMemo = new Map()
    return async (path: string, deadline: AbortSignal) => {
      session ??= isSameOrigin(c) ? sessionOf(c) : Promise.resolve(null)
      const signedIn = await session
      if (signedIn === null) return null
      // What the console answers itself, it answers by the person's cookie.
      if (path.startsWith('/session/')) return routes.request(path, { headers: c.req.raw.headers }, c.env)
      const headers = new Headers({ accept: 'application/json' })
      const passed = asSignedIn(signedIn, headers)
      signal ??= AbortSignal.any([c.req.raw.signal, deadline])
      return api(new Request(new URL(path, c.req.url), { headers, signal }), { ...passed, authMemo })
    }
  }

  /** Renders the sign-in page with the ways to sign in. Reading why the last attempt failed clears its cookie. */
  const signInPage = async (c: Context, visitor: Omit<Visitor, 'fetch'>) => {
    if (!webApp) return c.notFound()
    const ways = await routes.request(
      new URL(sessions.ways.path, c.req.url).href,
      { headers: c.req.raw.headers },
      c.env,
    )
    const response = await webApp(c.req.raw, { ...visitor, fetch: async () => ways })
    for (const value of ways.headers.getSetCookie()) response?.headers.append('set-cookie', value)
    return response ?? c.notFound()
  }

  gateway.use(async (c, next) => {
    c.env = Object.assign({}, c.env, { connection: connectionOf(c), base })
    await next()
  })
  gateway.use(logRequests(log, upstream !== null))
  gateway.use(securityHeaders(hsts))
  gateway.onError((error, c) => failure(c, error, log))
  gateway.notFound((c) =>
    problemResponse(
      new Problem(404, 'Not found', `Nothing exists at this address. Check it, or start at ${base}/.`),
      requestIdOf(c),
    ),
  )

  gateway.get(healthPaths.alive, (c) => c.json({ status: 'ok' }))
  gateway.get(healthPaths.ready, async (c) =>
    (await ready())
      ? c.json({ status: 'ok' })
      : c.json({ status: 'the database is not responding, or the server is stopping' }, 503),
  )

  gateway.route('/', routes)

  if (upstream !== null) gateway.use(`${basePath}/*`, passOn(log))
  gateway.use(`${basePath}/*`, privateResponses, compressJson(upstream !== null))
  gateway.all(`${basePath}/*`, async (c) => {
    // Answered as GET, so that its ETag is that of the representation that GET would send. Hono takes the body off.
    const isHead = c.req.method === 'HEAD' && upstream === null
    const method = isHead ? 'GET' : c.req.method
    // A client with its own key and no cookie goes straight to the API.
    if (c.req.header('cookie') === undefined && !isHead) return api(c.req.raw)
    const { url, body, signal } = c.req.raw
    const headers = new Headers(c.req.raw.headers)
    headers.delete('cookie')
    const hasCookie = !headers.has('authorization') && readSessionCookie(c) !== undefined
    const session = hasCookie ? await sessionOf(c) : null
    if (session) requireSameOrigin(c)
    const isSessionValid = async () => (await sessionOf(c)) !== null
    const passed = session ? { ...asSignedIn(session, headers), isSessionValid } : {}
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
    return api(new Request(url, init), passed)
  })

  gateway.get('*', async (c) => {
    if (isReserved(c)) return c.notFound()
    const { pathname } = new URL(c.req.url)
    const [cookies, signedIn] = [getCookie(c), readSessionCookie(c) !== undefined]
    const detour = await people?.routes.detour(c)
    if (detour) return detour
    const visitor = { cookies, origin: requestOrigin(c), signedIn }
    if (pathname === '/sign-in' && c.req.method === 'GET') return signInPage(c, visitor)
    // Another server is not waited for.
    const fetch = upstream === null ? fetchFor(c) : null
    return (await webApp?.(c.req.raw, { ...visitor, fetch })) ?? c.notFound()
  })
  gateway.all('*', (c) => {
    if (isReserved(c)) return c.notFound()
    throw new Problem(
      405,
      'Method not allowed',
      `Pages and files support GET and HEAD only. The API is below ${base}${basePath}.`,
      { headers: { allow: 'GET, HEAD' } },
    )
  })
  return gateway
}

/** Where there are no pages. */
const isReserved = ({ req }: Context) => /^\/+(api|session)(\/|$)/i.test(new URL(req.url).pathname)

/** API responses are private. Browsers store none; programs with their own key may, and revalidate each time. */
const privateResponses: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  const isProgram = c.req.header('authorization') !== undefined && c.req.header('sec-fetch-site') === undefined
  if (!isProgram) headers.set('cache-control', 'no-store')
  else if (!headers.get('cache-control')?.includes('no-store')) headers.set('cache-control', 'private, no-cache')
  headers.append('vary', 'Cookie, Authorization')
}

/** Our own API logs its requests itself, with operation and key. */
const logRequests =
  (log: Logger, isApiElsewhere: boolean): MiddlewareHandler =>
  async (c, next) => {
    const start = performance.now()
    await next()
    const requestId = c.res.headers.get('x-request-id') ?? requestIdOf(c)
    const level = isApiElsewhere && c.req.path.startsWith(basePath) ? 'info' : 'debug'
    log[level](
      {
        method: c.req.method,
        path: c.req.path,
        ...outcomeOf(c),
        ms: Math.round(performance.now() - start),
        requestId,
      },
      'request',
    )
  }

const baseHeaders = secureHeaders({
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
  xDownloadOptions: false,
  xDnsPrefetchControl: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

const securityHeaders =
  (hsts: string): MiddlewareHandler =>
  async (c, next) => {
    await baseHeaders(c, next)
    const { headers } = c.res
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy)
    if (isSecure(c)) headers.set('strict-transport-security', hsts)
  }

const requestIdOf = (c: Context) => c.req.header('x-request-id') ?? null

const failure = (c: Context, error: Error, log: Logger) => {
  const requestId = requestIdOf(c)
  const problem = problemFromError(error)
  if (problem.status >= 500) logFailure(log, error, { path: c.req.path, requestId }, problem)
  const response = problemResponse(problem, requestId)
  // Keep a Set-Cookie that clears the session.
  for (const value of c.res.headers.getSetCookie()) response.headers.append('set-cookie', value)
  return response
}
