import { readConfig } from '../config'
import { openDatabase } from '../db/database'
import { vacuumAnalyze } from '../resources/save-records'
import { importFiles, resourceNames } from './import'

const usage = `Import your own data:

  npm run import -- companies.ndjson company-users.json nps-responses=answers.ndjson

Each file holds records of one resource in the API's format: one JSON record per line (.ndjson), or a list or API response (.json).
Name the file after its resource, or put the resource before it: ${resourceNames.join(', ')}.
Records with an existing id are replaced. If the server uses the embedded database, stop it first.`

const main = async (files: string[]) => {
  if (files.length === 0) return console.log(usage)
  const config = readConfig(process.env)
  const database = await openDatabase({ url: config.databaseUrl, folder: config.folder })
  try {
    const summaries = await importFiles(database, files, (line) => console.error(line))
    for (const { file, read, saved, leftOut, unknownFields } of summaries) {
      console.log(`${file}: ${read} read, ${saved} saved, ${leftOut} skipped.`)
      if (unknownFields.length > 0)
        console.log(`  Ignored fields that the API does not have: ${unknownFields.join(', ')}.`)
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
