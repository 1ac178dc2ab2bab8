import { sql } from 'kysely'
import type { Database } from '../db/database'
import type { Table } from '../db/table'
import { writeRecords } from '../db/write'
import type { Records } from './registry'
import { tables } from './registry'

/** Writes whole records of one resource in one transaction; a record whose id is there already is replaced. */
export const saveRecords = <K extends keyof Records>(database: Database, resource: K, records: readonly Records[K][]) =>
  database.transaction((executor) => writeRecords(executor, tables[resource] as unknown as Table<Records[K]>, records))

/** Whether nobody has put anything in yet: what decides that the sample is made. */
export const isDatabaseEmpty = async (database: Database) => {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from companies) and not exists (select from users) as empty`.execute(database.sql)
  return rows[0]?.empty ?? false
}

/** After bulk writes: what the planner should know, and which pages an index alone can answer for. */
export const vacuumAnalyze = (database: Database) =>
  database.sql.connection().execute(async (executor) => {
    await sql`set statement_timeout = 0`.execute(executor)
    await sql`vacuum analyze`.execute(executor)
    await sql`reset statement_timeout`.execute(executor)
  })
