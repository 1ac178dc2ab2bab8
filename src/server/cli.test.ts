import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companies } from '../contract/companies'
import { sortQuery } from '../contract/core/endpoint'
import { build } from '../scripts/steps.js'
import { createKey } from './api/keys'
import { saveArchive } from './db/backup/file'
import { checkTables } from './db/check'
import { type Database, openDatabase } from './db/database'
import { migrationsOf } from './db/migrations/applied-migrations'
import { migrations } from './db/migrations/migrations'
import { saveRecords } from './resources/save-records'
import { run, start } from './testing/program'
import {
  copyBareData,
  createTestApi,
  emptyData,
  openAny,
  postgres,
  sampleCompany,
  sampleRule,
  settings,
  unnoticed,
} from './testing/server'
import { createTempFolder } from './testing/temp-folder'
import { thorough } from './testing/thorough'
import { version } from './version'

beforeAll(async () => {
  expect(await build()).toBe(true)
})

const ask = (origin: string, key: string, path: string) =>
  fetch(`${origin}/api/public/v1${path}`, { headers: { authorization: `Bearer ${key}` } })

describe('quarterdeck', () => {
  it('says what it can do, and how', async () => {
    expect((await run(['--version'])).out).toBe(version)
    const { out } = await run(['--help'])
    const names = [...out.matchAll(/^ {2}(\w+(?: create)?) {2,}\w/gm)].map(([, name = '']) => name)
    expect(names).toEqual(
      expect.arrayContaining(['start', 'import', 'backup', 'verify', 'restore', 'migrate', 'keys create', 'doctor']),
    )
    expect((await run(['keys', '--help'])).out).toContain('quarterdeck keys create')
    const helps = await Promise.all(names.map((name) => run([...name.split(' '), '--help'])))
    for (const [index, { code, out }] of helps.entries()) {
      expect(code).toBe(0)
      expect(out).toContain(`quarterdeck ${names[index]}`)
    }
  })

  it('gives each new embedded database a history of its own', async () => {
    const begun = []
    for (const _ of ['one', 'another']) {
      const { folder, remove } = await createTempFolder()
      const server = await start({ QUARTERDECK_DATA: folder })
      await server.stop()
      const database = await openDatabase({ folder, upTo: null })
      const { rows: histories } = await sql<{ stamp: string }>`select stamp from list_versions`.execute(database.sql)
      const { rows: releases } = await sql`select release from database_events`.execute(database.sql)
      await database.close()
      await remove()
      expect(releases).toEqual([{ release: version }])
      begun.push(...histories.map(({ stamp }) => stamp))
    }
    expect(begun).not.toContain('')
    expect(new Set(begun).size).toBe(begun.length)
    expect(begun.length).toBeGreaterThan(20)
  })

  it.each([
    [['wibble'], '“wibble” is not a command of quarterdeck. See quarterdeck --help.'],
    [['keys'], '“keys” is not a command of quarterdeck; keys create is. See quarterdeck keys create --help.'],
    [
      ['keys', 'list'],
      '“keys list” is not a command of quarterdeck; keys create is. See quarterdeck keys create --help.',
    ],
    [['backup'], 'Name the file to write. See quarterdeck backup --help.'],
    [['backup', ''], 'Name the file to write. See quarterdeck backup --help.'],
    [['verify', 'a', 'b'], 'Name the backup to check. See quarterdeck verify --help.'],
    [['keys', 'create', '--days', '-3'], "Option '--days' argument is ambiguous. See quarterdeck keys create --help."],
    [['repair', '--quick'], "Unknown option '--quick'. See quarterdeck repair --help."],
    [['verify', '/nowhere/x.tar.gz'], '/nowhere/x.tar.gz does not exist. Check the name.'],
    [
      ['keys', 'create', '--name', 'A', '--scopes', 'all:all'],
      '“all:all” is not a scope. See quarterdeck keys create --help.',
    ],
  ])('answers %j with one sentence', async (words, sentence) => {
    expect(await run(words)).toEqual({ code: 1, out: '', error: sentence })
  })

  it('doctor names a setting that cannot be read', async () => {
    const wrong = await run(['doctor'], { PORT: 'eighty' })
    expect(wrong).toMatchObject({ code: 1, out: expect.stringMatching(/^! Settings +PORT must be a whole number/) })
  })

  it.runIf(process.platform === 'linux')('says that a data folder cannot be made', thorough, async () => {
    const start = await run(['start'], { QUARTERDECK_DATA: '/proc/quarterdeck' })
    expect(start).toEqual({
      ...{ code: 1, out: '' },
      error:
        'The data folder /proc/quarterdeck cannot be used: its parent folder was deleted or takes no folders. Set QUARTERDECK_DATA to another folder.',
    })
  })

  it.each([['backup', '/tmp/x.tar.gz'], ['repair'], ['erase', 'person', 'ann@example.com']])(
    '%s makes no database where there is none, as in a wrong folder',
    async (...words) => {
      const { code, error } = await run(words, { QUARTERDECK_DATA: '/nowhere' })
      expect([code, error]).toEqual([1, expect.stringMatching(/^There is no database in \/nowhere\./)])
    },
  )
})

