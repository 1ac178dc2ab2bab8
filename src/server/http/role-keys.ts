import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { basePath } from '../../contract/core/base-path'
import type { Me } from '../../contract/me'
import type { Caller } from '../api/keys'
import type { ApiHandler } from '../api/passed'
import { Problem, problemResponse } from '../api/problem'
import type { RoleKey } from './oidc/settings'

/**
 * Sends what people ask to the server behind with the key of their role, which stays on this server. That server knows the
 * key alone, so each write is logged here with the person and the request's id.
 */
export const withRoleKeys =
  (api: ApiHandler, keys: RoleKey[], log: Logger): ApiHandler =>
  async (request, passed = {}) => {
    const { person } = passed
    if (!person) return api(request, passed)
    const own = keys.find(({ role }) => person.roleIds.includes(role))
    const requestId = request.headers.get('x-request-id')
    if (!own) return problemResponse(noKey(person), requestId)
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${own.key}`)
    const response = await api(new Request(request, { headers }), passed)
    const { method } = request
    const { pathname } = new URL(request.url)
    if (method !== 'GET' && method !== 'HEAD')
      log.info(
        {
          requestId,
          upstreamRequestId: response.headers.get('x-request-id') ?? undefined,
          person: person.email ?? person.name,
          personId: person.id,
          role: own.role,
          method,
          path: pathname,
          status: response.status,
        },
        'write by a person',
      )
    if (response.status === 401) return problemResponse(keyRefused(own.role), requestId)
    return method === 'GET' && pathname === `${basePath}/me` ? meOf(person, response) : response
  }

const Held = z.object({ data: z.object({ scopes: z.array(z.string()) }) })

/** The scopes in an answer of `/me`; null if it has none. */
export const scopesIn = async (answer: Response) =>
  Held.safeParse(await answer.json().catch(() => null)).data?.data.scopes ?? null

/** Who the person is, with the scopes that their role’s key has. A server without `/me` must not seem to have it. */
const meOf = async (person: Caller, response: Response) => {
  if (!response.ok) return response
  const held = await scopesIn(response.clone())
  if (!held) return response
  const { kind, name, prefix, email, userId, roles, expiresAt } = person
  const ours = person.scopes.filter((scope) => scope === 'sessions:manage')
  const scopes = [...new Set([...held, ...ours])]
  const data: z.output<typeof Me> = { kind, name, prefix, email, userId, roles, scopes, expiresAt }
  return Response.json({ data })
}

const noKey = ({ roles }: Caller) =>
  new Problem(
    403,
    'No key for this role',
    `This console has no key for ${roles.map((role) => `“${role}”`).join(' or ')}. Ask the administrator to add one to QUARTERDECK_UPSTREAM_KEYS.`,
  )

/** Not 401: the person is signed in, and to do so again would change nothing. */
const keyRefused = (role: string) =>
  new Problem(
    502,
    'Key refused',
    `The server behind this console refuses the key of the role “${role}”. Ask the administrator to replace it.`,
    { headers: { 'retry-after': '60' }, mayBeSaved: false },
  )
