import { type Kysely, sql } from 'kysely'

/**
 * The build delivers an empty database that has all migrations. What tells one database from another is made when it is first opened,
 * which its empty stamps ask for.
 */
export const asDelivered = async (database: Kysely<unknown>) => {
  await sql`delete from database_events`.execute(database)
  await sql`update list_versions set stamp = '', floor_stamp = ''`.execute(database)
}

export const isAsDelivered = async (database: Kysely<unknown>) => {
  const { rows } = await sql`select from list_versions where stamp = '' limit 1`.execute(database)
  return rows.length > 0
}
