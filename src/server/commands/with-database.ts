import { type Config, readConfig } from '../config'
import { type Database, openDatabase } from '../db/database'

/** Works on the configured database and closes it. */
export const withDatabase = async <T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> => {
  const config = readConfig(process.env)
  requireDatabase(config)
  const database = await openDatabase({ url: config.databaseUrl, folder: config.folder })
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}

/** In front of another server there is no database. */
export const requireDatabase = ({ upstream }: Config) => {
  if (upstream)
    throw new Error('QUARTERDECK_UPSTREAM is set, so the data is on that server. Run the command there, or unset it.')
}
