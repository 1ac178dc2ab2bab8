import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { type AuditEvent, auditEvents } from '../contract/audit-events'
import { equals, listOf, notAfter, notBefore } from './database/list'
import { instant, json, table, text, uuid } from './database/table'
import { implement } from './kit/implement'

const auditEventsTable = table<z.output<typeof AuditEvent>>()({
  name: 'audit_events',
  fields: {
    id: uuid,
    at: instant,
    key: json,
    operation: text,
    resource: text,
    recordId: text,
    before: json,
    after: json,
  },
})

export const auditRoutes = implement(auditEvents, {
  list: listOf(auditEvents.list, auditEventsTable, {
    sorts: { at: 't.at' },
    filters: {
      resource: equals('t.resource'),
      recordId: equals('t.record_id'),
      keyId: (id) => sql`t.key ->> 'id' = ${id.toLowerCase()}`,
      dateFrom: notBefore('t.at'),
      dateTo: notAfter('t.at'),
    },
    // A trace shows the record's fields, so whoever may not read the resource may not read its traces either.
    visible: ({ scopes }) =>
      sql`t.resource = any (${scopes.filter((scope) => /:(read|manage)$/.test(scope)).map((scope) => scope.replace(/:.*/, ''))})`,
  }),
})
