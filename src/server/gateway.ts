import { randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { secureHeaders } from 'hono/secure-headers'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { basePath } from '../contract/base-path'
import { uuid } from '../contract/kit'
import { sessions as contract } from '../contract/sessions'
import { browserOf } from './browser'
import { problemOf } from './kit/failure'
import { Problem, problemResponse } from './kit/problem'
import { policyOf } from './policy'
import type { Session, SessionSeal } from './session'
import type { Sessions } from './sessions'
import { type Api, attempts, checkKey } from './sign-in'
import type { Static } from './static'

type Parts = {
  api: Api
  seal: SessionSeal
  sessions: Sessions
  /** A fresh key for a one-time code, or null when the code is not good. */
  redeem: (code: string) => Promise<string | null>
  /** Null when the web app is not built, as in development. */
  files: Static | null
  /** The origin that `api` forwards to; null when it answers itself. */
  upstream: string | null
  ready: () => Promise<boolean>
  /** Who asks, for counting failed sign-ins. */
  addressOf: (c: Context) => string
  /** Strict-Transport-Security, told over TLS. */
  hsts: string
  log: Logger
}

/**
 * What a browser meets: the web app, its session, and the API with the session's key. Page script never sees the key; the
 * API never sees a cookie.
 */
export const createGateway = ({ api, seal, sessions, redeem, files, upstream, ready, addressOf, hsts, log }: Parts) => {
  const gateway = new Hono()
  const signIns = attempts()

  const sessionOf = async (c: Context) => {
    const sealed = getCookie(c, cookieName(c))
    const session = sealed ? await seal.open(sealed) : null
    return session && (await sessions.use(session)) ? session : null
  }
  const requireSession = async (c: Context) => {
    const session = await sessionOf(c)
    if (session) return session
    dropCookie(c)
    throw new Problem(401, 'Not signed in', 'There is no session here, or it has ended. Sign in with an API key.')
  }
  const listed = async (session: Session): Promise<z.output<typeof contract.list.response>> => {
    const alike = await sessions.alike(session)
    const told = alike.map(({ id, browser, beganAt, usedAt }) => ({
      id,
      browser,
      beganAt: beganAt.toISOString(),
      usedAt: usedAt.toISOString(),
      isThis: id === session.id,
    }))
    return { data: { sessions: told, isKept: upstream === null } }
  }
  const cookie = (c: Context) => ({ httpOnly: true, sameSite: 'Strict', path: '/', secure: isSecure(c) }) as const
  const dropCookie = (c: Context) => deleteCookie(c, cookieName(c), cookie(c))

  /** In the name of who asks for a page; who that is, is looked up once something is asked. */
  const askFor = (c: Context) => {
    let session: ReturnType<typeof sessionOf> | undefined
    return async (path: string, end: AbortSignal) => {
      session ??= isFromHere(c) ? sessionOf(c) : Promise.resolve(null)
      const asking = await session
      if (asking === null) return null
      if (path === contract.list.path) return Response.json(await listed(asking))
      const headers = { accept: 'application/json', authorization: `Bearer ${asking.key}` }
      const signal = AbortSignal.any([c.req.raw.signal, end])
      return api(new Request(new URL(path, c.req.url), { headers, signal }))
    }
  }

  gateway.use(logged(log, upstream !== null))
  gateway.use(guarded(hsts))
  gateway.onError((error, c) => failure(c, error, log))
  gateway.notFound(() =>
    problemResponse(new Problem(404, 'Not found', 'There is nothing at this address. Check it, or start again at /.')),
  )

  gateway.get('/healthz', (c) => c.json({ status: 'ok' }))
  gateway.get('/readyz', async (c) =>
    (await ready())
      ? c.json({ status: 'ok' })
      : c.json({ status: 'the database does not answer, or the program stops' }, 503),
  )

  gateway.use('/session/*', unstored, recorded(log, addressOf))
  gateway.get('/session', async (c) => {
    const { expiresAt } = await requireSession(c)
    return c.json({ expiresAt, server: { upstream } })
  })
  gateway.post('/session', small, async (c) => {
    requireSameOrigin(c)
    const credentials = Credentials.safeParse(await c.req.json().catch(() => null))
    if (!credentials.success)
      throw new Problem(400, 'Malformed request', 'Send JSON with a key or a code, each as text.')
    const address = addressOf(c)
    signIns.begin(address)
    const { key = null, code = '', remember = false } = credentials.data
    const presented = key?.trim() ?? (await redeem(code))
    if (presented === null)
      throw new Problem(
        401,
        'Link not accepted',
        'This sign-in link was used already, or is older than ten minutes. Use an API key, or start Quarterdeck again for a new link.',
      )
    const keyExpiresAt = await checkKey(api, originOf(c), presented)
    const { sealed, session } = await seal.seal(presented, keyExpiresAt, browserOf(c.req.header('user-agent')))
    const { expiresAt } = session
    await sessions.begin(session)
    const former = await sessionOf(c)
    if (former) await sessions.end(former)
    signIns.succeeded(address)
    setCookie(c, cookieName(c), sealed, {
      ...cookie(c),
      ...(remember && { expires: expiresAt, maxAge: secondsUntil(expiresAt) }),
    })
    return c.json({ expiresAt, server: { upstream } })
  })
  gateway.delete('/session', async (c) => {
    requireSameOrigin(c)
    dropCookie(c)
    c.header('clear-site-data', '"cache"')
    const session = await sessionOf(c)
    if (session) await sessions.end(session)
    return c.body(null, 204)
  })
  gateway.get(contract.list.path, async (c) => {
    requireSameOrigin(c)
    return c.json(await listed(await requireSession(c)))
  })
  gateway.post('/session/end', small, async (c) => {
    requireSameOrigin(c)
    const ending = Ending.safeParse(await c.req.json().catch(() => null))
    if (!ending.success)
      throw new Problem(
        400,
        'Malformed request',
        'Send JSON with a key as text, and an id unless all others are to end.',
      )
    const session = await requireSession(c)
    const address = addressOf(c)
    signIns.begin(address)
    const key = ending.data.key.trim()
    await checkKey(api, originOf(c), key)
    if (key !== session.key)
      throw new Problem(
        401,
        'Another key',
        'You are signed in with another key than this. Enter the one of this session.',
      )
    signIns.succeeded(address)
    await sessions.endOthers(session, ending.data.id)
    return c.body(null, 204)
  })

  gateway.use(`${basePath}/*`, privately)
  gateway.all(`${basePath}/*`, async (c) => {
    // A program that sends its own key and no cookie needs nothing of ours.
    if (c.req.header('cookie') === undefined) return api(c.req.raw)
    const headers = new Headers(c.req.raw.headers)
    headers.delete('cookie')
    const hasCookie = !headers.has('authorization') && getCookie(c, cookieName(c)) !== undefined
    const session = hasCookie ? await sessionOf(c) : null
    if (session) {
      requireSameOrigin(c)
      headers.set('authorization', `Bearer ${session.key}`)
    }
    const { method, url, body, signal } = c.req.raw
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
    c.res = await api(new Request(url, init))
    if (hasCookie && c.res.status === 401) dropCookie(c)
    return c.res
  })

  gateway.get('*', async (c) => {
    const { pathname } = new URL(c.req.url)
    if (/^\/(api|session)\//.test(pathname)) return c.notFound()
    const cookies = getCookie(c)
    const signedIn = cookies[cookieName(c)] !== undefined
    // Another server is not waited for.
    const ask = upstream === null ? askFor(c) : null
    return (await files?.(c.req.raw, { cookies, origin: originOf(c), signedIn, ask })) ?? c.notFound()
  })
  return gateway
}

const Credentials = z
  .object({ key: z.optional(z.string()), code: z.optional(z.string()), remember: z.optional(z.boolean()) })
  .check(z.refine(({ key, code }) => (key === undefined) !== (code === undefined)))

const Ending = z.object({ key: z.string(), id: z.optional(uuid) })

const tooLarge = () => {
  throw new Problem(413, 'Body too large', 'A key is shorter than that. Check what was pasted.')
}

const small = bodyLimit({ maxSize: 16_384, onError: tooLarge })

const secondsUntil = (instant: Date) => Math.max(0, Math.floor((instant.getTime() - Date.now()) / 1000))

/** The origin that the browser sees: a proxy that ends TLS says so. */
const originOf = (c: Context) => {
  const { protocol, host } = new URL(c.req.url)
  const forwarded = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim()
  return `${forwarded === 'https' ? 'https:' : protocol}//${host}`
}

const isSecure = (c: Context) => originOf(c).startsWith('https:')

/** The prefix keeps other hosts of a domain from setting it; browsers take it over TLS alone. */
const cookieName = (c: Context) => `${isSecure(c) ? '__Host-' : ''}quarterdeck_session`

/** A cookie goes along with whatever page asks, so the page must be ours. Browsers without Sec-Fetch-Site send Origin on writes. */
const isFromHere = (c: Context) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const site = c.req.header('sec-fetch-site')
  if (site) return site === 'same-origin' || (site === 'none' && isRead)
  return isRead || c.req.header('origin') === originOf(c)
}

const requireSameOrigin = (c: Context) => {
  if (!isFromHere(c))
    throw new Problem(
      403,
      'Not from here',
      'The request came from another site, so the session was not used. Open Quarterdeck itself, or send an API key.',
    )
}

const acts: Record<string, string> = {
  'POST /session': 'sign-in',
  'DELETE /session': 'sign-out',
  'POST /session/end': 'end of other sessions',
}

/** Who signed in and out or ended other sessions, and who was refused. */
const recorded =
  (log: Logger, addressOf: Parts['addressOf']): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const what = acts[`${c.req.method} ${c.req.path}`]
    if (what) log.info({ address: addressOf(c), status: c.res.status }, what)
  }

