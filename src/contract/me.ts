import * as z from 'zod/mini'
import { endpoint, instant, object, one, oneOf, uuid } from './core/endpoint'

/** Who asked, a key or a person: what the web app shows as its user and enables. */
export const Me = object(() => ({
  kind: oneOf(['key', 'person']),
  name: z.string(),
  /** How the text of a key begins; null for a person. */
  prefix: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** A person's record among staff users, if there is one. */
  userId: z.nullable(uuid),
  /** The names of a person's roles. */
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  expiresAt: z.nullable(instant),
}))

export const me = {
  get: endpoint({
    method: 'GET',
    path: '/me',
    summary: 'Read the name and scopes of the current key or person',
    scope: null,
    addition: true,
    response: one(Me),
  }),
}
