import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { singleFlight } from '../../db/single-flight'
import { type Claims, clockTolerance, timeFailure } from './claims'
import { discoveryAddress, isIssuer, isLoopback, type OidcSettings } from './settings'
import { SignInFailure } from './sign-in-failure'

/** The verified tokens of a sign-in. */
export type Tokens = { claims: Claims; idToken: string; refreshToken: string | null }

/** What an authorization request and its callback share. */
export type Checks = { state: string; nonce: string; verifier: string }

const seconds = 10
/** How long the provider’s metadata is cached, in milliseconds. Its keys are read again for each token. */
const freshness = 60_000

/** The provider. It may be unreachable when we start, and may change its keys at any time. */
export const openProvider = (settings: OidcSettings) => {
  const { issuer, clientId, clientSecret, publicUrl, label } = settings
  const redirectUri = `${publicUrl}/session/oidc/callback`
  let known: { at: number; metadata: client.ServerMetadata } | null = null
  let isAway = false
  /** IDs of used logout tokens, kept until the tokens would be refused as too old, so that a replay ends nothing. */
  const usedLogouts = new LRUCache<string, true>({ max: 10_000, ttl: 3 * clockTolerance * 1000 })

  const read = async () => {
    const plain = isLoopback(issuer) ? { execute: [client.allowInsecureRequests] } : {}
    const options = { ...plain, timeout: seconds }
    const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, options).catch(notFound)
    const metadata = found.serverMetadata()
    // The library takes any name at Entra ID.
    if (!isIssuer(metadata.issuer, issuer)) throw otherIssuer(settings, metadata.issuer)
    known = { at: Date.now(), metadata }
    return metadata
  }
  const once = singleFlight()
  const discover = () =>
    once('discover', async () => {
      try {
        const metadata = await read()
        isAway = false
        return metadata
      } catch (error) {
        isAway = error instanceof SignInFailure && error.code === 'provider-away'
        throw error
      }
    })

  const metadata = async () => (known && Date.now() - known.at < freshness ? known.metadata : discover())

  /** Read anew, because a kept set would accept a removed key. Anyone can send made-up tokens: those that come together share one request. */
  const signingKeys = (address: string) =>
    once('keys', async () => {
      const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: seconds * 1000 })
      await keys.reload()
      return keys
    })

  /** A new configuration has no keys in its cache. */
  const configuration = async () => {
    const server = await metadata()
    const methods = server.token_endpoint_auth_methods_supported
    const secret = clientSecret ?? ''
    const auth =
      clientSecret === null
        ? client.None()
        : methods && !methods.includes('client_secret_basic')
          ? client.ClientSecretPost(secret)
          : client.ClientSecretBasic(secret)
    const made = new client.Configuration(server, clientId, { [client.clockTolerance]: clockTolerance }, auth)
    if (isLoopback(issuer)) client.allowInsecureRequests(made)
    made.timeout = seconds
    client.enableNonRepudiationChecks(made)
    return made
  }

  /** Whatever answers in place of the provider, such as a proxy while it restarts, says nothing; one of another name does. */
  const notFound = (error: unknown): never => {
    const mismatch = Mismatch.safeParse(error)
    throw mismatch.success ? otherIssuer(settings, mismatch.data.cause.body.issuer) : away(label, error)
  }
  const failed = (error: unknown): never => {
    throw failureOf(error, label)
  }

  const scopesFor = ({ scopes_supported: supported }: client.ServerMetadata) =>
    settings.scopes ?? `openid profile email${supported?.includes('offline_access') ? ' offline_access' : ''}`

  return {
    label,
    /** Throws if the provider cannot be reached or has another issuer. */
    check: () => discover().then(() => true),
    /** Whether the last attempt failed. If so, starts another one, for the next request. */
    wasAway: () => {
      if (isAway) void discover().catch(() => {})
      return isAway
    },
    /** The URL to redirect to, and what the callback is checked against. */
    begin: async (prompt: 'none' | 'login' | null): Promise<{ url: URL; checks: Checks }> => {
      // Checked first, so that an unreachable provider is reported on our own page.
      await discover()
      const made = await configuration()
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(made, {
        redirect_uri: redirectUri,
        scope: scopesFor(made.serverMetadata()),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      })
      return { url, checks }
    },
    /** Exchanges the code for tokens and verifies them. */
    finish: async (search: string, { state, nonce, verifier }: Checks): Promise<Tokens> => {
      const answer = await client
        .authorizationCodeGrant(await configuration(), new URL(`${redirectUri}${search}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(failed)
      return {
        claims: answer.claims() ?? {},
        idToken: answer.id_token ?? '',
        refreshToken: answer.refresh_token ?? null,
      }
    },
    /** Null if the provider sends no new ID token, so roles cannot be renewed this way. */
    refresh: async (refreshToken: string): Promise<Tokens | null> => {
      const answer = await client.refreshTokenGrant(await configuration(), refreshToken).catch(failed)
      const claims = answer.claims()
      if (!claims || !answer.id_token) return null
      return { claims, idToken: answer.id_token, refreshToken: answer.refresh_token ?? refreshToken }
    },
    /** The URL that signs out of the provider too; null if it has none. */
    logoutUrl: async (idToken: string): Promise<string | null> => {
      const made = await configuration()
      if (!made.serverMetadata().end_session_endpoint) return null
      const returning = { id_token_hint: idToken, post_logout_redirect_uri: `${publicUrl}/sign-in` }
      return client.buildEndSessionUrl(made, returning).href
    },
    /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0). */
    verifyLogout: async (token: string) => {
      const server = await metadata()
      if (!server.jwks_uri) throw new Error('The provider publishes no keys.')
      const keysAt = server.jwks_uri
      const keyOf: JWTVerifyGetKey = async (header, sent) => (await signingKeys(keysAt))(header, sent)
      const { payload } = await jwtVerify(token, keyOf, {
        issuer: server.issuer,
        audience: clientId,
        clockTolerance,
        maxTokenAge: clockTolerance,
        requiredClaims: ['iat', 'jti', 'events'],
      })
      const events = payload.events as Record<string, unknown> | null
      if (!events || !Object.hasOwn(events, 'http://schemas.openid.net/event/backchannel-logout'))
        throw new Error('The token is not a logout token.')
      if ('nonce' in payload) throw new Error('A logout token must not have a nonce.')
      const { sub, sid } = payload
      if (sub === undefined && typeof sid !== 'string')
        throw new Error('The token names neither a person nor a session.')
      const id = String(payload.jti)
      if (usedLogouts.has(id)) throw new Error('The logout token was used before.')
      return {
        issuer: server.issuer,
        subject: sub ?? null,
        providerSession: typeof sid === 'string' ? sid : null,
        /** To be called when the sessions have ended, so that the provider may repeat what failed. */
        markUsed: () => void usedLogouts.set(id, true),
      }
    },
  }
}

export type Provider = ReturnType<typeof openProvider>

const interaction = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required']
const passing = ['temporarily_unavailable', 'server_error']
const misconfigured = ['invalid_client', 'unauthorized_client']

const away = (label: string, cause: unknown) =>
  new SignInFailure('provider-away', `${label} cannot be reached at the moment. Try again in a few minutes.`, { cause })

/** The cause is for the operator. */
const otherIssuer = ({ issuer, label }: OidcSettings, named: string) =>
  new SignInFailure(
    'other-issuer',
    `${label} isn’t the provider that this console is set up for, so you weren’t signed in. Tell your administrator.`,
    {
      cause: new Error(
        `QUARTERDECK_OIDC_ISSUER is ${issuer}, but ${discoveryAddress(issuer)} names the issuer ${named}. If that is your provider, set it as QUARTERDECK_OIDC_ISSUER.`,
      ),
    },
  )

/** The discovery document in the error of `openid-client` about another issuer. */
const Mismatch = z.object({
  code: z.literal('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'),
  cause: z.object({ body: z.object({ issuer: z.string() }) }),
})

/** Turns an error of the protocol into a sentence; the original stays in `cause`, for the log. */
const failureOf = (error: unknown, label: string): SignInFailure => {
  const cause = { cause: error }
  const { code, status = 0, error: told = '' } = factsOf(error)
  if (told === 'access_denied') return new SignInFailure('cancelled', `The sign-in at ${label} was cancelled.`, cause)
  if (interaction.includes(told))
    return new SignInFailure('interaction-needed', `${label} wants you to sign in again.`, cause)
  if (told === 'invalid_grant')
    return new SignInFailure(
      'code-refused',
      `${label} did not accept this sign-in: it was used already, or took too long. Sign in again.`,
      cause,
    )
  const isAway = passing.includes(told) || status >= 500 || status === 429 || status === 408
  if (isAway || code === 'OAUTH_TIMEOUT' || isNetwork(error)) return away(label, error)
  if (misconfigured.includes(told) || error instanceof client.WWWAuthenticateChallengeError)
    return new SignInFailure(
      'client-refused',
      `${label} does not accept this console’s ID and secret. Ask your administrator to check them.`,
      cause,
    )
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return timeFailure(error, label)
  return new SignInFailure(
    'answer-refused',
    `The response from ${label} couldn’t be verified, so you weren’t signed in. Try again; if it happens twice, tell your administrator.`,
    cause,
  )
}

/** The library gives the response as an error's `cause`. Its class is not asked: the HTTP server replaces the global `Response`. */
const factsOf = (error: unknown) => {
  const { code, status, error: told, cause } = error as { [name: string]: unknown; cause?: { status?: unknown } }
  const statuses = [status, cause?.status].filter((one) => typeof one === 'number')
  return { code, status: statuses[0], error: typeof told === 'string' ? told : undefined }
}

const isNetwork = (error: unknown) => error instanceof TypeError && error.message === 'fetch failed'
