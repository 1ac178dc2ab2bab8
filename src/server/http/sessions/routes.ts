import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { uuid } from '../../../contract/core/endpoint'
import { sessions as contract } from '../../../contract/sessions'
import { prefixOf } from '../../api/keys'
import type { ApiHandler } from '../../api/passed'
import { malformed, Problem, problemResponse } from '../../api/problem'
import type { People } from '../oidc/people'
import type { Person } from '../oidc/person'
import { isPersonToken } from '../oidc/person-sessions'
import type { OidcRoutes } from '../oidc/routes'
import { requestOrigin, requireSameOrigin } from '../origin'
import { listedSession, peopleSessionRoutes } from '../people-sessions'
import type { SignedIn } from '../signed-in'
import { smallBody } from '../small-body'
import { describeBrowser } from '../user-agent'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './cookie'
import type { SessionSeal } from './seal'
import { checkKey, createAttemptLimiter } from './sign-in'
import type { SessionStore } from './store'

export type SessionDependencies = {
  api: ApiHandler
  seal: SessionSeal
  sessions: SessionStore
  /** A new key for a one-time code, or null if the code is invalid. */
  redeem: (code: string) => Promise<string | null>
  /** The origin that `api` forwards to, or null. */
  upstream: string | null
  /** Single sign-on, if configured. */
  people: { people: People; routes: OidcRoutes; label: string } | null
  /** False if only keys with `keys:manage` may sign in. */
  keySignIn: boolean
  /** The client’s address, to count failed sign-ins. */
  clientAddress: (c: Context) => string
  log: Logger
}

/** Who signs out or ends sessions, for the log. */
type SessionEnv = { Variables: { by?: SignedIn } }

/** Routes to sign in and out and to list and end sessions, and the session of a request for other routes. */
export const createSessionRoutes = (parts: SessionDependencies) => {
  const { api, seal, sessions, redeem, upstream, people, keySignIn, clientAddress, log } = parts
  const routes = new Hono<SessionEnv>()
  const signIns = createAttemptLimiter()

  const sessionBy = async (c: Context, find: 'sessionOf' | 'peek'): Promise<SignedIn | null> => {
    const cookie = readSessionCookie(c)
    if (cookie === undefined) return null
    if (isPersonToken(cookie)) {
      const session = (await people?.people[find](cookie)) ?? null
      return session && { kind: 'person', session }
    }
    const session = await seal.open(cookie)
    return session && (await sessions.use(session)) ? { kind: 'key', session } : null
  }
  /** The request’s session, if valid. Records its use. */
  const sessionOf = (c: Context) => sessionBy(c, 'sessionOf')
  /** Without asking the provider, because the session is about to end. */
  const endingSession = (c: Context) => sessionBy(c, 'peek')
  /** Ends a session, and returns the provider’s logout URL. */
  const end = async (signedIn: SignedIn): Promise<string | null> => {
    if (signedIn.kind === 'person') return (await people?.people.signOut(signedIn.session)) ?? null
    await sessions.end(signedIn.session)
    return null
  }
  const requireSession = async (c: Context) => {
    const session = await sessionOf(c)
    if (session) return session
    throw new Problem(401, 'Not signed in', 'You’re not signed in, or your session has ended. Sign in again.')
  }
  const alikeTo = async ({ kind, session }: SignedIn) => {
    if (kind === 'key') return sessions.sameKeySessions(session)
    const ofPerson = (await people?.people.list(session.person.id)) ?? []
    return ofPerson.toSorted((a, b) => Number(b.id === session.id) - Number(a.id === session.id))
  }
  const listed = async (signedIn: SignedIn): Promise<z.output<typeof contract.list.response>> => {
    const rows = (await alikeTo(signedIn)).map((session) => listedSession(session, signedIn))
    const person = signedIn.kind === 'person' ? shownOf(signedIn.session.person) : null
    return { data: { sessions: rows, isKept: upstream === null, person } }
  }

  routes.use(
    '/session/*',
    noStore,
    logSignIns(log, clientAddress),
    methodNotAllowed({ app: routes, onMethodNotAllowed }),
  )
  if (people)
    routes.route(
      '/',
      people.routes.routesWith({
        formerOf: endingSession,
        end: ({ kind, id }) => (kind === 'person' ? people.people.end({ id }) : sessions.endById(id)),
      }),
    )
  routes.route(
    '/',
    peopleSessionRoutes({
      ...{ api, sessions, people: people?.people ?? null, isKept: upstream === null, requireSession },
      ended: (c, by, what) => log.info({ address: clientAddress(c), by: whoOf(by), ...what }, 'sessions ended'),
    }),
  )
  routes.get(contract.ways.path, async (c) => {
    const notice = (await people?.routes.takeNotice(c)) ?? null
    const isAway = people?.people.providerWasAway() ?? false
    return c.json({ data: { provider: people?.label ?? null, isAway, keys: keySignIn, notice } })
  })
  routes.get('/session', async (c) => {
    const { expiresAt } = (await requireSession(c)).session
    return c.json({ expiresAt, server: { upstream } })
  })
  routes.post('/session', smallBody, async (c) => {
    requireSameOrigin(c)
    const credentials = Credentials.safeParse(await c.req.json().catch(() => null))
    if (!credentials.success) throw malformed('Send JSON with a key or a code, each as text.')
    const address = clientAddress(c)
    signIns.begin(address)
    const { key = null, code = '', remember = false } = credentials.data
    const presented = key?.trim() ?? (await redeem(code))
    if (presented === null)
      throw new Problem(
        401,
        'Link not accepted',
        'This sign-in link has already been used or is older than ten minutes. Use an API key, or restart Quarterdeck for a new link.',
      )
    const checked = await checkKey(api, requestOrigin(c), presented)
    if (!keySignIn && !checked.scopes?.includes('keys:manage'))
      throw new Problem(
        403,
        'Key sign-in is off',
        `Sign in with ${people?.label ?? 'your account'}. Only keys with the keys:manage scope can sign in, for when that isn’t possible.`,
      )
    const { sealed, session } = await seal.seal(
      presented,
      checked.expiresAt,
      describeBrowser(c.req.header('user-agent')),
    )
    await sessions.begin(session)
    const former = await endingSession(c)
    if (former) await end(former)
    log.info({ address: clientAddress(c), keyName: checked.name }, 'signed in with a key')
    signIns.succeeded(address)
    setSessionCookie(c, sealed, remember ? session.expiresAt : null)
    return c.json({ expiresAt: session.expiresAt, server: { upstream } })
  })
  routes.delete('/session', async (c) => {
    requireSameOrigin(c)
    const signedIn = await endingSession(c)
    if (signedIn) c.set('by', signedIn)
    const leaveAt = signedIn && (await end(signedIn))
    // Last: without the cookie, no second attempt could end a session that this one did not.
    clearSessionCookie(c)
    c.header('clear-site-data', '"cache"')
    return leaveAt ? c.json({ leaveAt }) : c.body(null, 204)
  })
  routes.get(contract.list.path, async (c) => {
    requireSameOrigin(c)
    return c.json(await listed(await requireSession(c)))
  })
  routes.post('/session/end', smallBody, async (c) => {
    requireSameOrigin(c)
    const ending = Ending.safeParse(await c.req.json().catch(() => null))
    if (!ending.success) throw malformedEnding()
    const signedIn = await requireSession(c)
    c.set('by', signedIn)
    if (signedIn.kind === 'person') {
      const { id: own, person } = signedIn.session
      const { id } = ending.data
      const isHers = (await alikeTo(signedIn)).some((one) => one.id === id)
      if (id === undefined) await people?.people.end({ personId: person.id, but: own })
      else if (isHers) await people?.people.end({ id })
      return c.body(null, 204)
    }
    const { session } = signedIn
    const address = clientAddress(c)
    const key = ending.data.key?.trim()
    if (key === undefined) throw malformedEnding()
    signIns.begin(address)
    await checkKey(api, requestOrigin(c), key)
    if (key !== session.key)
      throw new Problem(401, 'Wrong key', 'You’re signed in with a different key. Enter the key you signed in with.')
    signIns.succeeded(address)
    await sessions.endOthers(session, ending.data.id)
    return c.body(null, 204)
  })
  return { routes, sessionOf }
}

