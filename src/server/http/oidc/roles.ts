import * as z from 'zod/mini'
import { type Scope, scopes } from '../../../contract/core/scopes'

/** A role: its name at the provider, its display name, and its scopes. */
export type Role = { id: string; name: string; scopes: Scope[] }

const everything = '*'
const everyRead = '*:read'

const isRead = (scope: Scope) => scope.endsWith(':read')

/** Used unless QUARTERDECK_ROLES names a file. */
export const defaultRoles: Role[] = [
  { id: 'admin', name: 'Admin', scopes: [...scopes] },
  {
    id: 'account-manager',
    name: 'Account manager',
    scopes: [
      ...scopes.filter(isRead),
      ...(['companies:write', 'budgets:write', 'nps:write', 'views:write', 'briefs:write', 'briefs:send'] as const),
    ],
  },
  {
    id: 'service-desk',
    name: 'Service desk',
    scopes: [
      'companies:read',
      'users:read',
      'devices:read',
      'nps-responses:read',
      'nps-surveys:read',
      'automation:read',
      'enrollments:read',
      'certificates:read',
      'compliance:read',
      'companies:write',
      'nps:write',
      'views:write',
    ],
  },
  { id: 'read-only', name: 'Read only', scopes: scopes.filter(isRead) },
]

const ScopeList = z.array(z.string()).check(z.minLength(1))
const RolesFile = z.record(z.string(), z.union([ScopeList, z.object({ name: z.string(), scopes: ScopeList })]))

/** Parses a roles file. Throws the end of a sentence that says what is wrong. */
export const parseRoles = (text: string): Role[] => {
  const file = RolesFile.safeParse(parseJson(text))
  if (!file.success || Object.keys(file.data).length === 0)
    throw new Error('must name a JSON object from role to scopes, such as {"admin": ["*"], "read-only": ["*:read"]}')
  return Object.entries(file.data).map(([id, role]) => {
    const listed = Array.isArray(role) ? role : role.scopes
    return {
      id,
      name: Array.isArray(role) ? humanize(id) : role.name,
      scopes: listed.flatMap((scope) => expand(id, scope)),
    }
  })
}

const expand = (role: string, text: string): readonly Scope[] => {
  if (text === everything) return scopes
  if (text === everyRead) return scopes.filter(isRead)
  const scope = scopes.find((known) => known === text)
  if (scope) return [scope]
  throw new Error(`must name known scopes, and the role ${JSON.stringify(role)} has ${JSON.stringify(text)}`)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** "account-manager" becomes "Account manager". */
const humanize = (id: string) => {
  const words = id.replaceAll(/[-_.]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
