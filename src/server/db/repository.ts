import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../contract/core/canonical-id'
import { type Author, auditSteps, logAuditEvent } from './audit-log'
import type { Database, Executor } from './database'
import { type Json, joinJson } from './json'
import { equalsId } from './list-engine/conditions'
import { readAt } from './read-at'
import { idTypeOf, type Table } from './table'
import type { Versions } from './table-versions'
import { resetTracking } from './tracking'
import { trackedSteps, trimChangelog, upsert } from './write'

/** No record of this kind has this id. */
export class RecordNotFound extends Error {
  constructor(
    readonly what: string,
    readonly id: string,
  ) {
    super(`There is no ${what} with the ID ${id}. It may have been deleted, or the ID may be mistyped.`)
  }
}

/**
 * The record's JSON as the API returns it, if it exists; `lock` keeps others from changing it until the transaction
 * ends.
 */
export const findRecord = async <R>(executor: Executor, table: Table<R>, id: string, lock = false) => {
  if (!isId(table, id)) return undefined
  const { rows } = await recordOf(table, id, lock ? sql`for update of t` : sql``).execute(executor)
  return rows[0]?.record
}

const hasTextIds = <R>(table: Table<R>) => idTypeOf(table) === 'text'

const isId = <R>(table: Table<R>, id: string) => hasTextIds(table) || isUuid(id)

const recordOf = <R>(table: Table<R>, id: string, lock: RawBuilder<unknown>) =>
  sql<{ record: string }>`
    select row_to_json(record)::text as record from (
      select ${sql.raw(table.fields)} from ${sql.raw(table.source)}
      where ${hasTextIds(table) ? equalsId('t.id')(id).matches : sql`t.id = ${id}`} limit 1 ${lock}
    ) record`

/** Handles GET by id. `what` names the record in error sentences. */
export const getHandler =
  <R>(table: Table<R>, what: string) =>
  async (
    { database, versions }: { database: Pick<Database, 'read'>; versions: Versions },
    { id }: { id: string },
  ): Promise<Json<{ data: R }>> => {
    if (!isId(table, id)) throw new RecordNotFound(what, id)
    const record = sql<{ record: string | null }>`(${recordOf(table, id, sql``)}) as record`
    const { row } = await readAt(database.read, versions, table.tables, record)
    if (row.record === null) throw new RecordNotFound(what, id)
    return joinJson({ data: row.record })
  }

export type WriteContext = Author & {
  database: Pick<Database, 'transaction'>
  /** Throws 412 if `If-Match` or `If-None-Match` rules out this version, 400 if one of them is malformed. */
  precondition: (current: string) => void
}

/** The record's JSON, which no one else may change until the transaction ends. */
export const lockRecord = async <R>(executor: Executor, table: Table<R>, what: string, id: string) => {
  const text = await findRecord(executor, table, id, true)
  if (text === undefined) throw new RecordNotFound(what, id)
  return text
}

/** Adds a record, with an audit event, and returns it as stored. `prepare` runs before it is written. */
export const createRecord = <R extends { id: string }>(
  context: Omit<WriteContext, 'precondition'>,
  table: Table<R>,
  record: R,
  prepare?: (executor: Executor) => Promise<unknown>,
): Promise<Json<{ data: R }>> =>
  context.database.transaction(async (executor) => {
    await prepare?.(executor)
    const written = await storeRecord(executor, table, null, record, context)
    await table.afterWrite(executor, [record])
    return joinJson({ data: written })
  })

/**
 * Changes one record: reads it under a lock, checks the precondition, and writes what `apply` returns, with an audit
 * event. `apply` returns null if nothing changes; then nothing is written.
 */
export const updateRecord = <R extends { id: string }>(
  context: WriteContext,
  table: Table<R>,
  what: string,
  id: string,
  apply: (record: R, executor: Executor) => R | null | Promise<R | null>,
): Promise<Json<{ data: R }>> =>
  context.database.transaction(async (executor) =>
    changeLocked(executor, context, table, await lockRecord(executor, table, what, id), apply),
  )

/** Removes a record, with an audit event, and returns it as it was. `prepare` runs before it is removed. */
export const removeRecord = <R extends { id: string }>(
  context: WriteContext,
  table: Table<R>,
  what: string,
  id: string,
  prepare?: (executor: Executor) => Promise<unknown>,
): Promise<Json<{ data: R }>> =>
  context.database.transaction(async (executor) => {
    const text = await lockRecord(executor, table, what, id)
    const current = joinJson<{ data: R }>({ data: text })
    context.precondition(current)
    await prepare?.(executor)
    const remove = sql`delete from ${sql.table(table.name)} where id = ${id}`
    await resetTracking(executor, table.name, () => remove.execute(executor))
    await logAuditEvent(executor, context, id, JSON.parse(text), {})
    return current
  })

/** Changes a record that this transaction has locked; `prepare` runs before it is written. */
export const changeLocked = async <R extends { id: string }>(
  executor: Executor,
  context: WriteContext,
  table: Table<R>,
  text: string,
  apply: (record: R, executor: Executor) => R | null | Promise<R | null>,
  prepare?: (before: R) => Promise<void>,
): Promise<Json<{ data: R }>> => {
  const current = joinJson<{ data: R }>({ data: text })
  context.precondition(current)
  const before = JSON.parse(text) as R
  const changed = await apply(before, executor)
  if (changed === null) return current
  await prepare?.(before)
  const written = await storeRecord(executor, table, text, changed, context)
  await table.afterWrite(executor, [changed], before)
  return joinJson({ data: written })
}

/**
 * Writes a record that is new, or whose `before` this transaction has locked, logs the write, and returns the record as
 * stored, in one statement.
 */
const storeRecord = async <R extends { id: string }>(
  executor: Executor,
  table: Table<R>,
  before: string | null,
  record: R,
  author: Author,
) => {
  const steps = [
    ...trackedSteps(table, { size: 1, state: before === null ? 'new' : 'locked', ...upsert(table, [record]) }),
    ...auditSteps(
      author,
      record.id,
      sql`
        select ${before ?? '{}'}::json as before, row_to_json(record) as after
        from (select ${sql.raw(table.fields)} from change t ${sql.raw(table.join)}) record`,
    ),
  ]
  const { rows } = await sql<{ slots: string[]; version: string; written: string }>`
    with ${sql.join(steps)}
    select array[raised.slot, audit_raised.slot] as slots, raised.version, after::text as written
    from raised, audit_raised, records`.execute(executor)
  const { slots, version, written } = rows[0] as { slots: string[]; version: string; written: string }
  await trimChangelog(executor, slots, version, 1)
  return written
}

/** Merges fields into a record with a new `updatedAt`; null if nothing changes. */
export const mergeChanges = <R extends { updatedAt: string | null }>(
  record: R,
  fields: { [K in keyof R]?: R[K] | undefined },
): R | null => {
  const differing = Object.entries(fields).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, record[key as keyof R]),
  )
  if (differing.length === 0) return null
  return { ...record, ...Object.fromEntries(differing), updatedAt: new Date().toISOString() }
}
