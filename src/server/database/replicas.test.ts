import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '../tables'
import type { Asked } from '../testing'
import { askable, copyable, sampleCompany, sampleRule } from '../testing'
import { equals } from './conditions'
import { listMemory } from './memory'
import { type Database, openDatabase } from './open'
import { readPage } from './page'
import { save } from './save'
import { auditEventsTable } from './trace'
import { readVersions, versionsJson } from './versions'

const log = pino({ level: 'silent' })

it('Every table that a record is read from is known, so that an answer is never older than one of them', () => {
  const names = Object.values({ ...tables, auditEventsTable }).map(({ name }) => name)
  for (const table of Object.values(tables)) {
    const read = names.filter((name) => new RegExp(`\\b${name}\\b`).test(`${table.source} ${table.fields}`))
    expect(table.tables).toEqual(expect.arrayContaining(read))
  }
})

/* The replica is a copy of the database that says so in every name, and is brought up to date by hand. */
describe.each(copyable)('A replica', ({ make, copy }) => {
  const company = sampleCompany({ employeeCount: 1 })
  const rule = sampleRule({ companyIds: [company.id] })
  let database: Database
  let replica: Database
  let ask: Asked['ask']
  let drops: (() => Promise<void>)[]

  beforeEach(async () => {
    const source = await make()
    const filled = await openDatabase({ url: source.url, folder: '' })
    await save(filled, 'companies', [company])
    await save(filled, 'automation', [rule])
    await filled.close()
    const copied = await copy(source.url)
    replica = await openDatabase({ url: copied.url, folder: '' })
    await sql`update companies set name = 'of the replica'`.execute(replica.sql)
    await sql`update automation_rules set name = 'of the replica'`.execute(replica.sql)
    database = await openDatabase({ url: source.url, folder: '', replicas: { urls: [copied.url], log } })
    ;({ ask } = await askable(database))
    drops = [source.drop, copied.drop]
  })
  afterEach(async () => {
    await database.close()
    await replica.close()
    for (const drop of drops) await drop()
  })

  const nameOf = async (path: string) => {
    const { status, json } = await ask(path)
    expect(status).toBe(200)
    return (json.data[0] ?? json.data).name
  }
  const one = `/companies/${company.id}`
  const isRead = () => expect.poll(() => nameOf(one), { timeout: 10_000 }).toBe('of the replica')
  const catchUp = async () => {
    const { rows } = await sql<{ name: string; version: string; stamp: string }>`
      select name, version, stamp from list_versions`.execute(database.sql)
    for (const { name, version, stamp } of rows)
      await sql`update list_versions set version = ${version}, stamp = ${stamp} where name = ${name}`.execute(
        replica.sql,
      )
  }

  it('is read until something is written, and again when it has that', async () => {
    await isRead()
    expect(await nameOf('/companies')).toBe('of the replica')
    expect(await nameOf('/companies?search=orchard')).toBe('of the replica')
    expect(await nameOf('/automation')).toBe('of the replica')

    expect((await ask(one, { body: { employeeCount: 2 } })).status).toBe(200)
    expect((await ask(one)).json.data).toMatchObject({ name: company.name, employeeCount: 2 })
    expect((await ask('/companies')).json.data).toMatchObject([{ name: company.name, employeeCount: 2 }])
    expect((await ask('/companies?search=orchard')).json.data).toMatchObject([{ employeeCount: 2 }])
    // A rule tells the names of its companies; the list of rules has nothing of them.
    expect(await nameOf(`/automation/${rule.id}`)).toBe(rule.name)
    expect(await nameOf('/automation?limit=7')).toBe('of the replica')

    await catchUp()
    await isRead()
    expect(await nameOf('/companies?limit=7&search=orchard')).toBe('of the replica')
  })

  it('is not asked for changes since a count that is newer than it', async () => {
    await isRead()
    const { rows } = await sql<{ text: string }>`select ${versionsJson} as text`.execute(database.sql)
    const before = readVersions(rows[0]?.text ?? '')
    await save(database, 'companies', [sampleCompany()])
    const { rows: later } = await sql<{ text: string }>`select ${versionsJson} as text`.execute(database.sql)
    const after = readVersions(later[0]?.text ?? '')
    const known = { read: database.read, memory: listMemory() }
    const asked = {
      table: tables.companies,
      conditions: [equals('t.status')('active')],
      key: 'active',
      sort: 't.created_at',
      descending: true,
      offset: 0,
      limit: 10,
    }
    for (const versions of [after, before]) {
      const { data, total } = await readPage({ ...known, versions }, asked)
      expect([JSON.parse(data).length, total]).toEqual([2, 2])
    }
  })

  it('that fails or goes away is not missed', async () => {
    await isRead()
    await sql`alter table companies rename to lost`.execute(replica.sql)
    expect(await nameOf(one)).toBe(company.name)
    expect(await nameOf('/companies')).toBe(company.name)
    await sql`alter table lost rename to companies`.execute(replica.sql)
    await isRead()

    await drops.pop()?.()
    const names = await Promise.all(Array.from({ length: 20 }, () => nameOf(one)))
    expect(new Set(names)).toEqual(new Set([company.name]))
  })
})
