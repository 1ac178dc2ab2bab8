import { readConfig } from '../config'
import { checkTables } from '../db/check'
import { openDatabase } from '../db/database'
import { tables } from '../resources/registry'

const usage = `Check the lists and repair any differences:

  npm run repair

Compares totals, versions, and sort and search columns with every row, and makes every instance drop its cached
state. If the server uses the embedded database, stop it first. With PostgreSQL it can keep running.`

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
    console.log(repairs.length > 0 ? 'Everything above was repaired.' : 'No differences found.')
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
