import { type RawBuilder, sql } from 'kysely'
import type { Database, Executor } from './database'
import { type Json, joinJson } from './json'
import { RecordNotFound } from './repository'
import type { Table } from './table'
import { isSameState, type Versions, versionsJson } from './table-versions'
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
    const { row } = await database.read(
      sql<{ record: string | null; versions: string }>`
        select ${versionsJson()} as versions, ${storedOrDefault(table, defaults, id)} as record`,
      isSameState(versions, table.tables),
    )
    if (row.record === null) throw new RecordNotFound(what, id)
    return joinJson({ data: row.record })
  }

/** Transactions that store the record first; a concurrent one waits for that. */
export const storeDefaultFirst = <R extends { id: string }>(
  { transaction }: Pick<Database, 'transaction'>,
  table: Table<R>,
  defaults: Defaults,
  id: string,
): Pick<Database, 'transaction'> => ({
  transaction: (work) =>
    transaction(async (executor) => {
      await store(executor, table, defaults, id)
      return work(executor)
    }),
})

const store = async <R extends { id: string }>(executor: Executor, table: Table<R>, defaults: Defaults, id: string) => {
  const isStored = async () => {
    const { rows } = await sql`select from ${sql.table(table.name)} where id = ${id}`.execute(executor)
    return rows.length > 0
  }
  if (await isStored()) return
  const lock = `${table.name} ${id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(executor)
  if (await isStored()) return
  const { rows } = await sql<{ record: string | null }>`
    select ${storedOrDefault(table, defaults, id)} as record`.execute(executor)
  const record = rows[0]?.record
  if (record) await writeRecords(executor, table, [JSON.parse(record) as R], 'new')
}
