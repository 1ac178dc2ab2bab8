import { sql } from 'kysely'
import type { Executor } from './open'
import type { Table } from './table'

/** Writes whole records; one whose id is there already is replaced. */
export const write = async <R>(executor: Executor, table: Table<R>, records: readonly R[]) => {
  if (records.length === 0) return
  const names = table.columns.map(({ name }) => `"${name}"`)
  const rows = records.map((record) =>
    Object.fromEntries(table.columns.map(({ name, value }) => [name, value(record)])),
  )
  const typed = table.columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')
  const replaced = names.filter((name) => name !== '"id"').map((name) => `${name} = excluded.${name}`)
  await sql`
    insert into ${sql.raw(table.name)} (${sql.raw(names.join(', '))})
    select ${sql.raw(names.join(', '))} from json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(typed)})
    on conflict (id) do update set ${sql.raw(replaced.join(', '))}`.execute(executor)
}
