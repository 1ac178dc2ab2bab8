import { me } from '../../contract/me'
import { implement } from '../api/implement'
import { json } from '../db/json'

export const meRoutes = implement(me, {
  get: async ({ caller: { kind, name, prefix, email, userId, roles, scopes, expiresAt } }) =>
    json({ data: { kind, name, prefix, email, userId, roles, scopes, expiresAt } }),
})
