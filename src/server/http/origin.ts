import type { Context } from 'hono'
import { Problem } from '../api/problem'

/** The origin that the browser sees: a proxy that ends TLS says so. */
export const requestOrigin = (c: Context) => {
  const { protocol, host } = new URL(c.req.url)
  const forwarded = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim()
  return `${forwarded === 'https' ? 'https:' : protocol}//${host}`
}

export const isSecure = (c: Context) => requestOrigin(c).startsWith('https:')

/** A cookie goes along with whatever page asks, so the page must be ours. Browsers without Sec-Fetch-Site send Origin on writes. */
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
