import { sql } from 'kysely'
import type { Database } from '../db/database'
import type { Table } from '../db/table'
import { writeRecords } from '../db/write'
import type { Records } from './registry'
import { tables } from './registry'

/** Writes whole records of one resource in one transaction; an existing id is replaced. */
export const saveRecords = <K extends keyof Records>(database: Database, resource: K, records: readonly Records[K][]) =>
  database.transaction((executor) => writeRecords(executor, tables[resource] as unknown as Table<Records[K]>, records))

/** Whether the database has no records yet, so that the sample is created. */
export const isDatabaseEmpty = async (database: Database) => {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from companies) and not exists (select from users) as empty`.execute(database.sql)
  return rows[0]?.empty ?? false
}

/** Updates planner statistics and the visibility map after bulk writes. */
export const vacuumAnalyze = (database: Database) => database.maintain('vacuum analyze')
