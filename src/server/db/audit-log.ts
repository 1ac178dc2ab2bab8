import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { AuditEvent as Schema } from '../../contract/audit-events'
import type { Executor } from './database'
import { defineTable, instant, json, ref, text, uuid } from './table'
import { type Raised, trackedSteps, trimChangelog, writeRecords } from './write'

export type AuditEvent = z.output<typeof Schema>
type Sql = RawBuilder<unknown>
type Fields = Record<string, unknown>

/** Who writes, by which operation of which resource. */
export type Author = {
  caller: { kind: 'key' | 'person'; id: string; name: string; email: string | null; userId: string | null }
  operation: string
  resource: string
}

export const auditEventsTable = defineTable<AuditEvent>()({
  name: 'audit_events',
  fields: {
    id: uuid,
    at: instant,
    key: ref,
    person: ref,
    operation: text,
    resource: text,
    recordId: text,
    before: json,
    after: json,
  },
})

/** Logs a write in its transaction: who, what, and the changed fields before and after. */
export const logAuditEvent = async (
  executor: Executor,
  author: Author,
  recordId: string,
  before: Fields,
  after: Fields,
) => {
  const records = sql`select ${JSON.stringify(before)}::json as before, ${JSON.stringify(after)}::json as after`
  const { rows } = await sql<Raised>`
    with ${sql.join(auditSteps(author, recordId, records))} select slot, version from audit_raised`.execute(executor)
  const { slot, version } = rows[0] as Raised
  await trimChangelog(executor, [slot], version, 1)
}

/** The same as common table expressions, for a statement that has the record `before` and `after` the write. */
export const auditSteps = ({ caller, operation, resource }: Author, recordId: string, records: Sql) => {
  const { kind, id, name, email, userId } = caller
  const key = kind === 'key' ? JSON.stringify({ id, name }) : null
  const person = kind === 'person' ? JSON.stringify({ id, name, email, userId }) : null
  const differing = (side: string) => sql`
    ('{' || coalesce(string_agg(to_json(key)::text || ':' || ${sql.raw(side)}.value, ',' order by coalesce(b.position, a.position)), '')
    || '}')::json`
  return [
    sql`records as materialized (${records})`,
    sql`differing as (
      select ${differing('b')} as before, ${differing('a')} as after
      from json_each((select before from records)) with ordinality as b(key, value, position)
      full join json_each((select after from records)) with ordinality as a(key, value, position) using (key)
      where b.value::text is distinct from a.value::text)`,
    ...trackedSteps(
      auditEventsTable,
      {
        size: 1,
        state: 'new',
        change: sql`
          insert into audit_events as t (id, at, key, person, operation, resource, record_id, before, after)
          select ${randomUUID()}::uuid, ${new Date()}::timestamptz, ${key}::json, ${person}::json, ${operation}, ${resource}, ${recordId},
            before, after
          from differing
          returning t.*`,
      },
      'audit_',
    ),
  ]
}

/** The id in place of someone's, where no one is named. */
export const nobody = '00000000-0000-0000-0000-000000000000'

type OwnEvent = Pick<AuditEvent, 'operation' | 'resource' | 'recordId' | 'after'> & { id?: string }

/** Logs what a command did, which has neither key nor person. With an id it replaces what was logged before under that id. */
export const logCommand = (executor: Executor, event: OwnEvent) => logOwn(executor, keyOf(event.operation), event)

/** Logs what the server did by itself, as at a start. */
export const logServer = (executor: Executor, event: OwnEvent) =>
  logOwn(executor, { id: nobody, name: 'The server' }, event)

const logOwn = (executor: Executor, key: AuditEvent['key'], event: OwnEvent) => {
  const whole = { id: randomUUID(), ...event, at: new Date().toISOString(), key, person: null, before: {} }
  return writeRecords(executor, auditEventsTable, [whole], event.id ? 'unknown' : 'new')
}

const keyOf = (operation: string) => ({ id: nobody, name: `The ${operation.split(' ')[0]} command` })

/**
 * Logs a restore in its transaction, into the schema of any release that has backups. Keys that were revoked after the backup work
 * again, so those who manage keys see it.
 */
export const logRestore = async (executor: Executor, after: Fields) => {
  const operation = 'restore'
  await sql`
    insert into audit_events (id, at, key, operation, resource, record_id, before, after)
    values (${randomUUID()}::uuid, ${new Date()}::timestamptz, ${JSON.stringify(keyOf(operation))}::json, ${operation}, 'keys',
      '[restored]', '{}', ${JSON.stringify(after)}::json)`.execute(executor)
  // No one has read the restored list yet, so its version can stay.
  await sql`update list_versions set rows = rows + 1 where name = 'audit_events'`.execute(executor)
}
