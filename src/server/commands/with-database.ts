import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, placeOf, readConfig } from '../config'
import { type Database, type Executor, openDatabase } from '../db/database'
import { DatabaseFailure } from '../db/database-failure'
import { pendingMigrations, requireQuarterdeckDatabase, unknownMigrations } from '../db/migrations/migrate'
import { explained } from '../db/postgres/opening-failure'

/**
 * Works on the configured database and closes it. Its schema has to be `current`, unless `any` will do or it is to be `upgraded`,
 * which an operator decides. A new one is created only if it `mayBeNew`, because its address may be wrong.
 */
export const withDatabase = async <T>(
  work: (database: Database, config: Config) => Promise<T>,
  { schema = 'current', mayBeNew = false }: { schema?: 'current' | 'any' | 'upgraded'; mayBeNew?: boolean } = {},
): Promise<T> => {
  const config = readConfig(process.env)
  requireDatabase(config)
  if (!mayBeNew) requireData(config)
  const database = await openDatabase({
    ...placeOf(config),
    ...(schema === 'any' && { upTo: null }),
    ...(schema === 'current' && { before: requireCurrent(config, mayBeNew) }),
  })
  try {
    return await work(database, config)
  } catch (error) {
    throw explained(config.databaseUrl, error)
  } finally {
    await database.close()
  }
}

/** In front of another server there is no database. */
export const requireDatabase = ({ upstream }: Config) => {
  if (upstream)
    throw new Error('QUARTERDECK_UPSTREAM is set, so the data is on that server. Run the command there, or unset it.')
}

const requireData = ({ databaseUrl, folder }: Config) => {
  if (!databaseUrl && !existsSync(path.join(folder, 'database')))
    throw new Error(`There is no database in ${folder}. Set QUARTERDECK_DATA to the data folder, or DATABASE_URL.`)
}

const requireCurrent =
  ({ databaseUrl }: Config, mayBeNew: boolean) =>
  async (executor: Executor) => {
    const applied = await requireQuarterdeckDatabase(executor)
    if (applied.length === 0) {
      if (mayBeNew) return
      throw new DatabaseFailure(
        `The database is empty. Correct ${databaseUrl ? 'DATABASE_URL' : 'QUARTERDECK_DATA'}, or create its tables by quarterdeck migrate.`,
      )
    }
    const pending = pendingMigrations(applied)
    // A newer version may have upgraded it; then nothing is pending here.
    if (pending.length === 0 || unknownMigrations(applied).length > 0) return
    throw new DatabaseFailure(
      `The database has to be upgraded first (${pending.join(', ')}). ${databaseUrl ? 'Back it up (quarterdeck backup FILE), run' : 'Run'} quarterdeck migrate, then try again.`,
    )
  }
