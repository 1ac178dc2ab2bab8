import * as z from 'zod/mini'
import type { SessionDependencies } from '../sessions/routes'
import { openPeople, type PeopleParts } from './people'
import { openProvider } from './provider'
import { oidcRoutes } from './routes'
import type { OidcSettings } from './settings'
import { SignInFailure } from './sign-in-failure'

type Parts = Omit<PeopleParts, 'provider'>

/** Opens single sign-on. An unreachable provider does not stop the start; a wrong issuer does. */
export const openSingleSignOn = async (parts: Parts): Promise<NonNullable<SessionDependencies['people']>> => {
  const { settings, log } = parts
  const provider = openProvider(settings)
  await provider.check().catch((error) => {
    if (!(error instanceof SignInFailure) || error.code !== 'provider-away') throw wrongIssuer(settings, error)
    log.warn({ issuer: settings.issuer, err: error.cause }, 'identity provider unreachable; keys can still sign in')
  })
  const whole = { ...parts, provider }
  const people = openPeople(whole)
  return { people, routes: oidcRoutes(people, whole), label: settings.label }
}

const wrongIssuer = ({ issuer }: OidcSettings, cause: unknown) => {
  const document = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const named = Mismatch.safeParse(cause).data?.cause.cause.body.issuer
  return new Error(
    named === undefined
      ? `QUARTERDECK_OIDC_ISSUER is ${issuer}, but ${document} does not describe an OpenID Connect provider. Check the address.`
      : `QUARTERDECK_OIDC_ISSUER is ${issuer}, but ${document} names the issuer ${named}. If that is your provider, set it as QUARTERDECK_OIDC_ISSUER.`,
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
