import { parseArgs } from 'node:util'
import { readConfig } from '../config'
import { openDatabase } from '../db/database'
import { vacuumAnalyze } from '../resources/save-records'
import { erasePerson } from './erase'

const usage = `Erase a person's data:

  npm run erase -- person ann@example.com          # shows what would change, and changes nothing
  npm run erase -- person ann@example.com --yes    # does it

Name a user or company user by id or email address, or someone who answered a survey by email address.
If the server uses the embedded database, stop it first. With PostgreSQL it can keep running.
Backups and PostgreSQL's archived log still hold the person's data: see docs/privacy.md.`

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
    console.log('  API keys. Revoke those that the person knew.')
    console.log('  Earlier backups. See docs/privacy.md for how long to keep them.')
    if (values.yes) await vacuumAnalyze(database)
    else console.log('\nNothing was changed. Run it again with --yes to erase.')
  } finally {
    await database.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
