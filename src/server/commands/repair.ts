import { checkTables } from '../db/check'
import { tables } from '../resources/registry'
import { type Command, noArguments } from './command'
import { withDatabase } from './with-database'

export const command: Command = {
  usage: `Check the lists and repair any differences:

  quarterdeck repair

Compares totals, versions, and sort and search columns with every row, and makes every instance drop its cached
state. If the server uses the embedded database, stop it first. With PostgreSQL it can keep running.`,
  run: async (args) => {
    noArguments(args)
    await withDatabase(async (database) => {
      const repairs = await checkTables(database, { tables: Object.values(tables), isThorough: true })
      for (const { table, sentence } of repairs) console.log(`${table}: ${sentence}`)
      console.log(repairs.length > 0 ? 'Everything above was repaired.' : 'No differences found.')
    })
  },
}
