import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** A proxy on this machine puts the client last in X-Forwarded-For; from other addresses the header is not trusted. */
export const clientAddress = (c: Context) => {
  const remote = getConnInfo(c).remote.address ?? ''
  const isLocalProxy = /^(::ffff:)?127\.|^::1$/.test(remote)
  return (isLocalProxy && c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()) || remote
}
