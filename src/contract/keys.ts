import * as z from 'zod/mini'
import {
  byUuid,
  documented,
  endpoint,
  instant,
  list,
  object,
  one,
  oneOf,
  sortColumn,
  text,
  uuid,
} from './core/endpoint'
import { scopes } from './core/scopes'

const scopeList = z.array(oneOf(scopes), { error: 'must be a list of scopes' }).check(
  z.minLength(1, { error: 'must hold at least one scope' }),
  z.refine((names) => new Set(names).size === names.length, 'must name each scope once'),
)
documented.add(scopeList, { uniqueItems: true })

const overlap = 'must be a whole number of hours from 0 to 720'

/** An API key as listed. Only its `prefix` is stored beside a hash. */
export const ApiKey = object(() => ({
  id: uuid,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  createdBy: z.nullable(z.string()),
  createdAt: instant,
  /** Null for a key that never expires. */
  expiresAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  /** To the minute. */
  lastUsedAt: z.nullable(instant),
}))

/** A new key: the only time that `key`, the plain key, is shown. */
export const NewApiKey = object(() => ({ ...ApiKey.shape, key: z.string() }))

export const apiKeys = {
  list: list({
    path: '/api-keys',
    summary: 'List API keys',
    scope: 'keys:manage',
    addition: true,
    item: ApiKey,
    limit: [25, 100],
    sort: sortColumn(['name', 'created_at', 'last_used_at', 'expires_at'], 'created_at', true),
    filters: () => ({}),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key',
    scope: 'keys:manage',
    addition: true,
    body: object(() => ({
      name: text({ min: 1, max: 100 }),
      scopes: scopeList,
      /** Null for never. If missing: a year from now, or the expiry of the calling key, whichever is sooner. */
      expiresAt: z.optional(z.nullable(instant)),
    })),
    response: one(NewApiKey),
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api-keys/:id/rotate',
    summary: 'Rotate an API key; the old one keeps working for the overlap',
    scope: 'keys:manage',
    addition: true,
    conflicts: true,
    params: byUuid,
    body: object(() => ({
      /** How long the old key keeps working; 24 hours if missing. */
      overlapHours: z.optional(
        z.int({ error: overlap }).check(z.gte(0, { error: overlap }), z.lte(720, { error: overlap })),
      ),
      /** When the new key expires, null for never. If missing, it gets the old key's lifetime. */
      expiresAt: z.optional(z.nullable(instant)),
    })),
    response: one(NewApiKey),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api-keys/:id/revoke',
    summary: 'Revoke an API key immediately',
    scope: 'keys:manage',
    addition: true,
    params: byUuid,
    body: object(() => ({})),
    response: one(ApiKey),
  }),
}
