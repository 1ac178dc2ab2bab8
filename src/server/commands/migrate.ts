import { json } from 'node:stream/consumers'
import { readConfig } from '../config'
import { askServer } from '../control/client'
import { pendingMigrations, requireQuarterdeckDatabase, unknownMigrations } from '../db/migrations/migrate'
import { type Command, noArguments } from './command'
import { requireDatabase, withDatabase } from './with-database'

export const command: Command = {
  usage: `Bring the database up to date without starting the server, which does the same when it starts:

  quarterdeck migrate
  quarterdeck migrate --check    # only says what would be done; exit code 1 if there is something

An embedded database is backed up first, to the folder backups beside it.`,
  options: { check: { type: 'boolean' } },
  run: async (args) => {
    noArguments(args)
    const config = readConfig(process.env)
    requireDatabase(config)
    if (!args.values.check) {
      await withDatabase(async () => {}, { schema: 'upgraded' })
      return console.log('The database is up to date.')
    }
    const running = config.databaseUrl ? null : await askServer(config.folder, { method: 'GET', path: '/migrations' })
    const applied = running
      ? ((await json(running)) as string[])
      : await withDatabase(({ sql }) => requireQuarterdeckDatabase(sql), { schema: 'any' })
    const [pending, unknown] = [pendingMigrations(applied), unknownMigrations(applied)]
    if (unknown.length > 0)
      return console.log(
        `A newer version has upgraded the database by ${unknown.join(', ')}. This one can still use it.`,
      )
    if (pending.length === 0) return console.log('The database is up to date.')
    const backup = config.databaseUrl
      ? 'Back it up first: quarterdeck backup FILE.'
      : 'It is backed up first, to the folder backups beside it.'
    console.log(`The next start upgrades the database by ${pending.join(', ')}. ${backup}`)
    process.exitCode = 1
  },
}
