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

const wrongIssuer = ({ issuer }: OidcSettings, cause: unknown) =>
  new Error(
    `QUARTERDECK_OIDC_ISSUER ${issuer} is not the address of an OpenID Connect provider: ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration does not describe it. Check the address.`,
    { cause },
  )
