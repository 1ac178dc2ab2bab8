import type { Context } from 'hono'
import { Problem } from '../api/problem'

/** The origin as the browser sees it, behind a proxy that terminates TLS. */
export const requestOrigin = (c: Context) => {
  const { protocol, host } = new URL(c.req.url)
  const forwarded = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim()
  return `${forwarded === 'https' ? 'https:' : protocol}//${host}`
}

export const isSecure = (c: Context) => requestOrigin(c).startsWith('https:')

/**
 * Guards against CSRF: the request must come from our own page. Browsers without Sec-Fetch-Site send Origin on writes.
 */
export const isSameOrigin = (c: Context) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const site = c.req.header('sec-fetch-site')
  if (site) return site === 'same-origin' || (site === 'none' && isRead)
  return isRead || c.req.header('origin') === requestOrigin(c)
}

export const requireSameOrigin = (c: Context) => {
  if (!isSameOrigin(c))
    throw new Problem(
      403,
      'Not from here',
      'The request came from another site, so your session was not used. Open Quarterdeck directly, or send an API key.',
    )
}
