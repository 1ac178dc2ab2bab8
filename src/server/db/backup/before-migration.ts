import fs from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { DatabaseFailure } from '../database-failure'
import { migrationsOf } from '../migrations/applied-migrations'
import { dump } from './dump'
import { saveArchive } from './file'

const kept = 5
const pattern = /^before-upgrade-.*\.tar\.gz$/
/** What a killed one has left. */
const partial = /^before-upgrade-.*\.tar\.gz\.(\w+\.)?partial$/

/** Saves the database beside itself, and keeps the last five of such backups. Rejects with a sentence. */
export const backUpBeforeMigration = async (executor: Kysely<unknown>, folder: string) => {
  const schema = (await migrationsOf(executor)).at(-1)
  // A new database has nothing to lose.
  if (schema === undefined) return
  const backups = path.join(folder, 'backups')
  try {
    await fs.mkdir(backups, { recursive: true, mode: 0o700 })
    for (const name of await fs.readdir(backups)) if (partial.test(name)) await fs.rm(path.join(backups, name))
    const when = new Date().toISOString().replaceAll(/[:.]/g, '-')
    await dump(executor, (archive) =>
      saveArchive(path.join(backups, `before-upgrade-${when}-from-${schema}.tar.gz`), archive),
    )
    const names = (await fs.readdir(backups)).filter((name) => pattern.test(name)).sort()
    for (const name of names.slice(0, -kept)) await fs.rm(path.join(backups, name))
  } catch (error) {
    throw new DatabaseFailure(
      `The database needs an upgrade, but backing it up first failed: ${(error as Error).message} Nothing was changed.`,
      { cause: error },
    )
  }
}
