import * as z from 'zod/mini'
import { endpoint, instant, object, one } from './core/endpoint'

/** The key that asked: what the web app shows as its user and enables. */
export const Me = object(() => ({
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.nullable(instant),
}))

export const me = {
  get: endpoint({
    method: 'GET',
    path: '/me',
    summary: 'Read the name and the scopes of the key that asks',
    scope: null,
    addition: true,
    response: one(Me),
  }),
}
