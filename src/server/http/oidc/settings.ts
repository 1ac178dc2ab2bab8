import fs from 'node:fs'
import { setting, urlOf, wrong } from '../../setting'
import { defaultRoles, parseRoles, type Role } from './roles'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Plain HTTP is for a provider or a browser on this machine. */
const isSafe = (url: URL) => url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))

export const isLoopback = (issuer: string) => loopback.test(new URL(issuer).hostname)

const readFile = (path: string) => {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    return wrong(`must name a file that can be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The names of the environment that set single sign-on; part of the table in `config.ts`. */
export const oidcSettings = {
  publicUrl: setting({
    name: 'QUARTERDECK_URL',
    meaning:
      'The address at which browsers reach this console, such as https://quarterdeck.example. Needed for single sign-on.',
    read: (text) => {
      const url = urlOf(text)
      return url && isSafe(url) && url.href.replace(/\/$/, '') === url.origin
        ? url.origin
        : wrong('must be an https address without a path (http only for this machine)')
    },
  }),
  oidcIssuer: setting({
    name: 'QUARTERDECK_OIDC_ISSUER',
    meaning: 'The OpenID Connect provider that staff sign in with, by its issuer address. See docs/sign-in.md.',
    read: (text) => {
      const url = urlOf(text)
      if (!url || !isSafe(url) || url.search || url.hash || url.username)
        return wrong('must be the https address of the issuer, without a query (http only for this machine)')
      if (url.hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)\b/.test(url.pathname))
        return wrong('must name your own tenant, because this address lets accounts of every firm in')
      return text
    },
  }),
  oidcClientId: setting({
    name: 'QUARTERDECK_OIDC_CLIENT_ID',
    meaning: 'The ID under which this console is registered at the provider.',
    read: (text) => text,
  }),
  oidcClientSecret: setting({
    name: 'QUARTERDECK_OIDC_CLIENT_SECRET',
    meaning: 'The secret that belongs to that ID.',
    secret: true,
    read: (text) => text,
  }),
  oidcClientSecretFile: setting({
    name: 'QUARTERDECK_OIDC_CLIENT_SECRET_FILE',
    meaning: 'A file that holds the secret, in place of QUARTERDECK_OIDC_CLIENT_SECRET.',
    read: (text) => readFile(text).trim() || wrong('must name a file that holds the secret, and the file is empty'),
  }),
  oidcScopes: setting({
    name: 'QUARTERDECK_OIDC_SCOPES',
    meaning:
      'What is asked of the provider, with spaces between. Unless set: openid profile email, and offline_access where the provider has it.',
    read: (text) => {
      const asked = text.split(/[\s,]+/).filter(Boolean)
      return asked.includes('openid') ? asked.join(' ') : wrong('must include openid')
    },
  }),
  oidcLabel: setting({
    name: 'QUARTERDECK_OIDC_LABEL',
    initial: 'single sign-on',
    meaning: 'What staff call the provider: the button says “Sign in with Contoso”.',
    read: (text) => (text.length <= 60 ? text : wrong('must have at most 60 characters')),
  }),
  oidcRolesClaim: setting({
    name: 'QUARTERDECK_OIDC_ROLES_CLAIM',
    initial: 'roles',
    meaning: 'The claim of the ID token that holds the roles; dots lead inside, as in realm_access.roles.',
    read: (text) => text,
  }),
  roles: setting({
    name: 'QUARTERDECK_ROLES',
    meaning: 'A JSON file from role to scopes. Unless set: admin, account-manager, service-desk and read-only.',
    read: (text): Role[] => parseRoles(readFile(text)),
  }),
  upstreamKeys: setting({
    name: 'QUARTERDECK_UPSTREAM_KEYS',
    meaning:
      'For people in front of another server: the file of the API key for each role, as admin=/run/secrets/admin read-only=/run/secrets/reader. The first role that somebody has counts.',
    read: (text): RoleKey[] =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((pair) => {
          const [, role, file] = /^([^=]+)=(.+)$/.exec(pair) ?? []
          if (!role || !file) return wrong('must be role=file pairs with spaces between them')
          const key = readFile(file).trim()
          return /^[!-~]+$/.test(key)
            ? { role, key }
            : wrong(`must name files that hold one API key each, unlike ${file}`)
        }),
  }),
  keySignIn: setting({
    name: 'QUARTERDECK_KEY_SIGN_IN',
    initial: 'on',
    meaning: 'Whether people may also sign in with an API key; off leaves that to keys with the scope keys:manage.',
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : wrong('must be on or off')),
  }),
}

/** The API key with which a role reaches the server behind this console. */
export type RoleKey = { role: string; key: string }

type ValueOf<S> = S extends { read: (text: string) => infer T } ? T : never
type Values = { [K in keyof typeof oidcSettings]?: ValueOf<(typeof oidcSettings)[K]> | undefined }

/** Everything that single sign-on needs. */
export type OidcSettings = {
  publicUrl: string
  issuer: string
  clientId: string
  clientSecret: string | null
  /** Null asks for what the provider has of the usual. */
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
    clientSecret: config.oidcClientSecret ?? config.oidcClientSecretFile ?? null,
    scopes: config.oidcScopes ?? null,
    label: config.oidcLabel ?? '',
    rolesClaim: config.oidcRolesClaim ?? '',
    roles: config.roles ?? defaultRoles,
  }
}

/** What does not fit together, as sentences. */
export const oidcFaults = (config: Values & { upstream?: string | undefined }): string[] => {
  const { oidcIssuer, oidcClientId, publicUrl, upstream, upstreamKeys } = config
  const faults: string[] = []
  const needsIssuer = [
    ['QUARTERDECK_OIDC_CLIENT_ID', oidcClientId],
    ['QUARTERDECK_OIDC_CLIENT_SECRET', config.oidcClientSecret],
    ['QUARTERDECK_OIDC_CLIENT_SECRET_FILE', config.oidcClientSecretFile],
    ['QUARTERDECK_OIDC_SCOPES', config.oidcScopes],
    ['QUARTERDECK_ROLES', config.roles],
    ['QUARTERDECK_UPSTREAM_KEYS', upstreamKeys],
  ] as const
  if (!oidcIssuer) {
    for (const [name, value] of needsIssuer)
      if (value !== undefined)
        faults.push(`${name} has no use without QUARTERDECK_OIDC_ISSUER. Set that, or leave it out.`)
    if (config.keySignIn === false)
      faults.push('QUARTERDECK_KEY_SIGN_IN=off needs QUARTERDECK_OIDC_ISSUER, or hardly anybody could sign in.')
    return faults
  }
  if (!oidcClientId) faults.push('QUARTERDECK_OIDC_ISSUER needs QUARTERDECK_OIDC_CLIENT_ID beside it.')
  if (!publicUrl)
    faults.push('QUARTERDECK_OIDC_ISSUER needs QUARTERDECK_URL, the address to which the provider sends people back.')
  if (config.oidcClientSecret && config.oidcClientSecretFile)
    faults.push('QUARTERDECK_OIDC_CLIENT_SECRET and QUARTERDECK_OIDC_CLIENT_SECRET_FILE are both set. Leave one out.')
  if (upstream && !upstreamKeys)
    faults.push(
      'QUARTERDECK_OIDC_ISSUER beside QUARTERDECK_UPSTREAM needs QUARTERDECK_UPSTREAM_KEYS, a key for each role.',
    )
  if (!upstream && upstreamKeys)
    faults.push('QUARTERDECK_UPSTREAM_KEYS has no use without QUARTERDECK_UPSTREAM. Leave it out.')
  const known = (config.roles ?? defaultRoles).map(({ id }) => id)
  for (const { role } of upstreamKeys ?? [])
    if (!known.includes(role))
      faults.push(`QUARTERDECK_UPSTREAM_KEYS names the role ${role}, which is none of ${known.join(', ')}.`)
  return faults
}
