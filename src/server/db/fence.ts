import { type Kysely, sql } from 'kysely'

/**
 * What this program writes into `list_versions.writer` with each write. A release that needs more of every writer than its
 * predecessors do raises it, and replaces the check constraint of that column by one that asks for it. Releases that know
 * nothing of the column leave its default, 0, which no constraint lets through.
 */
export const writer = 1

/** The constraint says by its name which version is needed, so that it is told even by those who know nothing of it. */
export const fenceName = (release: string) => `Quarterdeck ${release} or later is needed to write`

const named = /^Quarterdeck (\S+) or later is needed to write$/

/** Which release a refused write would have needed, by the name of the constraint that refused it. */
export const releaseNeeded = (constraint: string | undefined) => named.exec(constraint ?? '')?.[1]

/** Rejects with a sentence when this database lets only newer programs write. */
export const requireRightToWrite = async (executor: Kysely<unknown>) => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = to_regclass('list_versions') and contype = 'c'`.execute(executor)
  for (const { name, definition } of rows) {
    const release = releaseNeeded(name)
    const least = Number(/writer >= (\d+)/.exec(definition)?.[1] ?? 0)
    if (release && least > writer)
      throw new TooOld(
        `This database was upgraded and needs Quarterdeck ${release} or later. Start that version, or restore a backup from before the upgrade.`,
      )
  }
}

export class TooOld extends Error {}
