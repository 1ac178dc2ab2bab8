import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { version as release } from '../../version'
import { migrationsOf } from '../migrations/applied-migrations'
import { type Manifest, type Part, writeArchive } from './archive'
import { isJson, readTables, type TableShape } from './schema'

/** What one statement reads of a table, with its large values beside it, so that memory does not grow with the data. */
const fetched = 2 * 1024 * 1024

/** Gives the bytes of a backup to `use`, all of one snapshot, which stays open until `use` is done. */
export const dump = (executor: Kysely<unknown>, use: (archive: Readable) => Promise<void>) =>
  executor.transaction().execute(async (snapshot) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(snapshot)
    // Neither a large table nor a slow receiver may end the snapshot.
    for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', `timezone = 'UTC'`])
      await sql.raw(`set local ${setting}`).execute(snapshot)
    const tables = await readTables(snapshot)
    const manifest = await manifestOf(snapshot, tables)
    const archive = Readable.from(writeArchive(manifest, partsOf(snapshot, tables)), { objectMode: false })
    const gzip = createGzip({ level: 2, chunkSize: 256 * 1024 })
    archive.once('error', (error) => gzip.destroy(error))
    gzip.once('close', () => archive.destroy())
    await use(archive.pipe(gzip))
  })

const manifestOf = async (snapshot: Kysely<unknown>, tables: TableShape[]): Promise<Manifest> => {
  const { rows: versions } = await sql<{ name: string; version: string }>`
    select name, version::text from list_versions`.execute(snapshot)
  const counted = []
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::float8 as rows from ${sql.table(name)}`.execute(snapshot)
    const listed = versions.find((table) => table.name === name)
    counted.push({ name, rows: rows[0]?.rows ?? 0, version: listed ? Number(listed.version) : null })
  }
  const schema = (await migrationsOf(snapshot)).at(-1) ?? ''
  return { quarterdeck: release, schema, takenAt: new Date().toISOString(), tables: counted }
}

/**
 * Reads each table by ranges of its blocks. PostgreSQL joins the lines: a million rows cost the driver far more time
 * than a thousand texts.
 */
async function* partsOf(snapshot: Kysely<unknown>, tables: TableShape[]): AsyncGenerator<Part> {
  for (const { name, columns } of tables) {
    const selected = columns.map((column) => {
      const reference = sql.ref(column.name)
      return isJson(column) ? sql`${reference}::text as ${reference}` : reference
    })
    const { blocks, step } = await blocksOf(snapshot, name)
    for (let from = 0; from < blocks; from += step) {
      const { rows } = await sql<{ lines: string | null }>`
        select string_agg(row_to_json(r)::text || E'\n', '') as lines from (
          select ${sql.join(selected)} from ${sql.table(name)}
          where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + step},0)`}::tid) r`.execute(snapshot)
      const lines = rows[0]?.lines
      if (lines) yield { table: name, lines: Buffer.from(lines) }
    }
  }
}

/** How many blocks a table has, and how many to read at a time. */
const blocksOf = async (snapshot: Kysely<unknown>, name: string) => {
  const { rows } = await sql<{ blocks: number; size: number }>`
    select pg_relation_size(t) / current_setting('block_size')::float8 as blocks, pg_table_size(t)::float8 as size
    from (select ${name}::regclass as t) as named`.execute(snapshot)
  const { blocks = 0, size = 0 } = rows[0] ?? {}
  return { blocks, step: Math.max(1, Math.floor((fetched * blocks) / Math.max(size, 1))) }
}
