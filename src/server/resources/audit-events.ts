import { sql } from 'kysely'
import { auditEvents } from '../../contract/audit-events'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { auditEventsTable } from '../db/audit-log'
import { equals, equalsId, notAfter, notBefore } from '../db/list-engine/conditions'
import { readsEveryList } from './views'

export const auditRoutes = implement(auditEvents, {
  list: listHandler(auditEvents.list, auditEventsTable, {
    sorts: { at: 't.at' },
    filters: {
      resource: equals('t.resource'),
      recordId: equalsId('t.record_id'),
      keyId: equalsId("t.key ->> 'id'"),
      personId: equalsId("t.person ->> 'id'"),
      dateFrom: notBefore('t.at'),
      dateTo: notAfter('t.at'),
    },
    // An audit event shows the record's fields, so it needs the scope to read that resource.
    visible: (caller) => {
      const read = caller.scopes
        .filter((scope) => /:(read|manage)$/.test(scope))
        .map((scope) => scope.replace(/:.*/, ''))
      return sql`t.resource = any (${readsEveryList(caller) ? [...read, 'views'] : read})`
    },
  }),
})
