import type { Context } from 'hono'
import type { GatewayEnv } from './origin'

/** Who sent a request, as far as trusted proxies tell; for logs, and for counting failed sign-ins. */
export const clientAddress = (c: Context<GatewayEnv>) => c.env.connection?.address ?? ''
