import type { Scope } from '../../contract/core/endpoint'

/** In the data folder. */
export const socketName = 'quarterdeck.sock'

export type KeyRequest = { name: string; scopes: readonly Scope[]; expiresAt: string | null }
