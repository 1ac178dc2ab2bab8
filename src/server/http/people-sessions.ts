import { type Context, Hono } from 'hono'
import type { z } from 'zod/mini'
import { basePath } from '../../contract/core/base-path'
import { sessions as contract, mostSessions } from '../../contract/sessions'
import type { ApiHandler } from '../api/passed'
import { malformed, notAllowed } from '../api/problem'
import type { People } from './oidc/people'
import { requestOrigin, requireSameOrigin } from './origin'
import { scopesIn } from './role-keys'
import type { SessionStore } from './sessions/store'
import { asSignedIn, type SignedIn } from './signed-in'
import { smallBody } from './small-body'

type Parts = {
  api: ApiHandler
  sessions: SessionStore
  people: People | null
  isKept: boolean
  requireSession: (c: Context) => Promise<SignedIn>
  /** Whom and what was ended, for the log. */
  ended: (c: Context, by: SignedIn, what: object) => void
}

type Listed = z.output<typeof contract.people.response>['data']['sessions'][number]

type Shown = { id: string; browser: string; beganAt: Date; usedAt: Date }

/** What every list shows of a session. */
export const listedSession = ({ id, browser, beganAt, usedAt }: Shown, own: SignedIn) => ({
  ...{ id, browser, beganAt: beganAt.toISOString(), usedAt: usedAt.toISOString(), isThis: id === own.session.id },
})

/** Everyone's sessions, for those with the scope `sessions:manage`: on the day on which someone leaves. */
export const peopleSessionRoutes = ({ api, sessions, people, isKept, requireSession, ended }: Parts) => {
  const routes = new Hono()

  const requireScope = async (c: Context, signedIn: SignedIn) => {
    const held = await scopesOf(api, requestOrigin(c), signedIn)
    if (!held.includes('sessions:manage'))
      throw notAllowed(
        'To see and end the sessions of others needs the scope sessions:manage. Ask an administrator for it.',
      )
  }

  const listed = async (own: SignedIn): Promise<Listed[]> => {
    const ofPeople = ((await people?.list()) ?? []).map((session): Listed => {
      const { id: personId, name, email, roles } = session.person
      const who = { kind: 'person' as const, name, personId, email, roles: roles.map((role) => role.name) }
      return { ...listedSession(session, own), ...who, address: session.address }
    })
    const ofKeys = (await sessions.everybody()).map((session): Listed => {
      const who = { kind: 'key' as const, name: session.keyName, personId: null, email: null, roles: [] }
      return { ...listedSession(session, own), ...who, address: null }
    })
    return [...ofPeople, ...ofKeys].toSorted(
      (a, b) => Number(b.isThis) - Number(a.isThis) || b.usedAt.localeCompare(a.usedAt),
    )
  }

  routes.get(contract.people.path, async (c) => {
    requireSameOrigin(c)
    const own = await requireSession(c)
    await requireScope(c, own)
    return c.json({ data: { sessions: (await listed(own)).slice(0, 5 * mostSessions), isKept } })
  })

  routes.post(contract.endOf.path, smallBody, async (c) => {
    requireSameOrigin(c)
    // Read first: who sends it is looked up once all of it has arrived.
    const asked = contract.endOf.body.safeParse(await c.req.json().catch(() => null))
    const own = await requireSession(c)
    await requireScope(c, own)
    const { id, personId } = asked.success ? asked.data : {}
    if ((id === undefined) === (personId === undefined))
      throw malformed('Send JSON with either the id of a session or a personId.')
    const count =
      personId !== undefined
        ? ((await people?.end({ personId })) ?? 0)
        : ((await people?.end({ id: id ?? '' })) ?? 0) + (await sessions.endById(id ?? ''))
    ended(c, own, { session: id, person: personId, count })
    return c.json({ data: { ended: count } })
  })

  return routes
}

/** A key's scopes are the API's to tell; one that does not has none that are ours. */
const scopesOf = async (api: ApiHandler, origin: string, signedIn: SignedIn): Promise<string[]> => {
  if (signedIn.kind === 'person') return signedIn.session.person.scopes
  const headers = new Headers({ accept: 'application/json' })
  const passed = asSignedIn(signedIn, headers)
  const answer = await api(new Request(`${origin}${basePath}/me`, { headers }), passed)
  return (await scopesIn(answer)) ?? []
}
