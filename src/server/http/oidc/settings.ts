import { fail, readFile, setting, urlOf } from '../../setting'
import { defaultRoles, parseRoles, type Role } from './roles'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Plain HTTP is allowed only on this machine. */
const isSafe = (url: URL) => url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))

export const isLoopback = (issuer: string) => loopback.test(new URL(issuer).hostname)

/** Where the provider describes itself, by OpenID Connect Discovery 1.0. */
export const discoveryAddress = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/**
 * Whether the name that a provider gives itself is this one. Microsoft ignores letter case and a final slash; Azure AD B2C
 * always has another name, which the provider's tokens are checked against.
 */
export const isIssuer = (named: unknown, issuer: string) => {
  const { href, hostname } = new URL(issuer)
  const known = typeof named === 'string' ? urlOf(named)?.href : undefined
  if (known === undefined) return false
  if (hostname.endsWith('.b2clogin.com')) return true
  return hostname === 'login.microsoftonline.com' ? plain(known) === plain(href) : known === href
}

const plain = (address: string) => address.replace(/\/$/, '').toLowerCase()

/** Environment variables of single sign-on; part of the table in `config.ts`. */
export const oidcSettings = {
  publicUrl: setting({
    name: 'QUARTERDECK_URL',
    meaning:
      'The address at which browsers reach this console, such as https://quarterdeck.example or https://intranet.example/ops/console. Needed for single sign-on and below a path.',
    read: (text) => {
      const url = urlOf(text)
      const isPlain =
        url && !/[?#]/.test(text) && !url.username && !url.password && /^(\/[\w.~-]+)*\/?$/.test(url.pathname)
      return isPlain && isSafe(url)
        ? url.href.replace(/\/$/, '')
        : fail('must be an https address (http only for this machine), with at most a plain path')
    },
  }),
  oidcIssuer: setting({
    name: 'QUARTERDECK_OIDC_ISSUER',
    meaning: 'The issuer URL of the OpenID Connect provider that staff sign in with. See docs/sign-in.md.',
    read: (text) => {
      const url = urlOf(text)
      if (!url || !isSafe(url) || url.search || url.hash || url.username)
        return fail('must be the https address of the issuer, without a query (http only for this machine)')
      if (/[<>]/.test(text)) return fail('still has a part in angle brackets; put your own in its place')
      if (url.hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)\b/i.test(url.pathname))
        return fail('must name your own tenant, because this address accepts accounts of any organisation')
      return text
    },
  }),
  oidcClientId: setting({
    name: 'QUARTERDECK_OIDC_CLIENT_ID',
    meaning: 'The client ID of this console at the provider.',
    read: (text) => (/\s/.test(text) ? fail('must be a client ID without spaces') : text),
  }),
  oidcClientSecret: setting({
    name: 'QUARTERDECK_OIDC_CLIENT_SECRET',
    meaning: 'The client secret.',
    secret: true,
    read: (text) => text,
  }),
  oidcScopes: setting({
    name: 'QUARTERDECK_OIDC_SCOPES',
    meaning:
      'The scopes to request, separated by spaces. If unset: openid profile email, and offline_access if the provider supports it.',
    read: (text) => {
      const asked = text.split(/[\s,]+/).filter(Boolean)
      return asked.includes('openid') ? asked.join(' ') : fail('must include openid')
    },
  }),
  oidcLabel: setting({
    name: 'QUARTERDECK_OIDC_LABEL',
    initial: 'single sign-on',
    meaning: 'The provider’s name on the button, as in “Sign in with Contoso”.',
    read: (text) => (text.length <= 60 ? text : fail('must have at most 60 characters')),
  }),
  oidcRolesClaim: setting({
    name: 'QUARTERDECK_OIDC_ROLES_CLAIM',
    initial: 'roles',
    meaning: 'The ID token claim that holds the roles; dots separate nested names, as in realm_access.roles.',
    read: (text) =>
      /\s|^\.|\.\.|\.$/.test(text) ? fail('must be the name of a claim, such as roles or realm_access.roles') : text,
  }),
  roles: setting({
    name: 'QUARTERDECK_ROLES',
    meaning: 'A JSON file that maps roles to scopes. If unset: admin, account-manager, service-desk and read-only.',
    read: (text): Role[] => parseRoles(readFile(text)),
  }),
  upstreamKeys: setting({
    name: 'QUARTERDECK_UPSTREAM_KEYS',
    meaning:
      'With QUARTERDECK_UPSTREAM: a file with an API key for each role, such as admin=/run/secrets/admin read-only=/run/secrets/reader. If someone has several roles, the first in this list applies.',
    read: (text) => {
      const keys = text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((pair): RoleKey => {
          const [, role, file] = /^([^=]+)=(.+)$/.exec(pair) ?? []
          if (!role || !file) return fail('must be role=file pairs with spaces between them')
          const key = readFile(file).trim()
          return /^[!-~]+$/.test(key)
            ? { role, key }
            : fail(`must name files that hold one API key each, unlike ${file}`)
        })
      return new Set(keys.map(({ role }) => role)).size === keys.length ? keys : fail('must name each role once')
    },
  }),
  keySignIn: setting({
    name: 'QUARTERDECK_KEY_SIGN_IN',
    initial: 'on',
    meaning: 'Whether people may also sign in with an API key; off allows only keys with the keys:manage scope.',
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : fail('must be on or off')),
  }),
}

