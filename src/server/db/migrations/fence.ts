import { type Kysely, sql } from 'kysely'
import { version } from '../../version'
import { DatabaseFailure } from '../database-failure'
import { dayText } from '../day-text'
import { lastBackup, upgradedBy } from './database-events'

/**
 * The writer version that each write stores in `list_versions.writer`. A release that requires more of writers raises
 * it and replaces the column's check constraint. Releases that do not know the column leave its default, 0, which no
 * constraint accepts.
 */
export const writer = 2

/** The constraint's name states the required version, so even older releases log it. */
export const fenceName = (release: string) => `Quarterdeck ${release} or later is needed to write`

const named = /^Quarterdeck (\S+) or later is needed to write$/

/** The release that a refused write needs, from the constraint's name. */
export const releaseNeeded = (constraint: string | undefined) => named.exec(constraint ?? '')?.[1]

/** Rejects with a sentence if this database accepts writes only from releases newer than one with these migrations. */
export const requireRightToWrite = async (executor: Kysely<unknown>, migrations: string[]) => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = to_regclass('list_versions') and contype = 'c'`.execute(executor)
  for (const { name, definition } of rows) {
    const release = releaseNeeded(name)
    const least = Number(/writer >= (\d+)/.exec(definition)?.[1] ?? 0)
    if (release && least > writer)
      throw new DatabaseFailure(
        sentence(release, (await upgradedBy(executor)) ?? release, await lastBackup(executor, migrations)),
      )
  }
}

const sentence = (needed: string, upgradedTo: string, backup: Date | undefined) =>
  `This database was upgraded to Quarterdeck ${upgradedTo}; this is ${version}. Start ${needed} or later, or restore ${
    backup ? `the backup of ${dayText(backup)}` : 'a backup from before the upgrade'
  }.`
