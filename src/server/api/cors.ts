import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** The origins whose scripts may call the API with their own key, or `*` for all. */
export type Sites = '*' | string[]

const allowHeaders = ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'X-Request-Id']
const exposeHeaders = [
  'ETag',
  'Retry-After',
  'X-Brief-Left-Out',
  'X-Brief-Not-Printed',
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

/** Sets headers before the response exists: adding them afterwards would copy it. */
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
