import { openArchive } from '../db/backup/archive'
import { type Command, onlyArgument } from './command'

export const command: Command = {
  usage: `Read a backup whole and check it, without a database:

  quarterdeck verify /backups/quarterdeck.tar.gz

Compares every part with its checksum and every table with its number of rows.`,
  run: async (args) => {
    const file = onlyArgument(args, 'the backup to check')
    const { manifest, parts } = await openArchive(file)
    for await (const _ of parts);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${file} is whole: ${rows.toLocaleString('en')} rows in ${manifest.tables.length} tables, made ${manifest.takenAt} by Quarterdeck ${manifest.quarterdeck}.`,
    )
  },
}
