import { type RawBuilder, sql } from 'kysely'
import type { Executor } from './open'
import type { Table } from './table'
import { newStamp } from './versions'

/** Writes whole records; one whose id is there already is replaced. */
export const write = async <R extends { id: string }>(executor: Executor, table: Table<R>, records: readonly R[]) => {
  if (records.length === 0) return
  const { name, columns } = table
  const given = columns.flatMap((column) => ('value' in column ? [column] : []))
  const rows = records.map((record) => Object.fromEntries(given.map(({ name, value }) => [name, value(record)])))
  const rowset = sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(
    given.map(({ name, type }) => `"${name}" ${type}`).join(', '),
  )})`
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map((column) => ('read' in column ? column.read : `r."${column.name}"`))
  const replaced = names.filter((name) => name !== '"id"').map((name) => `${name} = excluded.${name}`)
  await tracked(executor, table, {
    size: records.length,
    before: sql`select t.* from ${sql.raw(name)} t where id = any (${records.map(({ id }) => id)})`,
    change: sql`
      insert into ${sql.raw(name)} as t (${sql.raw(names.join(', '))}) select ${sql.raw(values.join(', '))} from ${rowset}
      on conflict (id) do update set ${sql.raw(replaced.join(', '))} returning t.*`,
  })
  await table.afterWrite(
    executor,
    records.map(({ id }) => id),
  )
}

/** More changes at once are not told one by one: whoever counts afterwards counts anew. */
const tellable = 100
/** How many changes are kept at least, and at most. */
const atLeast = 500
const atMost = 1000

type Change = { size: number; before: RawBuilder<unknown>; change: RawBuilder<unknown> }

/**
 * Changes rows of a table that lists are made of: raises its version, keeps its number of rows, and tells what each row was
 * and is. The version's own row is locked first, so that `before` is what the change will find.
 */
export const tracked = async (
  executor: Executor,
  { name, columns }: Pick<Table<never>, 'name' | 'columns'>,
  { size, before, change }: Change,
) => {
  const isTold = size <= tellable
  const next = sql`v.version + ${size}`
  const floor = isTold ? sql`case when ${next} - v.floor > ${atMost} then ${next} - ${atLeast} else v.floor end` : next
  const { rows } = await sql<{ version: string; floor: string }>`
    insert into list_versions as v (name, version, floor, rows, stamp)
    values (${name}, ${size}, ${isTold ? 0 : size}, 0, ${newStamp()})
    on conflict (name) do update set version = ${next}, floor = ${floor}, stamp = excluded.stamp
    returning version, floor`.execute(executor)
  const { version, floor: forgotten } = rows[0] as { version: string; floor: string }
  const image = sql.raw(
    columns
      .filter(({ told }) => told)
      .map((column) => `x."${column.name}"`)
      .join(', '),
  )
  const told = (sign: number, from: string) => sql`
    select ${name}, ${version}::bigint, ${sql.lit(sign)}, x.id::text, (select row_to_json(image) from (select ${image}) image)
    from ${sql.raw(from)} x`
  await sql`
    with before as materialized (${before}), change as (${change})
    ${isTold ? sql`, told as (insert into list_changes ${told(-1, 'before')} union all ${told(1, 'change')})` : sql``}
    update list_versions set rows = rows + (select count(*) from change) - (select count(*) from before)
    where name = ${name}`.execute(executor)
  if (Number(version) - Number(forgotten) === (isTold ? atLeast : 0))
    await sql`delete from list_changes where name = ${name} and version <= ${forgotten}::bigint`.execute(executor)
}
