import { setTimeout } from 'node:timers/promises'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { Problem } from '../../api/problem'
import { singleFlight } from '../../db/single-flight'
import { sealer } from '../sealed'
import { describeBrowser } from '../user-agent'
import { type Claims, personOf, requireSameTime } from './claims'
import type { Person } from './person'
import {
  type Ending,
  isBeingRenewed,
  newPersonSession,
  type PersonSession,
  type PersonSessions,
} from './person-sessions'
import type { Provider, Tokens } from './provider'
import type { OidcSettings } from './settings'
import { SignInFailure } from './sign-in-failure'

export type PeopleParts = {
  settings: OidcSettings
  provider: Provider
  sessions: PersonSessions
  secret: string
  /** Finds the staff user with this email address. */
  findStaff: (email: string) => Promise<string | null>
  clientAddress: (c: Context) => string
  log: Logger
  now?: () => Date
}

const minute = 60_000
/** Roles are checked again after the first, and must have been confirmed within the second. */
const renewAfter = 30 * minute
const renewBy = 60 * minute
const pollEvery = 200
const day = 24 * 60 * minute

/** Creates sessions from the provider’s tokens, and checks roles again while they last. */
export const openPeople = (parts: PeopleParts) => {
  const { settings, provider, sessions, secret, findStaff, clientAddress, log, now = () => new Date() } = parts
  const tokens = sealer(secret, 'provider tokens')
  const once = singleFlight()

  const sealed = async ({ idToken, refreshToken }: Tokens) => {
    const inADay = new Date(Date.now() + day)
    return {
      idToken: await tokens.seal({ token: idToken }, inADay),
      refreshToken: refreshToken === null ? null : await tokens.seal({ token: refreshToken }, inADay),
    }
  }
  const opened = async (text: string) => String((await tokens.open(text))?.token ?? '')

  const personIn = async (claims: Claims): Promise<Person> => {
    requireSameTime(claims, settings)
    const person = personOf(claims, settings)
    return { ...person, userId: person.email === null ? null : await findStaff(person.email) }
  }

  const begin = async (c: Context, answer: Tokens) => {
    const { sid } = answer.claims
    const begun = newPersonSession(
      {
        person: await personIn(answer.claims),
        providerSession: typeof sid === 'string' ? sid : null,
        browser: describeBrowser(c.req.header('user-agent')),
        address: clientAddress(c),
        ...(await sealed(answer)),
      },
      now(),
    )
    await sessions.begin(begun.session, begun.token)
    return begun
  }

  const ageOf = ({ checkedAt }: PersonSession) => now().getTime() - checkedAt.getTime()

  /** Checks the roles at the provider. Null if the person has none any more or the account is disabled. */
  const renewed = async (session: PersonSession, token: string): Promise<PersonSession | null> => {
    if (!(await sessions.claimRenewal(session))) return renewedElsewhere(token)
    try {
      const refreshToken = await opened(session.refreshToken ?? '')
      if (refreshToken === '')
        throw new SignInFailure('code-refused', 'The refresh token was sealed with another secret.')
      const answer = await provider.refresh(refreshToken)
      if (answer === null) {
        // From now on the browser is redirected past the provider instead.
        await sessions.forgetRefreshToken(session.id)
        return { ...session, refreshToken: null }
      }
      const person = await personIn(answer.claims)
      if (person.id !== session.person.id)
        throw new SignInFailure('other-person', 'The provider returned another person.')
      const renewal = { person, ...(await sealed(answer)) }
      await sessions.renew(session.id, renewal)
      return { ...session, ...renewal, checkedAt: now() }
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error
      const { person } = session
      const logged = { person: person.subject, code: error.code, err: error.cause }
      if (!aboutThePerson.includes(error.code)) {
        if (error.code === 'client-refused') log.error(logged, secretRefused)
        else log.warn(logged, 'roles not confirmed')
        await sessions.putOffRenewal(session.id)
        return session
      }
      log.info(logged, 'session ended because its renewal was refused')
      await sessions.end({ id: session.id })
      return null
    }
  }
  /** As another instance leaves it, which gets a few seconds for that, and no more: it may have been killed meanwhile. */
  const renewedElsewhere = async (token: string): Promise<PersonSession | null> => {
    const session = await sessions.use(token)
    if (session === null || ageOf(session) < renewBy || !isBeingRenewed(session, now())) return session
    await setTimeout(pollEvery)
    return renewedElsewhere(token)
  }

  const sessionOf = async (token: string): Promise<PersonSession | null> => {
    const known = await sessions.use(token)
    if (!known || ageOf(known) < renewAfter) return known
    if (known.refreshToken === null) return ageOf(known) < renewBy ? known : null
    const session = await once(known.id, () => renewed(known, token))
    if (session === null || ageOf(session) < renewBy) return session
    if (session.refreshToken === null) return null
    throw notConfirmed(settings.label)
  }

  return {
    begin,
    /** The session of a token, if the provider has confirmed it recently. */
    sessionOf,
    /** The session, if its browser must be redirected past the provider before the next page, for lack of a refresh token. */
    needsRedirect: async (token: string) => {
      const session = await sessions.use(token)
      return session !== null && session.refreshToken === null && ageOf(session) >= renewAfter ? session : null
    },
    /** Ends a session, and returns the provider’s logout URL. */
    signOut: async (session: PersonSession): Promise<string | null> => {
      await sessions.end({ id: session.id })
      return provider.logoutUrl(await opened(session.idToken)).catch(() => null)
    },
    /** The session of a token, without asking the provider. */
    peek: (token: string) => sessions.use(token),
    end: (which: Ending) => sessions.end(which),
    endSoon: (id: string) => sessions.endSoon(id),
    list: (personId?: string) => sessions.list(personId),
    providerWasAway: provider.wasAway,
  }
}

export type People = ReturnType<typeof openPeople>

/** The provider’s answer gives this person no role. */
export const withoutKnownRoles: SignInFailure['code'][] = ['no-role', 'no-roles-claim', 'too-many-groups']

/** Answers about this person end the session. What is wrong at the provider or in our settings does not. */
const aboutThePerson: SignInFailure['code'][] = [
  'code-refused',
  'cancelled',
  'interaction-needed',
  'other-person',
  ...withoutKnownRoles,
]

const secretRefused =
  'roles not confirmed: the provider does not accept QUARTERDECK_OIDC_CLIENT_ID and its secret; check whether the secret has expired'

const notConfirmed = (label: string) =>
  new Problem(
    503,
    'Roles not confirmed',
    `${label} hasn’t confirmed your roles for more than an hour. Try again in a few minutes; if it stays so, tell your administrator.`,
    { headers: { 'retry-after': '30' } },
  )