const unstored: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
}

/** What was answered is one person's. A browser keeps none of it; a program with its own key may, and asks again each time. */
const privately: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  const isProgram = c.req.header('authorization') !== undefined && c.req.header('sec-fetch-site') === undefined
  if (!isProgram) headers.set('cache-control', 'no-store')
  else if (!headers.get('cache-control')?.includes('no-store')) headers.set('cache-control', 'private, no-cache')
  headers.append('vary', 'Cookie, Authorization')
}

/** Our own API writes of its requests itself, and knows more of them: operation and key. */
const logged =
  (log: Logger, isApiElsewhere: boolean): MiddlewareHandler =>
  async (c, next) => {
    const start = performance.now()
    await next()
    const requestId = c.res.headers.get('x-request-id') ?? undefined
    const level = isApiElsewhere && c.req.path.startsWith(basePath) ? 'info' : 'debug'
    log[level](
      {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - start),
        requestId,
      },
      'request',
    )
  }

const ourHeaders = secureHeaders({
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
  xDownloadOptions: false,
  xDnsPrefetchControl: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

const guarded =
  (hsts: string): MiddlewareHandler =>
  async (c, next) => {
    await ourHeaders(c, next)
    const { headers } = c.res
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', policyOf())
    if (isSecure(c)) headers.set('strict-transport-security', hsts)
  }

const failure = (c: Context, error: Error, log: Logger) => {
  const problem = problemOf(error)
  const requestId = problem.status >= 500 ? randomUUID() : undefined
  if (requestId) log.error({ err: error, path: c.req.path, requestId }, problem.title)
  const response = problemResponse(problem, requestId)
  // A cookie that was ended on the way belongs to the failure too.
  for (const value of c.res.headers.getSetCookie()) response.headers.append('set-cookie', value)
  return response
}
