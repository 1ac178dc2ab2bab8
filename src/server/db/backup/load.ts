import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { DatabaseFailure } from '../database-failure'
import { writer } from '../migrations/fence'
import { allowManySlots } from '../migrations/list-slots'
import { copyInto } from '../postgres/pipelined-dialect'
import type { Archive, Manifest } from './archive'
import { copyRows } from './copy-rows'
import { readTables, type TableShape, tablesNotBackedUp } from './schema'

/**
 * Fills an empty database from an archive, in one transaction. Returns how many rows it restored, how many brief schedules it paused, none if the data
 * `isMoved` from a server that has been stopped, and which tables of the archive it left out because its schema has none: someone else made them.
 * Rejects with a sentence if the database has records. `finish` runs at the end of the transaction.
 */
export const load = (
  executor: Kysely<unknown>,
  { manifest, parts }: Archive,
  { isMoved = false, finish = async () => {} }: { isMoved?: boolean; finish?: Finish | undefined } = {},
) =>
  executor.transaction().execute(async (transaction) => {
    for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0'])
      await sql.raw(`set local ${setting}`).execute(transaction)
    const tables = new Map((await readTables(transaction)).map((table) => [table.name, table]))
    await requireEmpty(transaction, [...tables.values()])
    const upkeep = await upkeepOf(transaction, [...tables.keys()])
    const names = [...tables.keys()].map((name) => sql.table(name))
    try {
      await sql.raw(upkeep.stop.join(';\n')).execute(transaction)
      // Again, now that the tables are locked: what was being written has been committed.
      await requireEmpty(transaction, [...tables.values()])
      // Rows that are copied into tables truncated by the same transaction need no VACUUM, and no WAL if wal_level is minimal.
      await sql`truncate ${sql.join(names)}`.execute(transaction)
    } catch (error) {
      throw isDependedOn(error)
        ? new Error(
            `Something else in the database depends on its tables: ${error.message}. Remove it, restore, then make it again.`,
          )
        : error
    }
    // A part is read while the one before it is copied.
    let copied: Promise<unknown> = Promise.resolve()
    for await (const { table, lines } of parts) {
      const shape = tables.get(table)
      if (!shape) continue
      const rows = copyRows(shape, lines)
      await copied
      copied = copyInto(transaction, copyOf(shape), rows)
      copied.catch(() => {})
    }
    await copied
    const paused = isMoved || !tables.has('brief_schedules') ? 0 : await holdBriefs(transaction, manifest)
    await sql.raw(upkeep.resume.join(';\n')).execute(transaction)
    await startHistories(transaction, manifest)
    await allowManySlots(transaction)
    // Someone may have signed out after the backup was made.
    await sql`update sessions set ended_at = coalesce(ended_at, now())`.execute(transaction)
    const restored = manifest.tables.filter(({ name }) => tables.has(name))
    const count = restored.reduce((sum, { rows }) => sum + rows, 0)
    await finish(transaction, count)
    await sql`analyze ${sql.join(names)}`.execute(transaction)
    const unknownTables = manifest.tables
      .map(({ name }) => name)
      .filter((name) => !tables.has(name) && !tablesNotBackedUp.includes(name))
    return { rows: count, paused, unknownTables }
  })

