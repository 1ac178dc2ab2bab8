import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** A proxy on this machine names the client last in X-Forwarded-For; from anywhere else the header is hearsay. */
export const clientAddress = (c: Context) => {
  const remote = getConnInfo(c).remote.address ?? ''
  const isLocalProxy = /^(::ffff:)?127\.|^::1$/.test(remote)
  return (isLocalProxy && c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()) || remote
}
