import * as z from 'zod/mini'
import type { SessionDependencies } from '../sessions/routes'
import { openPeople, type PeopleParts } from './people'
import { openProvider } from './provider'
import { oidcRoutes } from './routes'
import { discoveryAddress, type OidcSettings } from './settings'
import { SignInFailure } from './sign-in-failure'

type Parts = Omit<PeopleParts, 'provider'>

/** Opens single sign-on. A provider that is away does not stop the start; one that names another issuer does. */
export const openSingleSignOn = async (parts: Parts): Promise<NonNullable<SessionDependencies['people']>> => {
  const { settings, log } = parts
  const provider = openProvider(settings)
  await provider.check().catch((error) => {
    if (!(error instanceof SignInFailure) || error.code !== 'provider-away') throw otherIssuer(settings, error)
    log.warn(
      { err: error.cause },
      `No identity provider answers at ${discoveryAddress(settings.issuer)}; until one does, only keys can sign in. Start it, or correct QUARTERDECK_OIDC_ISSUER.`,
    )
  })
  const whole = { ...parts, provider }
  const people = openPeople(whole)
  return { people, routes: oidcRoutes(people, whole), label: settings.label }
}

const otherIssuer = (settings: OidcSettings, cause: unknown) => {
  const mismatch = Mismatch.safeParse(cause)
  if (!mismatch.success) return cause
  const named = mismatch.data.cause.cause.body.issuer
  return new Error(
    `QUARTERDECK_OIDC_ISSUER is ${settings.issuer}, but ${discoveryAddress(settings.issuer)} names the issuer ${named}. If that is your provider, set it as QUARTERDECK_OIDC_ISSUER.`,
    { cause },
  )
}

/** The discovery document in the error of `openid-client` about another issuer. */
const Mismatch = z.object({
  cause: z.object({
    code: z.literal('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'),
    cause: z.object({ body: z.object({ issuer: z.string() }) }),
  }),
})
