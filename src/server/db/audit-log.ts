import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import type { AuditEvent } from '../../contract/audit-events'
import type { Executor } from './database'
import { defineTable, instant, json, ref, text, uuid } from './table'
import { writeRecords } from './write'

type Event = z.output<typeof AuditEvent>
type Fields = Record<string, unknown>

/** Who writes, by which operation of which resource. */
export type Author = { caller: { id: string; name: string }; operation: string; resource: string }

export const auditEventsTable = defineTable<Event>()({
  name: 'audit_events',
  fields: {
    id: uuid,
    at: instant,
    key: ref,
    operation: text,
    resource: text,
    recordId: text,
    before: json,
    after: json,
  },
})

/** Leaves the trace of a write, in the write's own transaction: who, what, and the fields that differ as they were and are. */
export const logAuditEvent = async (
  executor: Executor,
  { caller, operation, resource }: Author,
  recordId: string,
  before: Fields,
  after: Fields,
) => {
  const differing = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (record: Fields) => Object.fromEntries(differing.map((key) => [key, record[key]]))
  const event = {
    id: randomUUID(),
    at: new Date().toISOString(),
    key: { id: caller.id, name: caller.name },
    operation,
    resource: resource as Event['resource'],
    recordId,
    before: only(before),
    after: only(after),
  }
  await writeRecords(executor, auditEventsTable, [event], 'new')
}
