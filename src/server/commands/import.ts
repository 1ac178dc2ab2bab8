import type { Config } from '../config'
import type { Database } from '../db/database'
import { DatabaseFailure } from '../db/database-failure'
import { explained } from '../db/postgres/opening-failure'
import { Interrupted, importFiles, resourceNames } from '../import/import'
import { vacuumAnalyze } from '../resources/save-records'
import { type Command, UsageError } from './command'
import { withDatabase } from './with-database'

export const command: Command = {
  usage: `Import your own data:

  quarterdeck import companies.ndjson company-users.json nps-responses=answers.ndjson

Each file holds records of one resource in the API's format: one JSON record per line (.ndjson), or a list or API response (.json).
Name the file after its resource, or put the resource before it: ${resourceNames.join(', ')}.
A record whose id is already stored replaces the stored one. A new id adds a record.
An import that is interrupted, even by kill -9, leaves the batches that it has saved. Run it again to complete it.

The specification leaves out some fields that Quarterdeck stores. If your file leaves them out too, stored records keep their values
and new records get these:

  status of companies, people and report schedules   active
  status of reports                                  draft
  status and period of budgets                       Draft, Annual
  type and recurrence of budget line items           none: an item costs its annualisedCost each year
  logic of condition groups                          none: neither all nor any
  follow-up state of NPS responses                   what followUpRequired and followUpCompleted say
  follow-up owner and note of NPS responses          none

If the server uses the embedded database, stop it first.`,
  run: async ({ positionals }) => {
    if (positionals.length === 0) throw new UsageError('Name at least one file.')
    const save = async (database: Database, { databaseUrl }: Config) => {
      const summaries = await importFiles(database, positionals, (line) => console.error(line)).catch((error) => {
        throw error instanceof Interrupted ? interruption(error.saved, explained(databaseUrl, error.cause)) : error
      })
      for (const { file, read, saved, skipped, unknownFields } of summaries) {
        console.log(`${file}: ${read} read, ${saved} saved, ${skipped} skipped.`)
        if (unknownFields.length > 0)
          console.log(`  Ignored fields that the API does not have: ${unknownFields.join(', ')}.`)
      }
      await vacuumAnalyze(database)
      if (summaries.some(({ skipped }) => skipped > 0)) process.exitCode = 1
    }
    await withDatabase(save, { mayBeNew: true })
  },
}

/** The batch that was being written when the database was lost may have been saved too. */
const interruption = (saved: number, reason: unknown) => {
  const count = saved === 1 ? '1 record was' : `${saved.toLocaleString('en')} records were`
  const sentence = (reason as Error).message.replace(/\.?$/, '.')
  return new DatabaseFailure(
    `${sentence} ${saved > 0 ? `At least ${count} saved` : 'No record is known to be saved'}. Once that is fixed, import the same files again: they replace what is there.`,
    { cause: reason },
  )
}
