import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { uuid } from '../../../contract/core/endpoint'
import { sessions as contract } from '../../../contract/sessions'
import { Problem } from '../../api/problem'
import { requestOrigin, requireSameOrigin } from '../origin'
import { describeBrowser } from '../user-agent'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './cookie'
import type { Session, SessionSeal } from './seal'
import { type ApiHandler, checkKey, createAttemptLimiter } from './sign-in'
import type { SessionStore } from './store'

export type SessionDependencies = {
  api: ApiHandler
  seal: SessionSeal
  sessions: SessionStore
  /** A fresh key for a one-time code, or null when the code is not good. */
  redeem: (code: string) => Promise<string | null>
  /** The origin that `api` forwards to; null when it answers itself. */
  upstream: string | null
  /** Who asks, for counting failed sign-ins. */
  clientAddress: (c: Context) => string
  log: Logger
}

/** Signing in and out, and the sessions of one key: the routes, and who asks, for other routes. */
export const createSessionRoutes = ({
  api,
  seal,
  sessions,
  redeem,
  upstream,
  clientAddress,
  log,
}: SessionDependencies) => {
  const routes = new Hono()
  const signIns = createAttemptLimiter()

  /** The session of who asks, if it is good. Its use is noted. */
  const sessionOf = async (c: Context) => {
    const sealed = readSessionCookie(c)
    const session = sealed ? await seal.open(sealed) : null
    return session && (await sessions.use(session)) ? session : null
  }
  const requireSession = async (c: Context) => {
    const session = await sessionOf(c)
    if (session) return session
    clearSessionCookie(c)
    throw new Problem(401, 'Not signed in', 'There is no session here, or it has ended. Sign in with an API key.')
  }
  const listed = async (session: Session): Promise<z.output<typeof contract.list.response>> => {
    const sameKeySessions = await sessions.sameKeySessions(session)
    const rows = sameKeySessions.map(({ id, browser, beganAt, usedAt }) => ({
      id,
      browser,
      beganAt: beganAt.toISOString(),
      usedAt: usedAt.toISOString(),
      isThis: id === session.id,
    }))
    return { data: { sessions: rows, isKept: upstream === null } }
  }

  routes.use('/session/*', noStore, logSignIns(log, clientAddress))
  routes.get('/session', async (c) => {
    const { expiresAt } = await requireSession(c)
    return c.json({ expiresAt, server: { upstream } })
  })
  routes.post('/session', smallBody, async (c) => {
    requireSameOrigin(c)
    const credentials = Credentials.safeParse(await c.req.json().catch(() => null))
    if (!credentials.success)
      throw new Problem(400, 'Malformed request', 'Send JSON with a key or a code, each as text.')
    const address = clientAddress(c)
    signIns.begin(address)
    const { key = null, code = '', remember = false } = credentials.data
    const presented = key?.trim() ?? (await redeem(code))
    if (presented === null)
      throw new Problem(
        401,
        'Link not accepted',
        'This sign-in link was used already, or is older than ten minutes. Use an API key, or start Quarterdeck again for a new link.',
      )
    const keyExpiresAt = await checkKey(api, requestOrigin(c), presented)
    const { sealed, session } = await seal.seal(presented, keyExpiresAt, describeBrowser(c.req.header('user-agent')))
    await sessions.begin(session)
    const former = await sessionOf(c)
    if (former) await sessions.end(former)
    signIns.succeeded(address)
    setSessionCookie(c, sealed, remember ? session.expiresAt : null)
    return c.json({ expiresAt: session.expiresAt, server: { upstream } })
  })
  routes.delete('/session', async (c) => {
    requireSameOrigin(c)
    clearSessionCookie(c)
    c.header('clear-site-data', '"cache"')
    const session = await sessionOf(c)
    if (session) await sessions.end(session)
    return c.body(null, 204)
  })
  routes.get(contract.list.path, async (c) => {
    requireSameOrigin(c)
    return c.json(await listed(await requireSession(c)))
  })
  routes.post('/session/end', smallBody, async (c) => {
    requireSameOrigin(c)
    const ending = Ending.safeParse(await c.req.json().catch(() => null))
    if (!ending.success)
      throw new Problem(
        400,
        'Malformed request',
        'Send JSON with a key as text, and an id unless all others are to end.',
      )
    const session = await requireSession(c)
    const address = clientAddress(c)
    signIns.begin(address)
    const key = ending.data.key.trim()
    await checkKey(api, requestOrigin(c), key)
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
  return { routes, sessionOf, listed }
}

const Credentials = z
  .object({ key: z.optional(z.string()), code: z.optional(z.string()), remember: z.optional(z.boolean()) })
  .check(z.refine(({ key, code }) => (key === undefined) !== (code === undefined)))

const Ending = z.object({ key: z.string(), id: z.optional(uuid) })

const tooLarge = () => {
  throw new Problem(413, 'Body too large', 'A key is shorter than that. Check what was pasted.')
}

const smallBody = bodyLimit({ maxSize: 16_384, onError: tooLarge })

const loggedActions: Record<string, string> = {
  'POST /session': 'sign-in',
  'DELETE /session': 'sign-out',
  'POST /session/end': 'end of other sessions',
}

/** Who signed in and out or ended other sessions, and who was refused. */
const logSignIns =
  (log: Logger, clientAddress: SessionDependencies['clientAddress']): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const what = loggedActions[`${c.req.method} ${c.req.path}`]
    if (what) log.info({ address: clientAddress(c), status: c.res.status }, what)
  }

const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
}
