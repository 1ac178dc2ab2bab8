import { me } from '../contract/me'
import { implement } from './kit/implement'
import { json } from './kit/json'

export const meRoutes = implement(me, {
  get: async ({ caller: { name, prefix, scopes, expiresAt } }) => json({ data: { name, prefix, scopes, expiresAt } }),
})
