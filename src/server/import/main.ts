import { readConfig } from '../config'
import { openDatabase } from '../db/database'
import { vacuumAnalyze } from '../resources/save-records'
import { importFiles, resourceNames } from './import'

const usage = `How to bring in your own data:

  npm run import -- companies.ndjson company-users.json nps-responses=answers.ndjson

One file holds one resource, in the API's own shapes: one JSON record a line (.ndjson), a list, or an answer of the API (.json).
The resource is the file's name, or stands before it: ${resourceNames.join(', ')}.
Records whose id is there already are replaced. Stop the server first when it uses the embedded database.`

const main = async (files: string[]) => {
  if (files.length === 0) return console.log(usage)
  const config = readConfig(process.env)
  const database = await openDatabase({ url: config.databaseUrl, folder: config.folder })
  try {
    const summaries = await importFiles(database, files, (line) => console.error(line))
    for (const { file, read, saved, leftOut, unknownFields } of summaries) {
      console.log(`${file}: ${read} read, ${saved} saved, ${leftOut} left out.`)
      if (unknownFields.length > 0)
        console.log(`  Fields that the API does not have were not kept: ${unknownFields.join(', ')}.`)
    }
    await vacuumAnalyze(database)
    if (summaries.some(({ leftOut }) => leftOut > 0)) process.exitCode = 1
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
