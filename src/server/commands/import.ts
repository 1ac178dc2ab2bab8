import { importFiles, resourceNames } from '../import/import'
import { vacuumAnalyze } from '../resources/save-records'
import { type Command, WrongUsage } from './command'
import { withDatabase } from './with-database'

export const command: Command = {
  usage: `Import your own data:

  quarterdeck import companies.ndjson company-users.json nps-responses=answers.ndjson

Each file holds records of one resource in the API's format: one JSON record per line (.ndjson), or a list or API response (.json).
Name the file after its resource, or put the resource before it: ${resourceNames.join(', ')}.
Records with an existing id are replaced, except for fields that the specification does not list and the file lacks, which keep what is stored:
status, the period of budgets, type and recurrence of their line items, and the follow-up of NPS responses. In a new record they are: companies,
people and report schedules active, reports draft, budgets Draft and Annual, and line items without type and recurrence, so that
they cost their annualisedCost each year. If the server uses the embedded database, stop it first.`,
  run: async ({ positionals }) => {
    if (positionals.length === 0) throw new WrongUsage('Name at least one file.')
    await withDatabase(async (database) => {
      const summaries = await importFiles(database, positionals, (line) => console.error(line))
      for (const { file, read, saved, leftOut, unknownFields } of summaries) {
        console.log(`${file}: ${read} read, ${saved} saved, ${leftOut} skipped.`)
        if (unknownFields.length > 0)
          console.log(`  Ignored fields that the API does not have: ${unknownFields.join(', ')}.`)
      }
      await vacuumAnalyze(database)
      if (summaries.some(({ leftOut }) => leftOut > 0)) process.exitCode = 1
    })
  },
}
