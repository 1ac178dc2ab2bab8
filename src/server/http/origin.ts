import type { Context } from 'hono'
import { Problem } from '../api/problem'
import type { Connection } from './proxies'

/** What the gateway knows of each request, for everything behind it. */
export type GatewayEnv = { Bindings: { connection?: Connection; base?: string } }

const bindingsOf = (c: Context<GatewayEnv>) => c.env ?? {}

/** The origin as the browser sees it, behind a proxy that terminates TLS. */
export const requestOrigin = (c: Context) => bindingsOf(c).connection?.origin ?? new URL(c.req.url).origin

/** The path below which the console is served, without a slash at its end. */
export const basePathOf = (c: Context) => bindingsOf(c).base ?? ''

export const isSecure = (c: Context) => requestOrigin(c).startsWith('https:')

/**
 * Guards against CSRF: the request must come from our own page. Browsers without Sec-Fetch-Site send Origin on writes. A read
 * may come from no page, as a typed address does.
 */
export const isSameOrigin = (c: Context) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const [site, origin] = [c.req.header('sec-fetch-site'), c.req.header('origin')]
  if (site && !(site === 'none' && isRead)) return site === 'same-origin'
  return origin === undefined ? isRead : origin === requestOrigin(c)
}

export const requireSameOrigin = (c: Context) => {
  if (!isSameOrigin(c))
    throw new Problem(
      403,
      'Cross-site request',
      'The request came from another site, so your session was not used. Open Quarterdeck directly, or send an API key.',
    )
}
