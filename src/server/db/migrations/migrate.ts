import { type Kysely, Migrator, sql } from 'kysely'
import { backUpBeforeMigration } from '../backup/before-migration'
import { DatabaseFailure } from '../database-failure'
import { migrationsOf } from './applied-migrations'
import { noteBackup, noteUpgrade } from './database-events'
import { requireRightToWrite } from './fence'
import { isFromBuild } from './from-build'
import { migrations } from './migrations'

export const latestMigration = Object.keys(migrations).at(-1)

/** Those that it still needs for this version. */
export const pendingMigrations = (applied: string[]) =>
  Object.keys(migrations).filter((name) => !applied.includes(name))

/** Those of a newer version. */
export const unknownMigrations = (applied: string[]) => applied.filter((name) => !(name in migrations))

/** The migrations that it has. Rejects with a sentence if it is another program's. */
export const ownMigrationsOf = async (database: Kysely<unknown>) => {
  const applied = await migrationsOf(database)
  if (applied.length > 0 && !applied.some((name) => name in migrations)) throw new ForeignDatabase()
  return applied
}

/** Rejects with a sentence if PostgreSQL is too old or its text isn't UTF-8, if a newer version forbids this one to write, or if the database is another program's. */
export const requireQuarterdeckDatabase = async (database: Kysely<unknown>) => {
  await requireSupported(database)
  await requireRightToWrite(database, Object.keys(migrations))
  return ownMigrationsOf(database)
}

const requireSupported = async (database: Kysely<unknown>) => {
  const { rows } = await sql<Server>`
    select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(database)
  const reason = rows[0] && whyUnsupported(rows[0])
  if (reason) throw new DatabaseFailure(reason)
}

type Server = { versionNumber: number; version: string; encoding: string }

export const whyUnsupported = ({ versionNumber, version, encoding }: Server) => {
  if (versionNumber < 150_000) return `The database is on PostgreSQL ${version}. Upgrade it to version 15 or later.`
  return encoding === 'UTF8'
    ? null
    : `The encoding of the database is ${encoding}. If it has data, back it up (quarterdeck backup FILE). Create one with the encoding UTF8, name it in DATABASE_URL, and restore the backup there (quarterdeck restore FILE).`
}

export class ForeignDatabase extends Error {
  constructor() {
    super(
      'The database is another program’s. Name an empty one in DATABASE_URL, or another folder in QUARTERDECK_DATA.',
    )
  }
}

/** Brings a database up to date, or up to one migration. An embedded one, in `folder`, is backed up first. */
export const migrate = async (
  database: Kysely<unknown>,
  { upTo, folder }: { upTo: string | undefined; folder: string | null },
) => {
  const applied = await requireQuarterdeckDatabase(database)
  if (await hasJit(database)) await turnOffJit.execute(database)
  // A newer version has migrated it, and allows this one to write.
  if (unknownMigrations(applied).length > 0) return
  // Kysely reads the whole catalogue before it finds nothing to do.
  if (pendingMigrations(applied).length === 0) {
    if (folder !== null && (await isFromBuild(database))) await startHistories(database)
    return
  }
  if (folder !== null && applied.length > 0) {
    await backUpBeforeMigration(database, folder)
    await noteBackup(database)
  }
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) throw error
  // A migration may have changed any row without logging it.
  if (results.length > 0) await startHistories(database)
}

/**
 * Notes the upgrade, and then starts new list histories. Only a new database's first start does both again if interrupted; migrations
 * reset the tracking of the tables they change.
 */
const startHistories = async (database: Kysely<unknown>) => {
  await noteUpgrade(database)
  if ((await migrationsOf(database)).includes('008-list-histories'))
    await sql`
      update list_versions v set floor = version, stamp = s.stamp, floor_stamp = s.stamp
      from (select name, gen_random_uuid()::text as stamp from list_versions) s where s.name = v.name`.execute(database)
}

/** Asked first, because the embedded engine, which has none, would load PL/pgSQL at each start. */
const hasJit = async (database: Kysely<unknown>) => {
  const { rows } = await sql<{ jit: boolean }>`select current_setting('jit')::boolean as jit`.execute(database)
  return rows[0]?.jit ?? false
}

/**
 * JIT compilation takes longer than the statements of lists. It is turned off for our role in this database, because what a
 * session sets does not last behind a pooler. Without the right to do so it stays on.
 */
const turnOffJit = sql`
  do $$ begin
    execute format('alter role current_user in database %I set jit = off', current_database());
  exception when others then null;
  end $$`
