import * as z from 'zod/mini'
import { type Person, personId } from './person'
import type { Role } from './roles'
import type { OidcSettings } from './settings'
import { SignInFailure } from './sign-in-failure'

export type Claims = Record<string, unknown>

/** How far the clocks of the provider and of this server may differ, in seconds. */
export const clockTolerance = 300

/** The person described by the claims of a verified ID token. Throws a SignInFailure if they have no role. */
export const personOf = (claims: Claims, settings: OidcSettings): Omit<Person, 'userId'> => {
  const subject = String(claims.sub)
  const name = textOf(claims, 'name', 'preferred_username', 'email') ?? subject
  const roles = rolesOf(claims, name, settings)
  return {
    id: personId(String(claims.iss), subject),
    subject,
    name,
    email: isUnverified(claims) ? null : textOf(claims, 'email'),
    roles: roles.map(({ id, name }) => ({ id, name })),
    scopes: [...new Set(roles.flatMap(({ scopes }) => scopes))],
  }
}

/** An unverified address may belong to a colleague. Some providers send the claim as text. */
const isUnverified = (claims: Claims) => String(claims.email_verified) === 'false'

/** The token was just issued, so its time is the provider's clock. */
export const requireSameTime = ({ iat }: Claims, { label }: OidcSettings) => {
  const seconds = secondsApart(iat)
  if (seconds > clockTolerance) throw clockFailure(label, seconds)
}

const secondsApart = (iat: unknown) => (typeof iat === 'number' ? Math.abs(iat - Date.now() / 1000) : 0)

const clockFailure = (label: string, seconds: number, cause?: unknown) =>
  new SignInFailure(
    'clock',
    `The clocks of this server and ${label} differ by ${Math.round(seconds / 60)} minutes. Ask your administrator to correct them, then sign in again.`,
    { cause },
  )

/** A token that has expired, or is not valid yet: because of the clocks only if the time of issue is wrong as well. */
export const timeFailure = (error: unknown, label: string) => {
  const { claim, claims } = TimeCheck.safeParse(error).data?.cause.cause ?? {}
  const seconds = secondsApart(claims?.iat)
  if (seconds > clockTolerance) return clockFailure(label, seconds, error)
  const what = claim === 'exp' ? 'had already expired' : 'was not valid yet'
  return new SignInFailure(
    'answer-refused',
    `The ID token from ${label} ${what} when it arrived, so you weren’t signed in. Ask your administrator to check for how long ${label}’s ID tokens are valid.`,
    { cause: error },
  )
}

/** The error of `openid-client` about a token's time. */
const TimeCheck = z.object({
  cause: z.object({
    cause: z.object({ claim: z.string(), claims: z.object({ iat: z.optional(z.number()) }) }),
  }),
})

const textOf = (claims: Claims, ...names: string[]) => {
  for (const name of names) {
    const value = claims[name]
    if (typeof value === 'string' && value.trim()) return value.trim().slice(0, 200)
  }
  return null
}

const rolesOf = (claims: Claims, name: string, { label, rolesClaim, roles }: OidcSettings): Role[] => {
  if (rolesClaim === 'email' && isUnverified(claims))
    throw new SignInFailure(
      'no-role',
      `${label} has not verified the email address of ${name}, so it counts for no role. Ask your administrator to have it verified.`,
    )
  const value = claimAt(claims, rolesClaim)
  if (value === undefined) {
    if (isOverflow(claims, rolesClaim))
      throw new SignInFailure(
        'too-many-groups',
        `${label} left the groups of ${name} out of the sign-in, because there are too many. Ask your administrator to use app roles, or to send only the groups that are assigned to Quarterdeck.`,
      )
    throw new SignInFailure(
      'no-roles-claim',
      `${label} sent no roles for ${name}. Ask your administrator to give you a role for Quarterdeck; if you have one, the claim “${rolesClaim}” is missing from the ID token.`,
    )
  }
  const seen = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
  const found = roles.filter(({ id }) => seen.includes(id))
  if (found.length > 0) return found
  const sent = seen.length > 0 ? `It sent ${quoted(seen)}` : 'It sent no role'
  // If the claim holds names or addresses, the role IDs are those of colleagues: not shown.
  const areColleagues = namesPeople.test(rolesClaim) || roles.some(({ id }) => id.includes('@'))
  const known = areColleagues ? '' : `; Quarterdeck’s roles are ${quoted(roles.map(({ id }) => id))}`
  throw new SignInFailure(
    'no-role',
    `${name} has no role for Quarterdeck at ${label}. ${sent}${known}. Ask your administrator for a role.`,
  )
}

const namesPeople = /(^|[./])(email|preferred_username|upn|unique_name|name|sub|oid)$/

/** At most ten. */
const quoted = (names: string[]) => {
  const first = names.slice(0, 10).map((name) => `“${name.slice(0, 60)}”`)
  return first.join(', ') + (names.length > first.length ? ` and ${names.length - first.length} more` : '')
}

/** A claim’s own name may contain dots, as URLs do; otherwise dots separate nested names. */
const claimAt = (claims: Claims, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined,
      claims,
    )
}

/** Entra ID lists claims that did not fit in `_claim_names`, or sets `hasgroups`. */
const isOverflow = (claims: Claims, path: string) => {
  const elsewhere = claims._claim_names
  return (
    claims.hasgroups === true || (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, path))
  )
}
