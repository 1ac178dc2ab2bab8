import * as z from 'zod/mini'
import { instant, list, object, oneOf, Ref, rangeEnd, rangeStart, sortColumn, text, uuid } from './core/endpoint'
import { resources } from './core/scopes'

const auditedResources = [...resources, 'keys', 'views', 'briefs', 'brand'] as const

/** What a write changed: `before` and `after` hold only the fields that differ. */
export const AuditEvent = object(() => ({
  id: uuid,
  at: instant,
  /** The key that wrote, by the name that it had then; null for a person. */
  key: z.nullable(Ref),
  /** The person who wrote, by the name they had then; null for a key. `userId` is their staff user, if there is one. */
  person: z.nullable(
    object(() => ({ id: uuid, name: z.string(), email: z.nullable(z.string()), userId: z.nullable(uuid) })),
  ),
  /** As in the contract: "PUT /companies/:id". */
  operation: z.string(),
  resource: oneOf(auditedResources),
  recordId: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
}))

export const auditEvents = {
  list: list({
    path: '/audit-events',
    summary: 'List audit events of the resources that the key can read',
    scope: null,
    addition: true,
    item: AuditEvent,
    limit: [25, 100],
    sort: sortColumn(['at'], 'at', true),
    filters: () => ({
      resource: z.optional(oneOf(auditedResources)),
      recordId: z.optional(text({ min: 1, max: 255 })),
      keyId: z.optional(uuid),
      personId: z.optional(uuid),
      dateFrom: z.optional(rangeStart),
      dateTo: z.optional(rangeEnd),
    }),
  }),
}