/** The API key that a role uses at the server behind this console. */
export type RoleKey = { role: string; key: string }

type ValueOf<S> = S extends { read: (text: string) => infer T } ? T : never
type Values = { [K in keyof typeof oidcSettings]?: ValueOf<(typeof oidcSettings)[K]> | undefined }

/** The settings of single sign-on. */
export type OidcSettings = {
  publicUrl: string
  issuer: string
  clientId: string
  clientSecret: string | null
  /** Null requests the usual scopes that the provider supports. */
  scopes: string | null
  label: string
  rolesClaim: string
  roles: Role[]
}

/** Null when no provider is set. */
export const oidcSettingsOf = (config: Values): OidcSettings | null => {
  const { publicUrl, oidcIssuer: issuer, oidcClientId: clientId } = config
  if (!publicUrl || !issuer || !clientId) return null
  return {
    publicUrl,
    issuer,
    clientId,
    clientSecret: config.oidcClientSecret ?? null,
    scopes: config.oidcScopes ?? null,
    label: config.oidcLabel ?? '',
    rolesClaim: config.oidcRolesClaim ?? '',
    roles: config.roles ?? defaultRoles,
  }
}

/** Contradictory settings, as sentences. */
export const oidcFaults = (config: Values & { upstream?: string | undefined }): string[] => {
  const { oidcIssuer, oidcClientId, publicUrl, upstream, upstreamKeys } = config
  const faults: string[] = []
  const needsIssuer = [
    ['QUARTERDECK_OIDC_CLIENT_ID', oidcClientId],
    ['QUARTERDECK_OIDC_CLIENT_SECRET', config.oidcClientSecret],
    ['QUARTERDECK_OIDC_SCOPES', config.oidcScopes],
    ['QUARTERDECK_ROLES', config.roles],
    ['QUARTERDECK_UPSTREAM_KEYS', upstreamKeys],
  ] as const
  if (!oidcIssuer) {
    for (const [name, value] of needsIssuer)
      if (value !== undefined)
        faults.push(`${name} has no effect without QUARTERDECK_OIDC_ISSUER. Set both or neither.`)
    if (config.keySignIn === false)
      faults.push(
        'QUARTERDECK_KEY_SIGN_IN=off needs QUARTERDECK_OIDC_ISSUER, because otherwise hardly anyone could sign in.',
      )
    return faults
  }
  if (!oidcClientId) faults.push('QUARTERDECK_OIDC_ISSUER also needs QUARTERDECK_OIDC_CLIENT_ID.')
  if (!publicUrl)
    faults.push('QUARTERDECK_OIDC_ISSUER also needs QUARTERDECK_URL, the address that the provider redirects back to.')
  if (upstream && !upstreamKeys)
    faults.push(
      'QUARTERDECK_OIDC_ISSUER with QUARTERDECK_UPSTREAM also needs QUARTERDECK_UPSTREAM_KEYS, a key for each role.',
    )
  if (!upstream && upstreamKeys)
    faults.push('QUARTERDECK_UPSTREAM_KEYS has no effect without QUARTERDECK_UPSTREAM. Remove it.')
  const known = (config.roles ?? defaultRoles).map(({ id }) => id)
  for (const { role } of upstreamKeys ?? [])
    if (!known.includes(role))
      faults.push(`QUARTERDECK_UPSTREAM_KEYS names the role ${role}, which is not one of ${known.join(', ')}.`)
  return faults
}
