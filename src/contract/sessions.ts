import * as z from 'zod/mini'
import { endpoint, instant, object, one, uuid } from './core/endpoint'

/** A program that signs in over and over has more than anybody looks through: so many are listed, those used last. */
export const mostSessions = 100

/** What the console itself answers, and not the API: who holds a key alone has no session. */
export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/session/all',
    beside: true,
    summary: 'List the sessions of the key that this one began with',
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
        /** False where nothing is kept, and these are those that one process has seen. */
        isKept: z.boolean(),
      })),
    ),
  }),
}