describe.each(settings)('While a server uses $engine', ({ engine, make }) => {
  let data: Awaited<ReturnType<typeof emptyData>>
  let used: Awaited<ReturnType<typeof make>>
  let environment: Record<string, string>
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    // The path of the data folder is longer than that of a socket may be.
    data = await emptyData('a-data-folder-with-a-long-name'.repeat(4))
    used = await make()
    environment = { QUARTERDECK_DATA: data.folder, ...used.environment }
    server = await start(environment)
  })
  afterAll(async () => {
    await server.stop()
    await used.drop()
    await data.remove()
  })

  it('commands work', async () => {
    const { out: key } = await run(['keys', 'create', '--name', 'Nightly', '--scopes', 'companies:read'], environment)
    expect((await ask(server.origin, key, '/companies')).status).toBe(200)
    expect((await ask(server.origin, key, '/users')).status).toBe(403)
    const { out: admin } = await run(['keys', 'create', '--name', 'Admin', '--scopes', 'all'], environment)
    const events = await (await ask(server.origin, admin, '/audit-events?resource=keys')).json()
    const created = { operation: 'keys create', before: {}, key: { name: 'The keys command' } }
    expect(events.data).toMatchObject([
      { ...created, after: { name: 'Admin', expiresAt: null } },
      { ...created, after: { name: 'Nightly', scopes: ['companies:read'], prefix: key.slice(0, 10) } },
      {
        operation: 'first key',
        before: {},
        key: { name: 'The server' },
        after: { name: 'First key', expiresAt: null },
      },
    ])
    expect(await run(['doctor'], { ...environment, QUARTERDECK_ADMIN_KEY: key })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^! Admin key The key in QUARTERDECK_ADMIN_KEY is the API key “Nightly”/m),
    })
    expect(await run(['migrate', '--check'], environment)).toMatchObject({
      code: 0,
      out: 'The database is up to date.',
    })

    const file = path.join(data.folder, 'saved.tar.gz')
    expect(await run(['backup', file], environment)).toEqual({ code: 0, out: `Backed up to ${file}.`, error: '' })
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
    expect((await run(['verify', file])).out).toMatch(/is whole: \d+ rows in \d+ tables, made \d{4}-.* by Quarterdeck/)
    // The server removes its copy after the last byte was received.
    await expect.poll(() => fs.readdir(data.folder)).not.toContain('backup-copy')
  })

  if (engine !== settings.at(-1)?.engine) return

  it('a backup is refused where it cannot be put', thorough, async () => {
    const folder = path.join(data.folder, 'missing')
    expect(await run(['backup', `${folder}/saved.tar.gz`], environment)).toEqual({
      code: 1,
      out: '',
      error: `The folder ${folder} does not exist. Create it first.`,
    })
    await fs.mkdir(`${data.folder}/taken.tar.gz`)
    const { code, error } = await run(['backup', `${data.folder}/taken.tar.gz`], environment)
    expect([code, error]).toEqual([1, `${data.folder}/taken.tar.gz is not a file. Choose another name.`])
  })

  it('doctor says what is well and what to do', async () => {
    const well = await run(['doctor'], { ...environment, QUARTERDECK_URL: server.origin })
    expect(well).toMatchObject({ code: 0, error: '' })
    expect(well.out).toMatch(/^Settings +ok: [\s\S]*^ {2}Database +ok: [\s\S]*^ {2}Proxy +ok: http:.* leads here\.$/m)
    const ill = await run(['doctor'], { ...environment, QUARTERDECK_URL: 'http://127.0.0.1:9' })
    expect(ill.code).toBe(1)
    expect(ill.out).toMatch(/^! Proxy +http:\/\/127\.0\.0\.1:9 cannot be reached from here/m)
  })
})

