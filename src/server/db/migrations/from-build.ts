import { type Kysely, sql } from 'kysely'

/**
 * The build ships an empty database with all migrations. Its list stamps are left empty, so that the first start generates
 * unique ones.
 */
export const clearStamps = async (database: Kysely<unknown>) => {
  await sql`delete from database_events`.execute(database)
  await sql`update list_versions set stamp = '', floor_stamp = ''`.execute(database)
}

/** Whether this is the build's database, opened for the first time. */
export const isFromBuild = async (database: Kysely<unknown>) => {
  const { rows } = await sql`select from list_versions where stamp = '' limit 1`.execute(database)
  return rows.length > 0
}
