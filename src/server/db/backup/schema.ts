import { type Kysely, sql } from 'kysely'

type Column = { name: string; type: string }
export type TableShape = { name: string; columns: Column[] }

/** What a restored database does without: its own history, caches, and who was signed in at a provider. */
export const leftOut = [
  ...['kysely_migration', 'kysely_migration_lock', 'list_changes', 'list_versions'],
  ...['rate_limits', 'person_sessions', 'database_events'],
]

/** All tables of a backup with their columns. */
export const readTables = async (executor: Kysely<unknown>): Promise<TableShape[]> => {
  const { rows } = await sql<TableShape>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in (select json_array_elements_text(${JSON.stringify(leftOut)}::json))
    order by c.relname`.execute(executor)
  return rows
}

/** `json` keeps its text exactly, which a value within JSON would not: null, for one, has two meanings there. */
export const isJson = ({ type }: Column) => type === 'json'