it('an import that fails on the way says how far it came and that it can be repeated', async () => {
  const { folder, remove } = await emptyData()
  const database = await openDatabase({ folder })
  await sql`alter table companies add check (name <> 'Gone')`.execute(database.sql)
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin
      raise 'The embedded database stopped.' using errcode = 'admin_shutdown'; end $$`.execute(database.sql)
  await sql`
    create trigger fail before insert on companies for each row when (new.name = 'Last') execute function fail()`.execute(
    database.sql,
  )
  await database.close()
  const file = path.join(folder, 'companies.ndjson')
  const names = [...Array(499).fill('Saved'), 'Gone', 'Last', ...Array(20).fill('Later')]
  await fs.writeFile(file, names.map((name) => JSON.stringify(sampleCompany({ name }))).join('\n'))
  const { code, out, error } = await run(['import', file], { QUARTERDECK_DATA: folder })
  expect([code, out]).toEqual([1, ''])
  expect(error.split(/\n+ */)).toEqual([
    expect.stringMatching(/^\S+, line 500: .* violates check constraint/),
    'The embedded database stopped. At least 499 records were saved. Once that is fixed, import the same files again: they replace what is there.',
  ])
  await remove()
})

// A backup of each engine fills a database of each in db/backup/backup.test.
it('a backup starts another server with the same keys', thorough, async () => {
  const { folder, remove } = await createTempFolder()
  const file = path.join(folder, 'saved.tar.gz')
  const database = await openAny()
  const { key } = await createKey(database, {
    name: 'Nightly',
    scopes: ['companies:read', 'keys:manage'],
    expiresAt: null,
    createdBy: null,
  })
  await database.backUp((archive) => saveArchive(file, archive))
  await database.close()

  const elsewhere = { QUARTERDECK_DATA: path.join(folder, 'data') }
  copyBareData(elsewhere.QUARTERDECK_DATA)
  expect(await run(['restore', file], elsewhere)).toMatchObject({ code: 0, error: '' })
  expect(await run(['restore', file], elsewhere)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^The database is not empty: \w+ has rows\./),
  })
  const other = await start(elsewhere)
  expect((await ask(other.origin, key, '/companies')).status).toBe(200)
  const { data } = await (await ask(other.origin, key, '/audit-events')).json()
  const restored = { operation: 'restore', key: { name: 'The restore command' }, after: { rows: expect.any(Number) } }
  expect(data).toMatchObject([restored])
  await other.stop()

  const older = await openDatabase({ folder: elsewhere.QUARTERDECK_DATA, upTo: null })
  await sql`delete from kysely_migration where name like '016%'`.execute(older.sql)
  await older.close()
  expect(await run(['erase', 'person', 'ann@example.com'], elsewhere)).toEqual({
    ...{ code: 1, out: '' },
    error: 'The database has to be upgraded first (016-brief-mail). Run quarterdeck migrate, then try again.',
  })
  expect(await run(['migrate', '--check'], elsewhere)).toMatchObject({
    code: 1,
    out: 'The next start upgrades the database by 016-brief-mail. It is backed up first, to the folder backups beside it.',
  })
  await remove()
})

it.runIf(postgres.isThere)(
  'only a start and migrate upgrade a database, or create one where there may be another',
  async () => {
    const { folder, remove } = await createTempFolder()
    const { url, drop } = await postgres.make()
    const environment = { DATABASE_URL: url, QUARTERDECK_DATA: folder }
    const applied = async () => {
      const database = await openDatabase({ url, folder: '', upTo: null })
      return migrationsOf(database.sql).finally(() => database.close())
    }
    const file = path.join(folder, 'companies.ndjson')
    await fs.writeFile(file, JSON.stringify(sampleCompany()))
    const careful = [
      ['erase', 'person', 'ann@example.com'],
      ['repair'],
      ['keys', 'create', '--name', 'A', '--scopes', 'all'],
    ]
    const refused = (error: string) => ({ code: 1, out: '', error: expect.stringContaining(error) })

    for (const words of careful)
      expect(await run(words, environment)).toEqual(
        refused('The database is empty. Correct DATABASE_URL, or create its tables by quarterdeck migrate.'),
      )
    expect(await applied()).toEqual([])

    const names = Object.keys(migrations)
    const [last = '', older] = [names.at(-1), names.slice(0, -1)]
    const database = await openDatabase({ url, folder: '', upTo: older.at(-1) ?? '' })
    const saved = path.join(folder, 'saved.tar.gz')
    await sql`insert into audit_events (id, at, operation, resource, record_id, before, after)
    values (gen_random_uuid(), now(), 'create', 'companies', '1', '{}', '{}')`.execute(database.sql)
    await database.backUp((archive) => saveArchive(saved, archive))
    await database.close()
    for (const words of [...careful, ['import', file]])
      expect(await run(words, environment)).toEqual(
        refused(
          `The database has to be upgraded first (${last}). Back it up (quarterdeck backup FILE), run quarterdeck migrate, then try again.`,
        ),
      )
    const newer = path.join(folder, 'newer.tar.gz')
    const current = await openAny()
    await current.backUp((archive) => saveArchive(newer, archive))
    await current.close()
    expect(await run(['restore', newer], environment)).toEqual(
      refused('The database is not empty: audit_events has rows.'),
    )
    expect(await applied()).toEqual(older)

    expect((await run(['migrate'], environment)).out).toBe('The database is up to date.')
    expect(await applied()).toEqual(names)
    expect((await run(['import', file], environment)).out).toBe(`${file}: 1 read, 1 saved, 0 skipped.`)
    await drop()

    // From an earlier release, into nothing.
    const moved = await postgres.make()
    const upgraded = await openDatabase({ url: moved.url, folder: '', upTo: null })
    await sql`
      create table kysely_migration (name text primary key, timestamp text not null,
        constraint not_yet check (name <> ${sql.lit(last)}))`.execute(upgraded.sql)
    expect(await run(['restore', saved], { DATABASE_URL: moved.url })).toEqual({
      code: 1,
      out: expect.stringMatching(/^Restored 1 rows of /),
      error: expect.stringMatching(
        /^The backup is restored, but the upgrade after that failed\. .* "not_yet"\. Check DATABASE_URL\. Then run quarterdeck migrate; do not restore again\.$/,
      ),
    })
    await sql`alter table kysely_migration drop constraint not_yet`.execute(upgraded.sql)
    expect(await run(['migrate'], { DATABASE_URL: moved.url })).toMatchObject({ code: 0 })
    const { rows } = await sql`select operation from audit_events order by at`.execute(upgraded.sql)
    expect(rows).toEqual([{ operation: 'create' }, { operation: 'restore' }])
    expect(await checkTables(upgraded, { tables: [] })).toEqual([])
    await upgraded.close()
    await moved.drop()

    // The first command on nothing.
    const empty = await postgres.make()
    for (const [name, place] of [
      ['DATABASE_URL', empty.url],
      ['QUARTERDECK_DATA', path.join(folder, 'new')],
    ] as const)
      expect((await run(['import', file], { [name]: place })).out).toBe(`${file}: 1 read, 1 saved, 0 skipped.`)
    await empty.drop()
    await remove()
  },
)

it.each(settings)('repair leaves the lists of a damaged database correct on $engine', thorough, async ({ make }) => {
  const data = await emptyData()
  const used = await make()
  const environment = { QUARTERDECK_DATA: data.folder, ...used.environment }
  const inDatabase = async <T>(work: (database: Database) => Promise<T>) => {
    const { DATABASE_URL: url } = used.environment
    const database = await openDatabase({ folder: data.folder, ...(url && { url }) })
    return work(database).finally(() => database.close())
  }
  const queries = ['search=renamed', String(new URLSearchParams(sortQuery(companies.list, 'name', false)))]
  const paths = ['/automation', ...queries.map((query) => `/companies?${query}`)]
  const read = async (database: Database) => {
    const { ask } = await createTestApi(database)
    const answers = await Promise.all(paths.map(async (path) => (await ask(path)).json))
    return answers.map(({ data, pagination }) => [
      pagination.totalCount,
      ...data.map(({ name }: { name: string }) => name),
    ])
  }

  await inDatabase(async (database) => {
    const named = ['Alder', 'Birch', 'Cedar'].map((name) => sampleCompany({ name }))
    await saveRecords(database, 'companies', named)
    await saveRecords(database, 'automation', [sampleRule({ name: 'Gone' }), sampleRule({ name: 'Kept' })])
    await unnoticed(database, async (executor) => {
      await sql`delete from automation_rules where name = 'Gone'`.execute(executor)
      await sql`update companies set name = 'Renamed' where name = 'Alder'`.execute(executor)
    })
    expect((await read(database)).slice(1)).toEqual([[0], [3, 'Renamed', 'Birch', 'Cedar']])
  })
  const { code, out, error } = await run(['repair'], environment)
  expect([code, error]).toEqual([0, ''])
  expect(out.split('\n')).toEqual([
    'automation_rules: Its stored total was 2; the correct total is 1.',
    'companies: 1 record was sorted or searched by outdated values.',
    'Everything above was repaired.',
  ])
  expect(await inDatabase(read)).toEqual([
    [1, 'Kept'],
    [1, 'Renamed'],
    [3, 'Birch', 'Cedar', 'Renamed'],
  ])
  expect((await run(['repair'], environment)).out).toBe('No differences found.')
  await used.drop()
  await data.remove()
})
