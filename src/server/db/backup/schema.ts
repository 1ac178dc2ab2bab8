import { type Kysely, sql } from 'kysely'

type Column = { name: string; type: string }
export type TableShape = { name: string; columns: Column[] }

/** What a restored database does without: its own history, caches, and who was signed in at a provider. */
export const tablesNotBackedUp = [
  ...['kysely_migration', 'kysely_migration_lock', 'list_changes', 'list_versions'],
  ...['rate_limits', 'person_sessions', 'database_events'],
]

/** All tables of a backup with their columns, parents before children, so that release 1.0.0, which checks foreign keys as it restores, can restore it. */
export const readTables = async (executor: Kysely<unknown>): Promise<TableShape[]> => {
  const { rows: left } = await sql<TableShape & { parents: string[] }>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(p.relname), '[]') from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in (select json_array_elements_text(${JSON.stringify(tablesNotBackedUp)}::json))
    order by c.relname`.execute(executor)
  const ordered: TableShape[] = []
  while (left.length > 0) {
    const isLeft = (name: string) => left.some((table) => table.name === name)
    // Tables that others made may refer to one another in a circle.
    const next = Math.max(
      left.findIndex(({ parents }) => !parents.some(isLeft)),
      0,
    )
    ordered.push(...left.splice(next, 1).map(({ name, columns }) => ({ name, columns })))
  }
  return ordered
}

/** `json` keeps its text exactly, which a value within JSON would not: null, for one, has two meanings there. */
export const isJson = ({ type }: Column) => type === 'json'
