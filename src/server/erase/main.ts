import { parseArgs } from 'node:util'
import { readConfig } from '../config'
import { openDatabase } from '../db/database'
import { vacuumAnalyze } from '../resources/save-records'
import { erasePerson } from './erase'

const usage = `How to erase what is stored about a person:

  npm run erase -- person ann@example.com          # says what would be changed, and changes nothing
  npm run erase -- person ann@example.com --yes    # does it

A person is a user or a company user, by id or e-mail address, or somebody who answered a survey, by e-mail address.
The server may run meanwhile when the data is in PostgreSQL. Stop it first when it uses the embedded database.
Backups and PostgreSQL's archived log still have her: see docs/privacy.md.`

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  const [what, idOrEmail, ...others] = positionals
  if (values.help || what !== 'person' || !idOrEmail || others.length > 0) {
    console.log(usage)
    if (!values.help) process.exitCode = 1
    return
  }
  const config = readConfig(process.env)
  const database = await openDatabase({ url: config.databaseUrl, folder: config.folder })
  try {
    const { person, changed, kept } = await erasePerson(database, idOrEmail, { isMeant: values.yes })
    console.log([...person.names, ...person.emails, ...person.ids].join(', '))
    console.log(values.yes ? '\nChanged:' : '\nWould be changed:')
    for (const line of changed) console.log(`  ${line}`)
    console.log('\nKept:')
    for (const line of kept) console.log(`  ${line}`)
    console.log('  Sessions and API keys, which belong to keys and not to people.')
    console.log('  Backups that were made before: docs/privacy.md says how long they should be kept.')
    if (values.yes) await vacuumAnalyze(database)
    else console.log('\nNothing was changed. Run it again with --yes to do it.')
  } finally {
    await database.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
