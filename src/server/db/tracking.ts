import { type Kysely, sql } from 'kysely'
import { writer } from './migrations/fence'
import { lockSlot, newStateId, tableOfSlot } from './table-versions'

/**
 * Tracks a table anew, after `work` that may change it without logging rows: cached state is invalidated, the change log dropped, and
 * the rows counted. The slots are raised, so writers of the table wait for the transaction, unless they make a new slot.
 */
export const resetTracking = async (
  executor: Kysely<unknown>,
  name: string,
  work: () => Promise<unknown> = async () => {},
) => {
  await lockSlot(name, 'first').execute(executor)
  await raise(executor, name)
  await work()
  // Again, because writes inside the transaction may have been logged.
  await raise(executor, name)
  const slots = sql`select name from list_versions where ${tableOfSlot} = ${name}`
  await sql`delete from list_changes where name in (${slots})`.execute(executor)
  // In one snapshot, so that a write that ends meanwhile is in both numbers or in neither.
  await sql`
    update list_versions set rows = (select count(*) from ${sql.table(name)})
      - (select coalesce(sum(rows), 0) from list_versions where ${tableOfSlot} = ${name} and name <> ${name})
    where name = ${name}`.execute(executor)
}

const raise = async (executor: Kysely<unknown>, name: string) => {
  const stamp = newStateId()
  const raised = sql`
    version = v.version + 1, floor = v.version + 1, stamp = ${stamp}, floor_stamp = ${stamp}, writer = ${sql.lit(writer)}`
  await sql`
    insert into list_versions as v (name, version, floor, rows, stamp, floor_stamp, writer)
    values (${name}, 1, 1, 0, ${stamp}, ${stamp}, ${sql.lit(writer)})
    on conflict (name) do update set ${raised}`.execute(executor)
  await sql`
    update list_versions v set ${raised} where ${tableOfSlot} = ${name} and name <> ${name}`.execute(executor)
}

/** Creates a table's triggers, and enables any that were disabled. */
export const createTriggers = async (database: Kysely<unknown>, table: string) => {
  for (const statement of triggersOf(table)) await sql.raw(statement).execute(database)
}

const triggersOf = (table: string) =>
  Object.entries({
    insert: 'referencing new table as new_rows',
    delete: 'referencing old table as old_rows',
    update: 'referencing new table as new_rows',
    truncate: '',
  }).map(
    ([operation, referencing]) => `
      create or replace trigger note_list_${operation} after ${operation} on ${table} ${referencing}
      for each statement execute function note_list_change()`,
  )

/** Tracks the changes of new tables. A migration that adds a list's table calls it. */
export const track = async (database: Kysely<unknown>, ...tables: string[]) => {
  for (const table of tables) {
    await resetTracking(database, table)
    await createTriggers(database, table)
  }
}
