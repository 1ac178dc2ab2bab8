import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { version as release } from '../../version'
import { migrationsOf } from '../migrations/applied-migrations'
import { type Manifest, type Part, writeArchive } from './archive'
import { isJson, readTables, type TableShape } from './schema'

/** Rows of one statement, and bytes of one part, so that memory does not grow with the data. */
const fetched = 500
const partSize = 4 * 1024 * 1024

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
    const gzip = createGzip({ level: 4 })
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

async function* partsOf(snapshot: Kysely<unknown>, tables: TableShape[]): AsyncGenerator<Part> {
  for (const { name, columns } of tables) {
    const selected = columns.map((column) => {
      const reference = sql.ref(column.name)
      return isJson(column) ? sql`${reference}::text as ${reference}` : reference
    })
    await sql`
      declare rows_to_save no scroll cursor for
      select row_to_json(r)::text as line from (select ${sql.join(selected)} from ${sql.table(name)}) r`.execute(
      snapshot,
    )
    let part: Buffer[] = []
    let size = 0
    for (;;) {
      const { rows } = await sql<{ line: string }>`
        fetch ${sql.raw(String(fetched))} from rows_to_save`.execute(snapshot)
      if (rows.length > 0) {
        const lines = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
        part.push(lines)
        size += lines.length
      }
      const isLast = rows.length < fetched
      if (size >= partSize || (isLast && size > 0)) {
        yield { table: name, lines: Buffer.concat(part) }
        part = []
        size = 0
      }
      if (isLast) break
    }
    await sql`close rows_to_save`.execute(snapshot)
  }
}
