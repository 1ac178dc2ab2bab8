import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unoptimised } from '../../scripts/short-lived.js'
import { emptyData, engines } from '../testing/server'
import { createTempFolder } from '../testing/temp-folder'
import { thorough } from '../testing/thorough'
import { openDatabase } from './database'
import { grantNewScopes } from './migrations/statements'

describe('The embedded database', () => {
  let folder: string
  let remove: () => Promise<void>
  beforeEach(async () => {
    ;({ folder, remove } = await emptyData())
  })
  afterEach(() => remove())

  it('refuses a second opener with a sentence, and opens again once the first is closed', async () => {
    const first = await openDatabase({ folder })
    await expect(openDatabase({ folder })).rejects.toThrow(
      `Another Quarterdeck is already using the data folder ${folder}. Stop it first`,
    )
    await first.close()
    await (await openDatabase({ folder })).close()
  })

  it.runIf(process.platform === 'linux')(
    'stays in its folder when another folder takes its name',
    thorough,
    async () => {
      const [moved, copy] = [`${folder}-moved`, `${folder}-copy`]
      await fs.cp(folder, copy, { recursive: true })
      const first = await openDatabase({ folder })
      await fs.rename(folder, moved)
      await fs.rename(copy, folder)
      const second = await openDatabase({ folder })
      await sql`create table things (value int)`.execute(first.sql)
      await sql`checkpoint`.execute(first.sql)
      await Promise.all([first.close(), second.close()])
      const again = await openDatabase({ folder })
      expect((await sql`select to_regclass('things') as things`.execute(again.sql)).rows).toEqual([{ things: null }])
      await again.close()
      await fs.rm(moved, { recursive: true })
    },
  )

  it('says what to do about a folder that is not a database', async () => {
    await fs.writeFile(path.join(folder, 'database', 'PG_VERSION'), 'nonsense')
    await expect(openDatabase({ folder })).rejects.toThrow(
      `The data folder ${folder} could not be opened: its database is damaged, or was copied while Quarterdeck was running. Restore a copy made while it was stopped`,
    )
  })

  it('leaves nothing of a new database that could not be completed', thorough, async () => {
    const fresh = await createTempFolder()
    await expect(openDatabase({ folder: fresh.folder, upTo: 'a migration that does not exist' })).rejects.toThrow(
      'migration "a migration that does not exist" doesn\'t exist',
    )
    expect(await fs.readdir(fresh.folder)).toEqual([])
    await fresh.remove()
  })

  it('keeps every acknowledged write through kill -9, and the killed process leaves no lock behind', async () => {
    let acknowledged = 0
    for (let round = 0; round < 2; round++) {
      const writer = startWriter(folder)
      for await (const line of createInterface({ input: writer.stdout as NodeJS.ReadableStream })) {
        if (!line.startsWith('written ')) continue
        acknowledged = Number(line.slice('written '.length))
        if (acknowledged % 20 === 0) break
      }
      writer.kill('SIGKILL')
      if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
    }
    const database = await openDatabase({ folder })
    const { rows } = await sql<{
      many: number
    }>`select count(*)::int as many from written where value <= ${acknowledged}`.execute(database.sql)
    expect(rows[0]?.many).toBe(acknowledged)
    await database.close()
  })
})

/** Another process that writes one number after the other, and says of each that it was committed. */
const startWriter = (folder: string): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...unoptimised,
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      `import { sql } from 'kysely'
       import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)}
       const database = await openDatabase({ folder: process.argv[1] })
       await sql.raw('create table if not exists written (value int primary key)').execute(database.sql)
       const { rows } = await sql.raw('select coalesce(max(value), 0) as last from written').execute(database.sql)
       for (let value = rows[0].last + 1; ; value++) {
         await sql.raw('insert into written values (' + value + ')').execute(database.sql)
         console.log('written ' + value)
       }`,
      folder,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )

describe.each(engines)('A database on $engine', ({ open }) => {
  it('answers, and rolls a failed transaction back whole', async () => {
    const database = await open()
    expect(await database.ready()).toBe(true)
    await sql`create table things (value int)`.execute(database.sql)
    const failing = database.transaction(async (executor) => {
      await sql`insert into things values (1)`.execute(executor)
      throw new Error('halfway')
    })
    await expect(failing).rejects.toThrow('halfway')
    expect((await sql`select from things`.execute(database.sql)).rows).toEqual([])
    await database.close()
  })

  it('takes dates before standard time for what they are, in any time zone of this process', async () => {
    const database = await open()
    process.env.TZ = 'Europe/Dublin'
    try {
      const date = new Date('1900-01-01T00:00:00.000Z')
      const { rows } = await sql<{ stored: Date; utc: string }>`
        select stored, (stored at time zone 'UTC')::text as utc from (select ${date}::timestamptz as stored) t`.execute(
        database.sql,
      )
      expect(rows).toEqual([{ stored: date, utc: '1900-01-01 00:00:00' }])
    } finally {
      process.env.TZ = 'UTC'
      await database.close()
    }
  })

  it('names a scope that a migration grants and the list of scopes lacks', async () => {
    const database = await open()
    const granted = grantNewScopes(database.sql, 'briefs:send', 'sites:read')
    await expect(granted).rejects.toThrow('statements.ts does not list sites:read.')
    await database.close()
  })
})
