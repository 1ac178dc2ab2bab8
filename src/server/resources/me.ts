import { me } from '../../contract/me'
import { implement } from '../api/implement'
import { json } from '../db/json'

export const meRoutes = implement(me, {
  get: async ({ caller: { name, prefix, scopes, expiresAt } }) => json({ data: { name, prefix, scopes, expiresAt } }),
})
