import { type Kysely, sql } from 'kysely'
import { writer } from '../migrations/fence'
import { type Archive, BadArchive, type Manifest } from './archive'
import { isJson, readTables, type TableShape } from './schema'

/** Fills an empty database from an archive, in one transaction. Rejects with a sentence if the database has records. */
export const load = (executor: Kysely<unknown>, { manifest, parts }: Archive) =>
  executor.transaction().execute(async (transaction) => {
    for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0'])
      await sql.raw(`set local ${setting}`).execute(transaction)
    const tables = new Map((await readTables(transaction)).map((table) => [table.name, table]))
    await requireEmpty(transaction, [...tables.values()])
    const unknown = manifest.tables.find(({ name, rows }) => rows > 0 && !tables.has(name))
    if (unknown) throw new BadArchive(`The backup has a table ${unknown.name}, which this version does not know.`)
    // As a writer, so that the tables' triggers take the inserts for its own.
    await sql`update list_versions set writer = ${writer}::int`.execute(transaction)
    const indexes = await dropIndexes(transaction, [...tables.keys()])
    for await (const { table, lines } of parts) {
      const shape = tables.get(table)
      if (shape) await insert(transaction, shape, lines)
    }
    for (const { definition } of indexes) await sql.raw(definition).execute(transaction)
    await startHistories(transaction, manifest)
    // Somebody may have signed out after the backup was made.
    await sql`update sessions set ended_at = coalesce(ended_at, now())`.execute(transaction)
  })

const requireEmpty = async (executor: Kysely<unknown>, tables: TableShape[]) => {
  for (const { name } of tables) {
    const { rows } = await sql<{ full: boolean }>`
      select exists (select from ${sql.table(name)}) as full`.execute(executor)
    if (rows[0]?.full)
      throw new Error(
        `The database is not empty: ${name} has rows. Restore into a new database, or into a new folder by QUARTERDECK_DATA.`,
      )
  }
}

/** An index that is built once, over all rows, takes a fraction of one that grows with each. */
const dropIndexes = async (executor: Kysely<unknown>, tables: string[]) => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class t on t.oid = i.indrelid
    where not i.indisunique and t.relnamespace = current_schema()::regnamespace
      and t.relname in (select json_array_elements_text(${JSON.stringify(tables)}::json))`.execute(executor)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(executor)
  return rows
}

const insert = (executor: Kysely<unknown>, { name, columns }: TableShape, lines: Buffer) => {
  const names = columns.map((column) => sql.ref(column.name))
  const values = columns.map((column) => (isJson(column) ? sql`${sql.ref(column.name)}::json` : sql.ref(column.name)))
  const types = columns.map((column) => sql`${sql.ref(column.name)} ${sql.raw(isJson(column) ? 'text' : column.type)}`)
  return sql`
    insert into ${sql.table(name)} (${sql.join(names)})
    select ${sql.join(values)} from json_to_recordset(${arrayOf(lines)}::json) as r(${sql.join(types)})`.execute(
    executor,
  )
}

/** Lines of JSON as one JSON array. */
const arrayOf = (lines: Buffer) => `[${lines.toString().trimEnd().replaceAll('\n', ',')}]`

/** Lists go on from the version they had, under a new name, so that nobody takes another history for this one. */
const startHistories = (executor: Kysely<unknown>, { tables }: Manifest) => {
  const versions = JSON.stringify(tables.filter(({ version }) => version !== null))
  return sql`
    update list_versions v
    set version = r.version + 1, floor = r.version + 1, rows = r.rows, stamp = r.stamp, floor_stamp = r.stamp,
      writer = ${writer}::int, outside_changes = 0
    from (select *, gen_random_uuid()::text as stamp
      from json_to_recordset(${versions}::json) as a(name text, version bigint, rows bigint)) r
    where r.name = v.name`.execute(executor)
}
