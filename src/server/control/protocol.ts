import type { Scope } from '../../contract/core/endpoint'

export type KeyRequest = { name: string; scopes: readonly Scope[]; expiresAt: string | null }
