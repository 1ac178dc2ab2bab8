import { type Kysely, sql } from 'kysely'
import { writer } from './migrations/fence'
import { lockSlot, newStateId, tableOfSlot } from './table-versions'

/**
 * Changes a table without logging rows: cached state is invalidated, its change log is dropped, and its rows are counted. Its slots are
 * raised, so writers of the table wait for the transaction, unless they make a new slot.
 */
export const renew = async (executor: Kysely<unknown>, name: string, work: () => Promise<unknown> = async () => {}) => {
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
