import fs from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openDatabase } from '../server/db/database'
import { clearStamps } from '../server/db/migrations/from-build'

/** Writes empty-database.tar into a folder: the files of an embedded database that is up to date and has no records. */
const [folder = ''] = process.argv.slice(2)

const migrated = await openDatabase({ folder })
await clearStamps(migrated.sql)
await migrated.close()

const database = await PGlite.create(path.join(folder, 'database'), {
  startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
})
// The log of its creation is longer than the database.
await database.exec('select pg_switch_wal()')
await database.exec('checkpoint')
const files = await database.dumpDataDir('none')
await fs.writeFile(path.join(folder, 'empty-database.tar'), Buffer.from(await files.arrayBuffer()))
await database.close()
