import type { SessionDependencies } from '../sessions/routes'
import { openPeople, type PeopleParts } from './people'
import { openProvider } from './provider'
import { oidcRoutes } from './routes'
import { discoveryAddress } from './settings'
import { SignInFailure } from './sign-in-failure'

type Parts = Omit<PeopleParts, 'provider'>

/** Opens single sign-on. A provider that is away does not stop the start; one that names another issuer does. */
export const openSingleSignOn = async (parts: Parts): Promise<NonNullable<SessionDependencies['people']>> => {
  const { settings, log } = parts
  const provider = openProvider(settings)
  await provider.check().catch((error) => {
    if (!(error instanceof SignInFailure) || error.code !== 'provider-away') throw error.cause ?? error
    log.warn(
      { err: error.cause },
      `No identity provider answers at ${discoveryAddress(settings.issuer)}; until one does, only keys can sign in. Start it, or correct QUARTERDECK_OIDC_ISSUER.`,
    )
  })
  const whole = { ...parts, provider }
  const people = openPeople(whole)
  return { people, routes: oidcRoutes(people, whole), label: settings.label }
}
