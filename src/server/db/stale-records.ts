import { sql } from 'kysely'
import type { Pace } from './background'
import type { Executor } from './database'
import { idTypeOf, type Table } from './table'

/** Records read per statement. */
const portion = 1000

type Values = Record<string, unknown>
type Row = { id: string; record: Values; kept: Values; differs: boolean }

/** The ids of records whose derived columns are outdated, in batches. */
export async function* staleRecords(
  executor: Executor,
  table: Table<{ id: string }>,
  pace: Pace,
): AsyncGenerator<string[]> {
  const derived = table.columns.filter(({ isDerived }) => isDerived)
  if (derived.length === 0) return
  // The same instant can be written in several ways, which does not affect sorting.
  const given = derived.flatMap((column) => ('value' in column && column.type === 'text' ? [column] : []))
  const isStale = ({ record, kept, differs }: Row) =>
    differs || given.some(({ name, value }) => (value(record as never) ?? null) !== (kept[name] ?? null))
  const type = sql.raw(idTypeOf(table))
  let last: string | null = null
  for (;;) {
    await pace()
    const { rows }: { rows: Row[] } = await sql<Row>`
      select t.id::text as id, ${differing(table)} as differs,
        (select row_to_json(record) from (select ${sql.raw(table.fields)}) record) as record,
        (select row_to_json(kept) from (select ${sql.raw(given.map(({ name }) => `t."${name}"`).join(', '))}) kept) as kept
      from ${sql.raw(table.source)} where ${last === null ? sql`true` : sql`t.id > ${last}::${type}`}
      order by t.id limit ${portion}`.execute(executor)
    const stale = rows.filter(isStale)
    if (stale.length > 0) yield stale.map(({ id }) => id)
    last = rows.at(-1)?.id ?? null
    if (rows.length < portion) return
  }
}

/** Whether a column copied from another table differs from its source. */
const differing = ({ name, columns }: Table<{ id: string }>) => {
  const parts = columns.flatMap((column) =>
    column.isDerived && 'read' in column
      ? [sql`r.${sql.ref(column.name)} is distinct from ${sql.raw(column.read.replace(' for share', ''))}`]
      : [],
  )
  return parts.length === 0
    ? sql`false`
    : sql`exists (select from ${sql.table(name)} r where r.id = t.id and (${sql.join(parts, sql` or `)}))`
}
