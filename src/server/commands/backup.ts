import type { Readable } from 'node:stream'
import { readConfig } from '../config'
import { askServer } from '../control/client'
import { requirePlace, saveArchive } from '../db/backup/file'
import { ownMigrationsOf } from '../db/migrations/migrate'
import { type Command, onlyArgument } from './command'
import { requireDatabase, withDatabase } from './with-database'

export const command: Command = {
  usage: `Back up the database to one file:

  quarterdeck backup /backups/quarterdeck.tar.gz

The file holds all records, keys and the audit log of one moment, for either engine. The server can keep running. A file
of that name is replaced once the new one is whole. The file holds personal data: only you can read it, and it is not encrypted.
Sessions of people and the secret that seals cookies are not in it.`,
  run: async (args) => {
    const file = onlyArgument(args, 'the file to write')
    const config = readConfig(process.env)
    requireDatabase(config)
    await requirePlace(file)
    const answer = config.databaseUrl ? null : await askServer(config.folder, { method: 'POST', path: '/backup' })
    if (answer)
      await saveArchive(file, answer).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ECONNRESET'
          ? new Error(
              `The server stopped, or could not finish the backup; its log says why. ${file} was not written. Try again.`,
            )
          : error
      })
    else
      await withDatabase(
        async ({ sql, backUp }) => {
          if ((await ownMigrationsOf(sql)).length === 0)
            throw new Error('The database is empty, so there is nothing to back up.')
          await backUp((archive: Readable) => saveArchive(file, archive), { isAlone: true })
        },
        { schema: 'any' },
      )
    console.log(`Backed up to ${file}.`)
  },
}
