import { type Context, Hono } from 'hono'
import { requestOrigin } from '../origin'
import { readSessionCookie, setSessionCookie } from '../sessions/cookie'
import type { SignedIn } from '../signed-in'
import { smallBody } from '../small-body'
import { type Former, oidcCookies } from './cookies'
import { type People, type PeopleParts, withoutKnownRoles } from './people'
import { personId } from './person'
import { isPersonToken, type PersonSession } from './person-sessions'
import { SignInFailure } from './sign-in-failure'

/** The session that a sign-in replaces, of a person or of a key. */
type BrowserSessions = {
  formerOf: (c: Context) => Promise<SignedIn | null>
  end: (former: Former) => Promise<unknown>
}

/** Routes to the provider and back, and for back-channel logout. */
export const oidcRoutes = (people: People, parts: PeopleParts) => {
  const { settings, provider, secret, clientAddress, log } = parts
  const { publicUrl, label } = settings
  const publicOrigin = new URL(publicUrl).origin
  const cookies = oidcCookies(secret)

  /** Redirects to the sign-in page with a sentence. */
  const refuse = async (c: Context, error: unknown, next: string) => {
    const failure = error instanceof SignInFailure ? error : null
    const code = failure?.code ?? 'answer-refused'
    log.warn(
      { address: clientAddress(c), code, err: failure ? failure.cause : error },
      'sign-in at the provider failed',
    )
    await cookies.notify(c, {
      code,
      sentence: failure?.sentence ?? `The sign-in at ${label} failed on this server. Try again.`,
    })
    const back = next === publicUrl ? '' : `?next=${encodeURIComponent(next.slice(publicUrl.length))}`
    return c.redirect(`${publicUrl}/sign-in${back}`, 302)
  }

  type Beginning = { prompt: 'none' | 'login' | null; next: string; former: Former | null }
  const begin = async (c: Context, { prompt, next, former }: Beginning) => {
    const { url, checks } = await provider.begin(prompt)
    await cookies.begin(c, { ...checks, next, former, isSilent: prompt === 'none' })
    return c.redirect(url.href, 302)
  }

  const routesWith = ({ formerOf, end }: BrowserSessions) => {
    const routes = new Hono()

    routes.get('/session/oidc', async (c) => {
      const next = destination(c.req.query('next'), publicUrl)
      try {
        if (requestOrigin(c) !== publicOrigin)
          throw new SignInFailure(
            'not-started-here',
            `Open Quarterdeck at ${publicUrl} to sign in with ${label}, which only allows that address.`,
          )
        const signedIn = await formerOf(c).catch(() => null)
        const former = signedIn && { kind: signedIn.kind, id: signedIn.session.id }
        return await begin(c, { prompt: c.req.query('again') === undefined ? null : 'login', next, former })
      } catch (error) {
        return refuse(c, error, next)
      }
    })

    routes.get('/session/oidc/callback', async (c) => {
      const transaction = await cookies.take(c, c.req.query('state') ?? '')
      const next = transaction?.next ?? publicUrl
      try {
        if (!transaction)
          throw new SignInFailure(
            'not-started-here',
            'This sign-in was already used, took longer than ten minutes, or was started in another browser. Sign in again.',
          )
        const tokens = await provider.finish(new URL(c.req.url).search, transaction)
        const { session, token } = await people.begin(c, tokens)
        await endFormer(c, session, transaction.former)
        setSessionCookie(c, token, session.expiresAt)
        const { person } = session
        const roles = person.roles.map(({ id }) => id)
        log.info({ address: clientAddress(c), person: person.subject, name: person.name, roles }, 'sign-in')
        return c.redirect(next, 302)
      } catch (error) {
        const hasLostRoles = error instanceof SignInFailure && withoutKnownRoles.includes(error.code)
        if (transaction?.isSilent && transaction.former && hasLostRoles)
          await end(transaction.former).catch((err) => log.error({ err }, 'a session without roles was not ended'))
        return refuse(c, error, next)
      }
    })

    const endFormer = async (c: Context, { person, beganAt }: PersonSession, atStart: Former | null) => {
      const former = await formerOf(c)
      if (atStart && atStart.id !== former?.session.id) await end(atStart)
      // Another tab has just signed in, and may still ask for its first page with this session.
      const isOfAnotherTab =
        former?.kind === 'person' &&
        former.session.person.id === person.id &&
        beganAt.getTime() - former.session.beganAt.getTime() < atOnce
      if (isOfAnotherTab) await people.endSoon(former.session.id)
      else if (former) await end({ kind: former.kind, id: former.session.id })
    }

    routes.post('/session/oidc/back-channel-logout', smallBody, async (c) => {
      c.header('cache-control', 'no-store')
      const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
      try {
        const { logout_token: token } = form
        const { issuer, subject, providerSession, markUsed } = await provider.verifyLogout(
          typeof token === 'string' ? token : '',
        )
        const person = subject === null ? null : personId(issuer, subject)
        const ended =
          providerSession !== null
            ? await people.end({ providerSession, personId: person })
            : await people.end({ personId: person ?? '' })
        markUsed()
        log.info({ person: subject, ended }, 'sessions ended by the provider')
        return c.body(null, 200)
      } catch (error) {
        log.warn({ address: clientAddress(c), err: error }, 'logout token refused')
        return c.json({ error: 'invalid_request', error_description: 'The logout token was not accepted.' }, 400)
      }
    })

    return routes
  }

  return {
    routesWith,
    takeNotice: cookies.takeNotice,
    /** Redirects a page request past the provider, if that is the only way to check roles again. */
    detour: async (c: Context): Promise<Response | null> => {
      const cookie = readSessionCookie(c)
      if (!c.req.header('accept')?.includes('text/html') || requestOrigin(c) !== publicOrigin) return null
      if (!cookie || !isPersonToken(cookie)) return null
      // While the database is away, the page is served without data, as to sessions of keys, and says so itself.
      const session = await people.needsRedirect(cookie).catch(() => null)
      if (session === null) return null
      const { pathname, search } = new URL(c.req.url)
      if (pathname === '/sign-in') return null
      // While the provider is unreachable, pages are served as long as the session is valid.
      const former: Former = { kind: 'person', id: session.id }
      return begin(c, { prompt: 'none', next: `${publicUrl}${pathname}${search}`, former }).catch(() => null)
    },
  }
}

export type OidcRoutes = ReturnType<typeof oidcRoutes>

/** Two sign-ins that are closer together than this, in milliseconds, are of two tabs. */
const atOnce = 10_000

/** An absolute URL of this console, because a path may look like a host. */
const destination = (asked: string | undefined, publicUrl: string) => {
  const whole = asked?.startsWith('/') ? publicUrl + asked : (asked ?? '')
  const next = URL.canParse(whole) ? new URL(whole).href : ''
  return next.startsWith(`${publicUrl}/`) && !next.startsWith(`${publicUrl}/session/`) ? next : publicUrl
}
