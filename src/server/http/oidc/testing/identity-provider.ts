import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type Configuration, type JWK, Provider } from 'oidc-provider'
import { type Account, chooser } from './chooser'

type Registered = { client_id: string; client_secret: string; publicUrl: string }

type Options = {
  clients: Registered[]
  accounts: Record<string, Account>
  /** Whether each sign-in returns a refresh token. */
  refreshTokens?: boolean
  port?: number
}

/**
 * A real OpenID Connect provider on this machine (`oidc-provider`). Accounts can be changed while it runs, and the tokens
 * that it signs can be altered, as a faulty or hostile provider would.
 */
export const startIdentityProvider = async ({ clients, accounts, refreshTokens = true, port = 0 }: Options) => {
  let handle: http.RequestListener = (_, response) => response.writeHead(503).end()
  const server = http.createServer((request, response) => handle(request, response))
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve))
  await listen(port)
  const own = (server.address() as AddressInfo).port
  const issuer = `http://127.0.0.1:${own}`

  const state = {
    /** The account that is signed in without a page; `cancel` refuses the sign-in. */
    chosen: null as string | null,
    refreshTokens,
    /** Alters the claims of each ID token before it is signed again. */
    alter: null as ((claims: JWTPayload) => JWTPayload) | null,
    /** Has the token endpoint wait before it answers. */
    hold: null as Promise<void> | null,
    /** What is answered at a path in the provider's place, as by the gateway in front of it. */
    instead: null as { path: string; status: number; type?: string; body: string; challenge?: string } | null,
  }
  let signing: { key: CryptoKey; kid: string }

  const begin = async () => {
    const kid = randomBytes(8).toString('hex')
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    signing = { key: privateKey, kid }
    const jwk: JWK = { ...((await exportJWK(privateKey)) as JWK), kid, alg: 'RS256', use: 'sig' }
    const provider = new Provider(issuer, configurationOf({ clients, accounts, jwk, state }))
    provider.use(async (ctx, next) => {
      const finished = await interact(provider, ctx.req, ctx.res, accounts, state.chosen)
      if (finished) {
        ctx.respond = false
        return
      }
      if (ctx.path === '/token') await state.hold
      await next()
      const body = ctx.body as { id_token?: string } | undefined
      if (ctx.path === '/token' && body?.id_token && state.alter)
        ctx.body = { ...body, id_token: await sign(state.alter(decodeJwt(body.id_token))) }
    })
    const callback = provider.callback()
    handle = (request, response) => {
      const { instead } = state
      if (!instead || !request.url?.startsWith(instead.path)) return void callback(request, response)
      const challenge = instead.challenge && { 'www-authenticate': instead.challenge }
      response
        .writeHead(instead.status, { 'content-type': instead.type ?? 'application/json', ...challenge })
        .end(instead.body)
    }
  }
  const sign = (claims: JWTPayload, header: object = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: signing.kid, ...header }).sign(signing.key)

  await begin()
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return {
    issuer,
    accounts,
    state,
    sign,
    /** Restarts with other keys and without sessions and tokens. */
    rotateKeys: begin,
    stop,
    start: () => listen(own),
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

type Parts = {
  clients: Registered[]
  accounts: Record<string, Account>
  jwk: JWK
  state: { refreshTokens: boolean }
}

const claims = ['name', 'preferred_username', 'email', 'email_verified', 'roles', 'groups', 'realm_access']

const configurationOf = ({ clients, accounts, jwk, state }: Parts): Configuration => ({
  jwks: { keys: [jwk] },
  cookies: { keys: [randomBytes(16).toString('hex')] },
  clients: clients.map(({ client_id, client_secret, publicUrl }) => ({
    client_id,
    client_secret,
    redirect_uris: [`${publicUrl}/session/oidc/callback`],
    post_logout_redirect_uris: [`${publicUrl}/sign-in`],
    backchannel_logout_uri: `${publicUrl}/session/oidc/back-channel-logout`,
    backchannel_logout_session_required: true,
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_basic',
  })),
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  claims: { openid: ['sub', 'sid', ...claims, '_claim_names', 'hasgroups'], profile: [], email: [] },
  conformIdTokenClaims: false,
  findAccount: async (_, sub) => accounts[sub] && { accountId: sub, claims: async () => ({ sub, ...accounts[sub] }) },
  rotateRefreshToken: true,
  issueRefreshToken: async () => state.refreshTokens,
  // Consent is given for every registered client.
  loadExistingGrant: async ({ oidc }) => {
    const accountId = oidc.session?.accountId
    const clientId = oidc.client?.clientId
    if (!accountId || !clientId) return undefined
    const known = oidc.session?.grantIdFor(clientId)
    if (known) return oidc.provider.Grant.find(known)
    const grant = new oidc.provider.Grant({ accountId, clientId })
    grant.addOIDCScope('openid profile email offline_access')
    await grant.save()
    return grant
  },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      // Signs out without asking again.
      logoutSource: async (ctx, form) => {
        ctx.body = `<!doctype html><body>${form.replace('</form>', '<input type="hidden" name="logout" value="yes"><button>Sign out</button></form>')}</body>`
      },
    },
  },
  // The default client refuses loopback addresses.
  fetch: (url, { method, headers, body, signal } = {}) =>
    fetch(url, {
      method: method ?? 'GET',
      ...(headers && { headers }),
      ...(body && { body }),
      ...(signal && { signal }),
    }),
  interactions: { url: (_, { uid }) => `/choose/${uid}` },
  ttl: { AccessToken: 3600, IdToken: 3600, Session: 86_400, Grant: 86_400, Interaction: 600, RefreshToken: 86_400 },
})

/** Serves the page to choose an account. False for any other address. */
const interact = async (
  provider: Provider,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  accounts: Record<string, Account>,
  chosen: string | null,
) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (!url.pathname.startsWith('/choose/')) return false
  const account = url.searchParams.get('account') ?? chosen
  if (account === null) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(chooser(url.pathname, accounts))
    return true
  }
  const result =
    account === 'cancel'
      ? { error: 'access_denied', error_description: 'The person cancelled the sign-in.' }
      : { login: { accountId: account } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  return true
}
