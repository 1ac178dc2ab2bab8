import fs from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../../contract/core/scopes'
import { createKey } from '../../api/keys'
import { makeSample } from '../../demo/make'
import { tables } from '../../resources/registry'
import { saveRecords } from '../../resources/save-records'
import {
  copyBareData,
  emptyData,
  engines,
  openAny,
  sampleCompany,
  saveDelivery,
  settings,
  unnoticed,
} from '../../testing/server'
import { createTempFolder } from '../../testing/temp-folder'
import { checkTables } from '../check'
import { type Database, openDatabase } from '../database'
import { migrationsOf } from '../migrations/applied-migrations'
import { lockSlot } from '../table-versions'
import { openArchive } from './archive'
import { saveArchive } from './file'
import { load } from './load'
import { readTables } from './schema'
import { tarEnd, tarEntry } from './tar'

let folder: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ folder, remove } = await createTempFolder())
})
afterAll(() => remove())

/** Every row of every table, as text. */
const rowsOf = async ({ sql: executor }: Pick<Database, 'sql'>) => {
  const found: Record<string, string[]> = {}
  await executor.connection().execute(async (session) => {
    await sql`set timezone = 'UTC'`.execute(session)
    for (const { name } of await readTables(session)) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t order by id::text`.execute(session)
      found[name] = rows.map(({ row }) => row)
    }
  })
  return found
}

/** Every index, constraint and trigger, and which columns may be null. */
const schemaOf = async ({ sql: executor }: Pick<Database, 'sql'>) => {
  const { rows } = await sql<{ part: string }>`
    select indexdef as part from pg_indexes where schemaname = current_schema()
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = current_schema()::regnamespace
    union all
    select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', table_name, column_name, is_nullable) from information_schema.columns
    where table_schema = current_schema()
    order by part`.execute(executor)
  return rows
}

const readWhole = async (file: string) => {
  const { parts } = await openArchive(file)
  for await (const _ of parts);
}

/** Saves a company while another transaction uses the first slot. */
const saveBeside = (database: Database) =>
  database.transaction(async (executor) => {
    await lockSlot('companies', 'first').execute(executor)
    await saveRecords(database, 'companies', [sampleCompany()])
  })

describe.each(engines)('A backup of $engine', ({ engine, open }) => {
  let database: Database
  let file: string
  beforeAll(async () => {
    file = path.join(folder, `${engine}.tar.gz`)
    database = await open()
    await makeSample(database, { scale: 0.02 })
    await createKey(database, { name: 'Kept', scopes, expiresAt: null, createdBy: null })
    await sql`
      insert into audit_events (id, at, operation, resource, record_id, before, after)
      values (gen_random_uuid(), now(), 'create', 'companies', 'x', 'null', '{"note": "line\\nbreak ''quoted'' \\u00e9 \\ud83d\\ude00"}')`.execute(
      database.sql,
    )
    await database.backUp((archive) => saveArchive(file, archive))
  })
  afterAll(() => database.close())

  it.each(engines)('fills an empty $engine with the same rows, and lists that go on', async (other) => {
    const empty = await other.open()
    try {
      if (empty.engine === 'postgres') {
        await saveBeside(empty)
        await sql`truncate companies cascade`.execute(empty.sql)
      }
      const schema = await schemaOf(empty)
      await load(empty.sql, await openArchive(file), { isMoved: true })
      expect(await rowsOf(empty)).toEqual(await rowsOf(database))
      expect(await schemaOf(empty)).toEqual(schema)
      await saveRecords(empty, 'companies', [sampleCompany()])
      expect(await checkTables(empty, { tables: Object.values(tables), isThorough: true })).toEqual([])
      const { rows } = await sql<{ isVisible: boolean }>`
        select relallvisible = relpages as "isVisible" from pg_class where relname = 'audit_events'`.execute(empty.sql)
      expect(rows).toEqual([{ isVisible: true }])
      const again = load(empty.sql, await openArchive(file))
      await expect(again).rejects.toThrow(/^The database is not empty: \w+ has rows\. Restore into a new database/)
    } finally {
      await empty.close()
    }
  })

  it('emails no client again: what was due waits for a person, who reads why', async () => {
    await sql`
      insert into brief_schedules
      select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from brief_schedules t, generate_series(1, 3)
      where id = (select id from brief_schedules where next_run_at is not null limit 1)`.execute(database.sql)
    const { rows: due } = await sql<{ id: string; companyId: string }>`
      select id, company_id as "companyId" from brief_schedules where next_run_at is not null order by id`.execute(
      database.sql,
    )
    const results = ['failed', 'held', 'sent', 'waiting']
    await unnoticed(database, async (executor) => {
      await sql`update brief_schedules set last_reason = null`.execute(executor)
      for (const [at, result] of results.entries())
        await sql`
          update brief_schedules
          set last_result = ${result}, last_reason = ${result === 'failed' ? 'The mailbox is full.' : null}
          where id = ${due[at]?.id}`.execute(executor)
    })
    for (const status of ['waiting', 'sending', 'held', 'sent'] as const)
      await saveDelivery(database, due[0]?.companyId ?? expect.unreachable(), status, '2026-03-02T09:15:00.000Z')
    await sql`insert into brief_leases (id, due_at) select id, now() from brief_deliveries`.execute(database.sql)
    const later = path.join(folder, `${engine}-mail.tar.gz`)
    await database.backUp((archive) => saveArchive(later, archive))
    const empty = await open()
    try {
      const archive = await openArchive(later)
      expect(await load(empty.sql, archive)).toMatchObject({ paused: due.length, unknownTables: [] })
      const { rows: schedules } = await sql<{ status: string; result: string; reason: string }>`
        select status, last_result as result, last_reason as reason from brief_schedules
        where id in (${sql.join(due.slice(0, results.length).map(({ id }) => id))}) order by id`.execute(empty.sql)
      const paused =
        /Paused when a backup of \d+ \w+ \d{4} at \d\d:\d\d UTC was restored\. Resume it once you know what/
      expect(schedules).toEqual([
        {
          status: 'paused',
          result: 'failed',
          reason: expect.stringMatching(
            /^The mailbox is full\. The schedule was paused when a backup of .+ was restored\.$/,
          ),
        },
        {
          status: 'paused',
          result: 'held',
          reason: expect.stringMatching(/^Restored from .+ waits for approval may have been sent/),
        },
        { status: 'paused', result: 'sent', reason: expect.stringMatching(`^${paused.source}`) },
        {
          status: 'paused',
          result: 'unknown',
          reason: expect.stringMatching(/^Restored from .+ last brief may have been sent/),
        },
      ])
      const { rows: deliveries } = await sql`
        select status, reason from brief_deliveries where created_at = '2026-03-02T09:15:00.000Z' order by status, reason`.execute(
        empty.sql,
      )
      const unknown = { status: 'unknown', reason: expect.stringMatching(/Ask the client before you send it again\.$/) }
      expect(deliveries).toEqual([{ status: 'held', reason: null }, { status: 'sent', reason: null }, unknown, unknown])
      expect((await sql`select from brief_leases`.execute(empty.sql)).rows).toEqual([])
      expect(await checkTables(empty, { tables: Object.values(tables), isThorough: true })).toEqual([])
    } finally {
      await empty.close()
    }
  })

  it.each(engines)('is refused by an empty $engine in which something else depends on its tables', async (other) => {
    const empty = await other.open()
    try {
      await sql`create schema reporting`.execute(empty.sql)
      await sql`create table reporting.visits (company uuid references companies)`.execute(empty.sql)
      const loaded = load(empty.sql, await openArchive(file))
      await expect(loaded).rejects.toThrow(/^Something else in the database depends on its tables: .+\. Remove it, /)
    } finally {
      await empty.close()
    }
  })

  const withPostgres = engines.filter((other) => other.engine === 'postgres')
  it.each(withPostgres)('loses no record of an empty $engine that was being written when it began', async (other) => {
    const written = await other.open()
    try {
      let loaded: Promise<unknown> = Promise.resolve()
      await written.sql.transaction().execute(async (transaction) => {
        await sql`
          insert into audit_events (id, at, operation, resource, record_id, before, after)
          values (gen_random_uuid(), now(), 'create', 'companies', 'x', 'null', 'null')`.execute(transaction)
        loaded = load(written.sql, await openArchive(file))
        loaded.catch(() => {})
        const waiting = sql<{ isWaiting: boolean }>`
          select exists (select from pg_locks where not granted and relation = 'audit_events'::regclass) as "isWaiting"`
        await expect.poll(async () => (await waiting.execute(written.sql)).rows).toEqual([{ isWaiting: true }])
      })
      await expect(loaded).rejects.toThrow(/^The database is not empty: /)
    } finally {
      await written.close()
    }
  })

  it('holds nothing that was written after it began', async () => {
    const later = path.join(folder, `${engine}-later.tar.gz`)
    const before = await rowsOf(database)
    await database.backUp(async (archive) => {
      await saveRecords(database, 'companies', [sampleCompany()])
      await saveArchive(later, archive)
    })
    const empty = await open()
    try {
      await load(empty.sql, await openArchive(later), { isMoved: true })
      expect(await rowsOf(empty)).toEqual(before)
    } finally {
      await empty.close()
    }
  })

  it.runIf(engine === 'PGlite')('is refused while another begins or runs, and leaves that one alone', async () => {
    const files = ['one', 'other'].map((name) => path.join(folder, `${name}.tar.gz`))
    const refused: unknown[] = []
    const save = (file: string) =>
      database
        .backUp((archive) => saveArchive(file, archive))
        .then(
          () => readWhole(file),
          (error) => refused.push(error),
        )
    await Promise.all(files.map(save))
    expect(refused).toEqual([new Error('Another backup is running. Wait until it has finished.')])
    await Promise.all(files.slice(1).map(save))
    expect(refused).toHaveLength(1)
  })

  it.runIf(engine === 'PGlite')('outlasts a request that has waited for it too long', async () => {
    const data = await emptyData()
    const copied = await openDatabase({ folder: data.folder })
    const copy = path.join(data.folder, 'backup-copy')
    const to = path.join(folder, 'waited-for.tar.gz')
    const made = copied.backUp((archive) => saveArchive(to, archive))
    while ((await fs.readdir(copy).catch(() => [])).length === 0);
    // What the worker said before it wrote the first file is now heard.
    await new Promise(setImmediate)
    // Lost if the copy has ended by now.
    const waiting = sql`select`.execute(copied.sql).catch(() => {})
    copied.interrupt()
    await made
    await readWhole(to)
    await waiting
    await copied.close()
    await data.remove()
  })
})

describe('An archive', () => {
  let whole: Buffer
  let empty: Database
  beforeAll(async () => {
    const database = await openAny()
    await saveRecords(database, 'companies', [sampleCompany(), sampleCompany()])
    const file = path.join(folder, 'whole.tar.gz')
    await database.backUp((archive) => saveArchive(file, archive))
    whole = await fs.readFile(file)
    await database.close()
    empty = await openAny()
  })
  afterAll(() => empty.close())

  const replaced = (from: string, to: string) => {
    const tar = gunzipSync(whole)
    tar.write(to, tar.indexOf(from))
    return gzipSync(tar)
  }
  const half = () => Math.floor(whole.length / 2)

  it.each<[string, () => Buffer, RegExp]>([
    ['is cut', () => whole.subarray(0, -200), /is incomplete: its end is missing/],
    ['lacks its list of checksums', () => gzipSync(gunzipSync(whole).subarray(0, -1024)), /changed or damaged/],
    ['has a changed row', () => replaced('Bramley', 'Tramley'), /changed or damaged/],
    ['has a row that cannot be read', () => replaced('Bramley', 'Bram"ey'), /changed or damaged: /],
    ['has changed bytes', () => Buffer.from(whole).fill(0, half(), half() + 9), /changed or damaged/],
    ['is text', () => Buffer.from('companies\n'), /is not a backup of Quarterdeck/],
    [
      'has bytes after its end',
      () => Buffer.concat([whole, Buffer.from('more')]),
      /has other bytes after the backup's end\. Copy it again/,
    ],
    [
      'has no manifest',
      () => gzipSync(Buffer.concat([tarEntry('manifest.json', Buffer.from('null')), tarEnd])),
      /is not a backup of Quarterdeck/,
    ],
    ['is another gzip', () => gzipSync('companies\n'), /is not a backup of Quarterdeck/],
    ['is empty', () => Buffer.alloc(0), /is incomplete/],
    [
      'is newer',
      () => replaced('"format": 1', '"format": 2'),
      /was made by Quarterdeck [\d.]+, which is newer than this/,
    ],
  ])('that %s is refused with a sentence, and no row of it is restored', async (name, content, sentence) => {
    const file = path.join(folder, `${name.replaceAll(' ', '-')}.tar.gz`)
    await fs.writeFile(file, content())
    await expect(readWhole(file)).rejects.toThrow(sentence)
    await expect(openArchive(file).then((archive) => load(empty.sql, archive))).rejects.toThrow(sentence)
    expect((await sql`select from companies`.execute(empty.sql)).rows).toEqual([])
  })
})

it('a restore leaves out what someone else keeps beside our tables, and says so', async () => {
  const [database, empty] = [await openAny(), await openAny()]
  await saveRecords(database, 'companies', [sampleCompany()])
  await sql`create table notes_of_others as select 1 as id`.execute(database.sql)
  const file = path.join(folder, 'beside.tar.gz')
  await database.backUp((archive) => saveArchive(file, archive))
  const archive = await openArchive(file)
  const rows = archive.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  expect(await load(empty.sql, archive)).toEqual({ rows: rows - 1, paused: 0, unknownTables: ['notes_of_others'] })
  expect((await sql`select from companies`.execute(empty.sql)).rows).toHaveLength(1)
  await Promise.all([database.close(), empty.close()])
})

it('an archive has each table after those it refers to, so that 1.0.0 can restore the one made before its upgrade', async () => {
  const database = await openAny()
  const names = (await readTables(database.sql)).map(({ name }) => name)
  const { rows } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(database.sql)
  await database.close()
  expect(rows).toContainEqual({ child: 'budgets', parent: 'companies' })
  expect(rows.filter(({ child, parent }) => names.indexOf(parent) > names.indexOf(child))).toEqual([])
})

it('the embedded database is backed up before an upgrade, and not upgraded if that fails', async () => {
  const data = await createTempFolder(folder)
  copyBareData(data.folder)
  const upTo = '008-list-histories'
  await (await openDatabase({ folder: data.folder, upTo })).close()
  const backups = path.join(data.folder, 'backups')
  await fs.writeFile(backups, 'in the way')
  await expect(openDatabase({ folder: data.folder })).rejects.toThrow(
    /^The database needs an upgrade, but backing it up first failed: .* Nothing was changed\.$/,
  )
  const database = await openDatabase({ folder: data.folder, upTo: null })
  expect((await migrationsOf(database.sql)).at(-1)).toBe(upTo)
  await database.close()

  await fs.rm(backups)
  await fs.mkdir(backups)
  const earlier = [1, 2, 3, 4, 5].map((day) => `before-upgrade-2026-01-0${day}.tar.gz`)
  for (const name of [...earlier, 'before-upgrade-2026-01-06.tar.gz.1a2b3c4d.partial', 'mine.tar.gz'])
    await fs.writeFile(path.join(backups, name), '')
  await (await openDatabase({ folder: data.folder })).close()
  const kept = (await fs.readdir(backups)).sort()
  expect(kept).toEqual([
    ...earlier.slice(1),
    expect.stringMatching(/-from-008-list-histories\.tar\.gz$/),
    'mine.tar.gz',
  ])
  await readWhole(path.join(backups, kept[4] as string))
})

it('a database restored from a backup that is older than slots refuses writers that know none', async () => {
  const data = await createTempFolder(folder)
  copyBareData(data.folder)
  const upTo = '008-list-histories'
  await (await openDatabase({ folder: data.folder, upTo })).close()
  await (await openDatabase({ folder: data.folder })).close()
  const backups = path.join(data.folder, 'backups')
  const file = path.join(backups, (await fs.readdir(backups))[0] ?? '')

  // No earlier release writes to it, so it is not held to one slot.
  for (const { engine, make } of settings) {
    const { environment, drop } = await make()
    const place = { url: environment.DATABASE_URL, folder: path.join(folder, `restored-${engine}`) }
    if (!place.url) copyBareData(place.folder)
    const restored = await openDatabase({ ...place, upTo })
    await load(restored.sql, await openArchive(file))
    await restored.close()
    const current = await openDatabase(place)
    await expect(sql`update list_versions set writer = 1`.execute(current.sql)).rejects.toThrow(
      '1.1.0 or later is needed',
    )
    if (current.engine === 'postgres') {
      await saveBeside(current)
      const { rows } = await sql`select name from list_versions where name like 'companies/%'`.execute(current.sql)
      expect(rows).toEqual([{ name: 'companies/1' }])
    }
    await current.close()
    await drop()
  }
})
