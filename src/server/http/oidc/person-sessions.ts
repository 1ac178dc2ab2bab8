import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Person } from './person'

/** A person’s session. The browser holds the token, the server only its hash. */
export type PersonSession = {
  id: string
  person: Person
  /** The provider’s session ID, for back-channel logout. */
  providerSession: string | null
  browser: string
  address: string
  beganAt: Date
  usedAt: Date
  /** When the provider last confirmed the roles. */
  checkedAt: Date
  /** Until when no one else renews it. */
  renewingUntil: Date | null
  expiresAt: Date
  /** Both sealed. */
  refreshToken: string | null
  idToken: string
}

/** What a renewal changes. */
type Renewal = Pick<PersonSession, 'person' | 'refreshToken' | 'idToken'>

export type PersonSessions = {
  begin: (session: PersonSession, token: string) => Promise<void>
  /** The valid session of a token; records its use, to the minute. */
  use: (token: string) => Promise<PersonSession | null>
  /** True for one caller at a time, who then asks the provider; false also if it has been renewed since it was read. */
  claimRenewal: (session: PersonSession) => Promise<boolean>
  renew: (id: string, renewal: Renewal) => Promise<void>
  /** Keeps the claim of a renewal that has failed, so that the provider is asked once a minute, and has no one wait for it. */
  putOffRenewal: (id: string) => Promise<void>
  forgetRefreshToken: (id: string) => Promise<void>
  /** Ends the matching sessions and returns how many there were. */
  end: (which: Ending) => Promise<number>
  /** Has a session end within a minute. */
  endSoon: (id: string) => Promise<void>
  /** Valid sessions, of one person or of all, most recently used first. */
  list: (personId?: string) => Promise<PersonSession[]>
}

/** One session, all of one person, or those of a session at the provider. */
export type Ending =
  | { id: string }
  | { personId: string; but?: string }
  | { providerSession: string; personId: string | null }

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/** Distinguishes a person’s token in the session cookie from a sealed key, which has dots. */
const mark = 'person_'
const halfDay = 12 * 3_600_000
/** How long a session lasts that ends soon. */
export const soon = 60_000
/** How long to wait before asking a provider again that did not respond. */
export const renewalPatience = 60_000
/** How long others wait for a renewal that has begun. */
const waitForRenewal = 5000

/** Until when a provider that has failed isn't asked again: as if the renewal had begun so long ago that no one waits for it. */
export const afterFailure = (now: Date) => new Date(now.getTime() + renewalPatience - waitForRenewal)

export const isBeingRenewed = ({ renewingUntil }: PersonSession, now: Date) =>
  renewingUntil !== null && renewingUntil > afterFailure(now)

export const isPersonToken = (cookie: string) => cookie.startsWith(mark)

type Begun = Pick<PersonSession, 'person' | 'providerSession' | 'browser' | 'address' | 'refreshToken' | 'idToken'>

export const newPersonSession = (o: Begun, now: Date): { session: PersonSession; token: string } => ({
  token: `${mark}${randomBytes(32).toString('base64url')}`,
  session: {
    ...o,
    id: randomUUID(),
    beganAt: now,
    usedAt: now,
    checkedAt: now,
    renewingUntil: null,
    expiresAt: new Date(now.getTime() + halfDay),
  },
})

/** Without a database: a restart signs everyone out. */
export const personSessionsInMemory = (idleHours: number, now = () => new Date()): PersonSessions => {
  const byToken = new Map<string, PersonSession>()
  const isGood = ({ usedAt, expiresAt }: PersonSession) =>
    expiresAt > now() && now().getTime() - usedAt.getTime() <= idleHours * 3_600_000
  const prune = () => {
    for (const [hash, session] of byToken) if (!isGood(session)) byToken.delete(hash)
  }
  const named = (id: string) => [...byToken.values()].find((session) => session.id === id)
  return {
    begin: async (session, token) => {
      prune()
      byToken.set(hashOfToken(token).toString('hex'), { ...session })
    },
    use: async (token) => {
      const session = byToken.get(hashOfToken(token).toString('hex'))
      if (!session || !isGood(session)) return null
      session.usedAt = now()
      return { ...session }
    },
    claimRenewal: async ({ id, checkedAt }) => {
      const session = named(id)
      if (!session || (session.renewingUntil ?? 0) > now() || session.checkedAt > checkedAt) return false
      session.renewingUntil = new Date(now().getTime() + renewalPatience)
      return true
    },
    renew: async (id, renewal) => {
      const session = named(id)
      if (session) Object.assign(session, { ...renewal, checkedAt: now(), renewingUntil: null })
    },
    putOffRenewal: async (id) => {
      const session = named(id)
      if (session) session.renewingUntil = afterFailure(now())
    },
    forgetRefreshToken: async (id) => {
      const session = named(id)
      if (session) session.refreshToken = null
    },
    end: async (which) => {
      const ended = [...byToken].filter(([, session]) => isEnded(session, which))
      for (const [hash] of ended) byToken.delete(hash)
      return ended.length
    },
    endSoon: async (id) => {
      const session = named(id)
      if (session) session.expiresAt = new Date(Math.min(session.expiresAt.getTime(), now().getTime() + soon))
    },
    list: async (personId) => {
      prune()
      return [...byToken.values()]
        .filter(({ person }) => personId === undefined || person.id === personId)
        .toSorted((a, b) => b.usedAt.getTime() - a.usedAt.getTime())
    },
  }
}

const isEnded = ({ id, person, providerSession }: PersonSession, which: Ending) => {
  if ('id' in which) return id === which.id
  if ('providerSession' in which)
    return providerSession === which.providerSession && (which.personId === null || person.id === which.personId)
  return person.id === which.personId && id !== which.but
}