const Credentials = z
  .object({ key: z.optional(z.string()), code: z.optional(z.string()), remember: z.optional(z.boolean()) })
  .check(z.refine(({ key, code }) => (key === undefined) !== (code === undefined)))

/** Those who signed in with a key must enter it again. */
const Ending = z.object({ key: z.optional(z.string()), id: z.optional(uuid) })

const malformedEnding = () => malformed('Send JSON with a key as text, and an id to end only that session.')

const shownOf = ({ name, email, roles }: Person) => ({ name, email, roles: roles.map((role) => role.name) })

/** For the log: a person, or the start of a key, and the session. */
const whoOf = ({ kind, session }: SignedIn) => ({
  ...(kind === 'person' ? { person: session.person.email ?? session.person.name } : { key: prefixOf(session.key) }),
  session: session.id,
})

const loggedActions: Record<string, string> = {
  'POST /session': 'sign-in',
  'DELETE /session': 'sign-out',
  'POST /session/end': 'end of other sessions',
}

/** Logs sign-ins, sign-outs and ended sessions, refused ones too. */
const logSignIns =
  (log: Logger, clientAddress: SessionDependencies['clientAddress']): MiddlewareHandler<SessionEnv> =>
  async (c, next) => {
    await next()
    const what = loggedActions[`${c.req.method} ${c.req.path}`]
    const by = c.get('by')
    if (what) log.info({ address: clientAddress(c), status: c.res.status, ...(by && { by: whoOf(by) }) }, what)
  }

const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
}

const onMethodNotAllowed = (c: Context, methods: string[]) =>
  problemResponse(
    new Problem(405, 'Method not allowed', `This path does not support ${c.req.method}. Use ${methods.join(' or ')}.`, {
      headers: { allow: methods.join(', ') },
    }),
    c.req.header('x-request-id') ?? null,
  )
