import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** The origins whose scripts may read the API's answers, with a key of their own; or those of every site. */
export type Sites = '*' | string[]

const allowHeaders = ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'X-Request-Id']
const exposeHeaders = [
  'ETag',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

export const preflight = (sites: Sites) =>
  cors({
    origin: sites,
    allowHeaders,
    exposeHeaders,
    allowMethods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST'],
    maxAge: 600,
  })

/** Set beforehand: headers that are added to a finished response make it be copied. */
export const crossOrigin = (sites: Sites): MiddlewareHandler => {
  const exposed = exposeHeaders.join(',')
  return (c, next) => {
    const allowed = sites === '*' ? sites : sites.find((site) => site === c.req.header('origin'))
    if (sites !== '*') c.header('vary', 'Origin')
    if (allowed) {
      c.header('access-control-allow-origin', allowed)
      c.header('access-control-expose-headers', exposed)
    }
    return next()
  }
}
