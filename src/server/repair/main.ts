import { readConfig } from '../config'
import { checkTables } from '../db/check'
import { openDatabase } from '../db/database'
import { tables } from '../resources/registry'

const usage = `How to check the lists, and repair what differs from the tables:

  npm run repair

Holds totals, versions, and the columns that lists are sorted and searched by against every row, and has every instance forget what
it remembers. The server may run meanwhile when the data is in PostgreSQL. Stop it first when it uses the embedded database.`

const main = async (args: string[]) => {
  if (args.length > 0) {
    console.log(usage)
    if (args[0] !== '--help') process.exitCode = 1
    return
  }
  const config = readConfig(process.env)
  const database = await openDatabase({ url: config.databaseUrl, folder: config.folder })
  try {
    const repairs = await checkTables(database, { tables: Object.values(tables), isThorough: true })
    for (const { table, sentence } of repairs) console.log(`${table}: ${sentence}`)
    console.log(repairs.length > 0 ? 'All of it was repaired.' : 'Everything was right.')
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
