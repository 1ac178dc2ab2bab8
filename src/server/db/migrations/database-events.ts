import { type Kysely, sql } from 'kysely'
import { version } from '../../version'

type Executor = Kysely<unknown>

/** What a release that is too old tells its operator: which release upgraded the database, and which backup is from before. */
export const databaseEvents = async (database: Executor) => {
  await sql`
    create table database_events (
      event text collate "C" not null,
      at timestamptz(3) not null default now(),
      release text not null,
      schema text collate "C" not null,
      primary key (event, at)
    )`.execute(database)
}

const isThere = async (executor: Executor) => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('database_events') is not null as there`.execute(executor)
  return rows[0]?.there ?? false
}

const note = async (executor: Executor, event: 'upgrade' | 'backup') => {
  if (await isThere(executor))
    await sql`
      insert into database_events (event, release, schema)
      select ${event}, ${version}, max(name) from kysely_migration on conflict do nothing`.execute(executor)
}

export const noteUpgrade = (executor: Executor) => note(executor, 'upgrade')

/** A database that cannot be written can be backed up all the same. */
export const noteBackup = (executor: Executor) => note(executor, 'backup').catch(() => {})

/** The release that upgraded a database last, if it is known. */
export const upgradedBy = async (executor: Executor) => {
  if (!(await isThere(executor))) return undefined
  const { rows } = await sql<{ release: string }>`
    select release from database_events where event = 'upgrade' order by at desc limit 1`.execute(executor)
  return rows[0]?.release
}

/** When the last backup was made that a release with these migrations can restore. */
export const lastBackup = async (executor: Executor, migrations: string[]) => {
  if (!(await isThere(executor))) return undefined
  const { rows } = await sql<{ at: Date }>`
    select at from database_events where event = 'backup' and schema = any (${migrations})
    order by at desc limit 1`.execute(executor)
  return rows[0]?.at
}
