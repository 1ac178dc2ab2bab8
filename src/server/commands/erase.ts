import { erasePerson } from '../erase/erase'
import { vacuumAnalyze } from '../resources/save-records'
import { type Command, UsageError } from './command'
import { withDatabase } from './with-database'

export const command: Command = {
  usage: `Erase a person's data:

  quarterdeck erase person ann@example.com          # shows what would change, and changes nothing
  quarterdeck erase person ann@example.com --yes    # does it

Name a user or company user by id or email address; anyone else, such as someone who answered a survey or gets briefs, by email address.
If the server uses the embedded database, stop it first. With PostgreSQL it can keep running.
Backups and PostgreSQL's archived log still hold the person's data: see docs/privacy.md.`,
  options: { yes: { type: 'boolean', default: false } },
  run: async ({ values, positionals: [what, idOrEmail, ...others] }) => {
    if (what !== 'person' || !idOrEmail || others.length > 0)
      throw new UsageError('Write person and the id or email address of one person.')
    const isConfirmed = values.yes === true
    await withDatabase(async (database) => {
      const { person, changed, kept } = await erasePerson(database, idOrEmail, { isConfirmed })
      console.log([...person.names, ...person.emails, ...person.ids].join(', '))
      console.log(isConfirmed ? '\nChanged:' : '\nWould be changed:')
      for (const line of changed) console.log(`  ${line}`)
      console.log('\nKept:')
      for (const line of kept) console.log(`  ${line}`)
      console.log('  API keys. Revoke those that the person knew.')
      console.log('  Earlier backups. See docs/privacy.md for how long to keep them.')
      if (isConfirmed) await vacuumAnalyze(database)
      else console.log('\nNothing was changed. Run it again with --yes to erase.')
    })
  },
}
