import { type Kysely, sql } from 'kysely'
import { writer } from './migrations/fence'
import { newStateId } from './table-versions'

/**
 * Changes a table without logging rows: cached state is invalidated, its change log is dropped, and its rows are
 * counted. Writers of the table wait for the transaction.
 */
export const renew = async (executor: Kysely<unknown>, name: string, work: () => Promise<unknown> = async () => {}) => {
  await raise(executor, name)
  await work()
  // Again, because writes inside the transaction may have been logged.
  await raise(executor, name)
  await sql`delete from list_changes where name = ${name}`.execute(executor)
  await sql`
    update list_versions set rows = (select count(*) from ${sql.table(name)}) where name = ${name}`.execute(executor)
}

const raise = async (executor: Kysely<unknown>, name: string) => {
  const stamp = newStateId()
  await sql`
    insert into list_versions as v (name, version, floor, rows, stamp, floor_stamp, writer)
    values (${name}, 1, 1, 0, ${stamp}, ${stamp}, ${sql.lit(writer)})
    on conflict (name) do update set
      version = v.version + 1, floor = v.version + 1, stamp = excluded.stamp, floor_stamp = excluded.floor_stamp,
      writer = excluded.writer`.execute(executor)
}
