import { type RawBuilder, sql } from 'kysely'
import type { Database, Executor } from './database'
import { type Json, joinJson } from './json'
import { readAt } from './read-at'
import { changeLocked, lockRecord, RecordNotFound, type WriteContext } from './repository'
import type { Table } from './table'
import type { Versions } from './table-versions'
import { writeRecords } from './write'

/** What a record is before anything has been stored of it, by column; `exists` says whether there is such a one. */
export type Defaults = { row: (id: string) => Record<string, unknown>; exists?: (id: string) => RawBuilder<unknown> }

const recordIn = <R>({ fields, join }: Table<R>, from: RawBuilder<unknown>, id: string) => sql<string>`(
  select row_to_json(record)::text from (
    select ${sql.raw(fields)} from ${from} ${sql.raw(join)} where t.id = ${id}
  ) record)`

const storedOrDefault = <R>(table: Table<R>, { row, exists = () => sql`true` }: Defaults, id: string) => {
  const name = sql.raw(table.name)
  const defaults = sql`(
    select * from json_populate_record(null::${name}, ${JSON.stringify({ ...row(id), id })}::json)
    where ${exists(id)}) t`
  return sql<string | null>`coalesce(${recordIn(table, sql`${name} t`, id)}, ${recordIn(table, defaults, id)})`
}

/** Handles GET of a record that need not be stored. */
export const getOrDefaultHandler =
  <R>(table: Table<R>, what: string, defaults: Defaults) =>
  async (
    { database, versions }: { database: Pick<Database, 'read'>; versions: Versions },
    { id }: { id: string },
  ): Promise<Json<{ data: R }>> => {
    const record = sql<{ record: string | null }>`${storedOrDefault(table, defaults, id)} as record`
    const { row } = await readAt(database.read, versions, table.tables, record)
    if (row.record === null) throw new RecordNotFound(what, id)
    return joinJson({ data: row.record })
  }

/** Like `updateRecord`, for a record that may exist only as its default. Nothing is stored while nothing differs from that. */
export const updateOrDefault = <R extends { id: string }>(
  context: WriteContext,
  table: Table<R>,
  what: string,
  defaults: Defaults,
  id: string,
  apply: (record: R) => R | null,
): Promise<Json<{ data: R }>> =>
  context.database.transaction(async (executor) => {
    const byDefault = await lockDefault(executor, table, defaults, id)
    const text = byDefault ?? (await lockRecord(executor, table, what, id))
    const store = async (before: R) => {
      await writeRecords(executor, table, [before], 'new')
    }
    return changeLocked(executor, context, table, text, apply, byDefault === null ? undefined : store)
  })

/** The default of a record that is not stored, locked until the transaction ends; null if it is stored, or there can be none. */
const lockDefault = async <R>(executor: Executor, table: Table<R>, defaults: Defaults, id: string) => {
  const isStored = async () => {
    const { rows } = await sql`select from ${sql.table(table.name)} where id = ${id}`.execute(executor)
    return rows.length > 0
  }
  if (await isStored()) return null
  const lock = `${table.name} ${id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(executor)
  if (await isStored()) return null
  const { rows } = await sql<{ record: string | null }>`
    select ${storedOrDefault(table, defaults, id)} as record`.execute(executor)
  return rows[0]?.record ?? null
}
