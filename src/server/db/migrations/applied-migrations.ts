import { type Kysely, sql } from 'kysely'

/** The migrations that a database has, in order; none if it is new. */
export const migrationsOf = async (database: Kysely<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(database)
  if (!rows[0]?.exists) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return applied.rows.map(({ name }) => name)
}