type Finish = (executor: Kysely<unknown>, rows: number) => Promise<unknown>

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** What was due may have been emailed since the backup was made, so that only a person sends it again. */
const holdBriefs = async (executor: Kysely<unknown>, { takenAt }: Manifest) => {
  const backup = `a backup of ${when.format(new Date(takenAt))} UTC`
  await sql`delete from brief_leases`.execute(executor)
  await sql`
    update brief_deliveries set status = 'unknown', updated_at = now(),
      reason = ${`Restored from ${backup}. This may have been sent after that. Ask the client before you send it again.`}
    where status in ('waiting', 'sending')`.execute(executor)
  const { rows } = await sql`
    update brief_schedules set status = 'paused', next_run_at = null, updated_at = now(),
      last_reason = case when last_result in ('failed', 'unknown')
        then concat_ws(' ', last_reason, ${`The schedule was paused when ${backup} was restored.`}::text)
        else ${`Paused when ${backup} was restored. Resume it once you know what was sent since.`}::text end
    where next_run_at is not null returning 1`.execute(executor)
  await sql`
    update brief_schedules set last_result = 'unknown', updated_at = now(),
      last_reason = ${`Restored from ${backup}. The last brief may have been sent after that.`}
    where last_result in ('waiting', 'sending')`.execute(executor)
  await sql`
    update brief_schedules set updated_at = now(),
      last_reason = ${`Restored from ${backup}. The brief that waits for approval may have been sent after that.`}
    where last_result = 'held'`.execute(executor)
  return rows.length
}

/** dependent_objects_still_exist, and of a TRUNCATE of referenced tables feature_not_supported. */
const isDependedOn = (error: unknown): error is Error =>
  error instanceof Error && ['2BP01', '0A000'].includes((error as pg.DatabaseError).code ?? '')

export const requireEmptyDatabase = async (executor: Kysely<unknown>) =>
  requireEmpty(executor, await readTables(executor))

const requireEmpty = async (executor: Kysely<unknown>, tables: TableShape[]) => {
  for (const { name } of tables) {
    const { rows } = await sql<{ full: boolean }>`
      select exists (select from ${sql.table(name)}) as full`.execute(executor)
    if (rows[0]?.full)
      throw new DatabaseFailure(
        `The database is not empty: ${name} has rows. Restore into a new database, or into a new folder by QUARTERDECK_DATA.`,
      )
  }
}

/**
 * What PostgreSQL does for each row, as statements that stop and resume it. Indexes and constraints take a fraction of
 * the time over all rows at once; the triggers would note the rows, whose number the manifest has.
 */
const upkeepOf = async (executor: Kysely<unknown>, tables: string[]) => {
  const { rows } = await sql<{ stop: string; resume: string }>`
    with filled as (
      select oid, oid::regclass as name from pg_class
      where relnamespace = current_schema()::regnamespace
        and relname in (select json_array_elements_text(${JSON.stringify(tables)}::json))),
    upkeep as (
      select 1 as rank, format('alter table %s disable trigger user', name) as stop,
        format('alter table %s enable trigger user', name) as resume
      from filled
      union all
      select case c.contype when 'f' then 2 else 4 end, format('alter table %s drop constraint %I', t.name, c.conname),
        format('alter table %s add constraint %I %s', t.name, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join filled t on t.oid = c.conrelid where c.contype in ('f', 'p', 'u')
      union all
      select 3, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from pg_index i join filled t on t.oid = i.indrelid
      where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')))
    select stop, resume from upkeep order by rank, stop`.execute(executor)
  return { stop: rows.map(({ stop }) => stop), resume: rows.map(({ resume }) => resume).reverse() }
}

const copyOf = ({ name, columns }: TableShape) =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column.name)).join(', ')}) from stdin (freeze)`

/**
 * Lists go on after the versions they had, under a new name, so that no one takes another history for this one. An emptied database
 * may have more slots, and logged changes, of its own.
 */
const startHistories = async (executor: Kysely<unknown>, { tables }: Manifest) => {
  await sql`delete from list_changes`.execute(executor)
  const versions = JSON.stringify(tables.filter(({ version }) => version !== null))
  await sql`
    update list_versions v
    set version = r.version, floor = r.version, rows = r.rows, stamp = r.stamp, floor_stamp = r.stamp,
      writer = ${writer}::int, outside_changes = 0
    from (
      select name, greatest(own.version, a.version) + 1 as version, coalesce(a.rows, 0) as rows, gen_random_uuid()::text as stamp
      from list_versions own
      left join json_to_recordset(${versions}::json) as a(name text, version bigint, rows bigint) using (name)) r
    where r.name = v.name`.execute(executor)
}
