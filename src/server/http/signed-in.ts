import type { Caller } from '../api/keys'
import type { Passed } from '../api/passed'
import type { PersonSession } from './oidc/person-sessions'
import type { Session } from './sessions/seal'

/** Whose session a request belongs to: someone with a key, or a person. */
export type SignedIn = { kind: 'key'; session: Session } | { kind: 'person'; session: PersonSession }

/** Makes a request of the API one of this session, by a key or as a person. */
export const asSignedIn = (signedIn: SignedIn, headers: Headers): Passed => {
  if (signedIn.kind === 'person') return { person: callerOf(signedIn.session) }
  headers.set('authorization', `Bearer ${signedIn.session.key}`)
  return {}
}

const callerOf = ({ person, expiresAt }: PersonSession): Caller => ({
  kind: 'person',
  id: person.id,
  name: person.name,
  prefix: null,
  email: person.email,
  userId: person.userId,
  roleIds: person.roles.map(({ id }) => id),
  roles: person.roles.map(({ name }) => name),
  scopes: person.scopes,
  expiresAt: expiresAt.toISOString(),
})
