import * as z from 'zod/mini'
import { endpoint, instant, object, one, oneOf, uuid } from './core/endpoint'

/** At most this many sessions are listed, the most recently used first. */
export const mostSessions = 100

const SessionOfMany = object(() => ({
  id: uuid,
  kind: oneOf(['key', 'person']),
  /** Of the person, or of the key; null for a key that this server does not know by name. */
  name: z.nullable(z.string()),
  /** Null for a key. */
  personId: z.nullable(uuid),
  email: z.nullable(z.string()),
  roles: z.array(z.string()),
  browser: z.string(),
  /** The network address of a person at the sign-in. */
  address: z.nullable(z.string()),
  beganAt: instant,
  /** To the minute. */
  usedAt: instant,
  isThis: z.boolean(),
}))

/** What the console itself answers, and not the API: who holds a key alone has no session. */
export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/session/all',
    beside: true,
    summary: 'List the sessions of the current key or person',
    scope: null,
    response: one(
      object(() => ({
        sessions: z.array(
          object(() => ({
            id: uuid,
            browser: z.string(),
            beganAt: instant,
            /** To the minute. */
            usedAt: instant,
            isThis: z.boolean(),
          })),
        ),
        /** False if sessions are not stored and only those of one process are known. */
        isKept: z.boolean(),
        /** The person who is signed in, known even where another server lacks `GET /me`; null for a key. */
        person: z.nullable(
          object(() => ({ name: z.string(), email: z.nullable(z.string()), roles: z.array(z.string()) })),
        ),
      })),
    ),
  }),
  ways: endpoint({
    method: 'GET',
    path: '/session/ways',
    beside: true,
    summary: 'Read how people can sign in, and why the last attempt failed',
    scope: null,
    response: one(
      object(() => ({
        /** What staff call the provider; null where there is none. */
        provider: z.nullable(z.string()),
        /** True if the provider could not be reached when it was last tried. */
        isAway: z.boolean(),
        /** False if only keys with `keys:manage` may sign in. */
        keys: z.boolean(),
        notice: z.nullable(object(() => ({ code: z.string(), sentence: z.string() }))),
      })),
    ),
  }),
  people: endpoint({
    method: 'GET',
    path: '/session/people',
    beside: true,
    summary: 'List all sessions: who is signed in, since when, from where',
    scope: 'sessions:manage',
    response: one(object(() => ({ sessions: z.array(SessionOfMany), isKept: z.boolean() }))),
  }),
  endOf: endpoint({
    method: 'POST',
    path: '/session/people/end',
    beside: true,
    summary: 'End one session, or all sessions of a person',
    scope: 'sessions:manage',
    body: object(() => ({ id: z.optional(uuid), personId: z.optional(uuid) })),
    response: one(object(() => ({ ended: z.int() }))),
  }),
}
