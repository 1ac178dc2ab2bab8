import { placeOf, readConfig } from '../config'
import { logRestore } from '../db/audit-log'
import { newer, openArchive } from '../db/backup/archive'
import { load, requireEmptyDatabase } from '../db/backup/load'
import { openDatabase } from '../db/database'
import { preparePglite } from '../db/embedded/pglite'
import { latestMigration } from '../db/migrations/migrate'
import { migrations } from '../db/migrations/migrations'
import { vacuumAnalyze } from '../resources/save-records'
import { type Command, onlyArgument } from './command'
import { requireDatabase, withDatabase } from './with-database'

/** Of PostgreSQL, and of an embedded engine that it stopped. */
const noSpace = ['53100', 'ENOSPC']

const restoreError = (error: unknown) =>
  noSpace.includes((error as NodeJS.ErrnoException).code ?? '')
    ? new Error('The disk of the database is full. Nothing was restored. Free some space, then try again.')
    : error

export const command: Command = {
  usage: `Fill an empty database from a backup:

  DATABASE_URL=postgres://user:password@host/new quarterdeck restore /backups/quarterdeck.tar.gz
  QUARTERDECK_DATA=./new-data quarterdeck restore /backups/quarterdeck.tar.gz

All of it or nothing: a database with records is refused, and a failure leaves an empty one or none. The backup may come
from either engine, and from this version or an earlier one, which is upgraded afterwards. Everyone has to sign in
again. Keys that were revoked after the backup was made work again: revoke them once more. Schedules of briefs are
paused, because what was due may have been sent since: resume them once you know. If you only move the data, and stopped
the old server before the backup, add --moved: then they run on.`,
  options: { moved: { type: 'boolean' } },
  run: async (args) => {
    const file = onlyArgument(args, 'the backup to restore')
    const config = readConfig(process.env)
    requireDatabase(config)
    // The engine gets ready while the archive's beginning is read.
    if (!config.databaseUrl) preparePglite()
    const archive = await openArchive(file)
    try {
      const { schema, quarterdeck, takenAt } = archive.manifest
      if (!(schema in migrations)) throw new Error(newer(file, quarterdeck))
      const database = await openDatabase({
        ...placeOf(config),
        ...{ upTo: schema, isBulkLoad: true, before: requireEmptyDatabase },
      })
      let loaded: Awaited<ReturnType<typeof load>>
      try {
        loaded = await load(database.sql, archive, {
          isMoved: args.values.moved === true,
          finish: (executor, rows) => logRestore(executor, { backup: takenAt, rows }),
        })
      } catch (error) {
        await database.abandon().catch(() => {})
        throw restoreError(error)
      }
      await database.close().catch((error) => {
        throw restoreError(error)
      })
      const { rows, paused, unknownTables } = loaded
      console.log(`Restored ${rows.toLocaleString('en')} rows of ${takenAt}.`)
      if (unknownTables.length > 0)
        console.log(`Left out, because Quarterdeck has no such table: ${unknownTables.join(', ')}.`)
      if (paused > 0)
        console.log(
          `${paused.toLocaleString('en')} brief ${paused === 1 ? 'schedule is' : 'schedules are'} paused, because briefs may have been sent since. Resume them once you know what was sent.`,
        )
      if (schema !== latestMigration) {
        await withDatabase(async () => {}, { schema: 'upgraded' }).catch((error: Error) => {
          throw new Error(
            `The backup is restored, but the upgrade after that failed. ${error.message.replace(/\.$/, '')}. Then run quarterdeck migrate; do not restore again.`,
          )
        })
        await withDatabase(vacuumAnalyze)
      }
    } finally {
      await archive.close()
    }
  },
}
