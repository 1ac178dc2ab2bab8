import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, placeOf, readConfig } from '../config'
import { type Database, openDatabase } from '../db/database'
import { explained } from '../db/postgres/opening-failure'

/**
 * Works on the configured database and closes it. `upTo` is what it is migrated to: to the latest unless told otherwise. An
 * embedded one that is not there is created only if it `mayBeNew`, because the folder may be a wrong one.
 */
export const withDatabase = async <T>(
  work: (database: Database, config: Config) => Promise<T>,
  { mayBeNew = false, ...o }: { upTo?: string | null; mayBeNew?: boolean } = {},
): Promise<T> => {
  const config = readConfig(process.env)
  requireDatabase(config)
  if (!mayBeNew) requireData(config)
  const database = await openDatabase({ ...placeOf(config), ...o })
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
