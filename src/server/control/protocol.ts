import type { Scope } from '../../contract/core/scopes'

export type KeyRequest = { name: string; scopes: readonly Scope[]; expiresAt: string | null }
