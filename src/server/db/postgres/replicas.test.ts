import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tables, trackedLists } from '../../resources/registry'
import { saveRecords } from '../../resources/save-records'
import type { TestApi } from '../../testing/server'
import { createTestApi, postgres, sampleCompany, sampleRule, smallLimits, unnoticed } from '../../testing/server'
import { thorough } from '../../testing/thorough'
import { auditEventsTable } from '../audit-log'
import { type Database, openDatabase } from '../database'
import { between, equals } from '../list-engine/conditions'
import { unfilteredKey } from '../list-engine/count'
import { createListCache } from '../list-engine/list-cache'
import { readPage } from '../list-engine/page'
import { refreshOnce } from '../list-engine/stats-refresher'
import { lockSlot, parseVersions, versionsJson } from '../table-versions'
import { writeRecords } from '../write'
import type { Read } from './replicas'

const log = pino({ level: 'silent' })

it('every table that a resource reads is registered, so that no response is older than one of them', () => {
  const names = Object.values({ ...tables, auditEventsTable }).map(({ name }) => name)
  for (const table of Object.values(tables)) {
    const read = names.filter((name) => new RegExp(`\\b${name}\\b`).test(`${table.source} ${table.fields}`))
    expect(table.tables).toEqual(expect.arrayContaining(read))
  }
})

/* The replica is a copy of the database that says so in every name, and is brought up to date by hand. */
describe.runIf(postgres.isThere)('A replica', () => {
  const company = sampleCompany({ employeeCount: 1 })
  const rule = sampleRule({ companyIds: [company.id] })
  let database: Database
  let replica: Database
  let ask: TestApi['ask']
  let drops: (() => Promise<void>)[]

  beforeEach(async () => {
    const source = await postgres.make()
    const filled = await openDatabase({ url: source.url, folder: '' })
    await saveRecords(filled, 'companies', [company])
    await saveRecords(filled, 'automation', [rule])
    await filled.close()
    const copied = await postgres.copy(source.url)
    replica = await openDatabase({ url: copied.url, folder: '' })
    await unnoticed(replica, async (executor) => {
      await sql`update companies set name = 'of the replica'`.execute(executor)
      await sql`update automation_rules set name = 'of the replica'`.execute(executor)
    })
    database = await openDatabase({ url: source.url, folder: '', replicas: { urls: [copied.url], log } })
    ;({ ask } = await createTestApi(database))
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
  const isRead = () => expect.poll(() => nameOf(one)).toBe('of the replica')
  const catchUp = async () => {
    const { rows } = await sql<{ name: string; version: string; stamp: string }>`
      select name, version, stamp from list_versions`.execute(database.sql)
    for (const { name, version, stamp } of rows)
      await sql`update list_versions set version = ${version}, stamp = ${stamp} where name = ${name}`.execute(
        replica.sql,
      )
  }

  it('is read until something is written, and again once it has caught up', async () => {
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

  it('is not asked for changes since a newer count', thorough, async () => {
    await isRead()
    const { rows } = await sql<{ text: string }>`select ${versionsJson()} as text`.execute(database.sql)
    const before = parseVersions(rows[0]?.text ?? '')
    await saveRecords(database, 'companies', [sampleCompany()])
    const { rows: later } = await sql<{ text: string }>`select ${versionsJson()} as text`.execute(database.sql)
    const after = parseVersions(later[0]?.text ?? '')
    const context = { read: database.read, cache: createListCache() }
    const spec = {
      table: tables.companies,
      conditions: [equals('t.status')('active')],
      key: 'active',
      sort: 't.created_at',
      descending: true,
      offset: 0,
      limit: 10,
    }
    for (const versions of [after, before]) {
      const { data, total } = await readPage({ ...context, versions }, spec)
      expect([JSON.parse(data).length, total]).toEqual([2, 2])
    }
  })

  it('that shows a commit before the primary breaks no total or checkpoint', thorough, async () => {
    const instant = (index: number) => new Date(Date.UTC(2026, 0, 1, index)).toISOString()
    const fill = (index: number) =>
      sampleCompany({ createdAt: instant(index), status: index % 2 ? 'active' : 'inactive' })
    const rows = [company, ...Array.from({ length: 80 }, (_, index) => fill(index))]
    for (const both of [database, replica]) await saveRecords(both, 'companies', rows)
    const cache = createListCache({ ...smallLimits, rowsPerStatement: 10 })
    let turn = 0
    const inTurns: Read = (statement, isEnough) => (turn++ % 2 ? database : replica).read(statement, isEnough)
    const range = { column: 't.created_at', from: new Date(instant(10)), to: new Date(instant(90)) }
    const parts = [
      { conditions: [], is: () => true },
      { conditions: [equals('t.status')('active')], is: ({ status }: typeof company) => status === 'active' },
      {
        conditions: [between(range)],
        is: ({ createdAt }: typeof company) => createdAt >= instant(10) && createdAt <= instant(90),
      },
    ]
    const agree = async () => {
      const { rows: context } = await sql<{ text: string }>`select ${versionsJson()} as text`.execute(database.sql)
      const versions = parseVersions(context[0]?.text ?? '')
      for (const [index, { conditions, is }] of parts.entries()) {
        const ids = rows.filter(is).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
        for (const offset of [0, 12, 30, 12]) {
          const spec = { table: tables.companies, conditions, key: `${index}`, sort: 't.created_at', descending: true }
          const key = conditions.length ? spec.key : unfilteredKey
          const page = await readPage({ read: database.read, cache, versions }, { ...spec, key, offset, limit: 5 })
          expect([index, offset, page.total]).toEqual([index, offset, ids.length])
          expect(JSON.parse(page.data).map(({ id }: { id: string }) => id)).toEqual(
            ids.slice(offset, offset + 5).map(({ id }) => id),
          )
        }
      }
    }

    const inserted = (one: Database, record: typeof company) =>
      one.transaction((executor) => writeRecords(executor, tables.companies, [record], 'new'))
    await refreshOnce(database, cache, trackedLists)
    await agree()
    for (const hour of [81, 82, 83]) {
      const early = fill(hour)
      // In a slot of its own, so that either has what the other lacks.
      if (hour === 83)
        await replica.transaction(async (executor) => {
          await lockSlot('companies', 'first').execute(executor)
          await inserted(replica, early)
        })
      else await inserted(replica, early)
      // What is kept is moved along, or found anew, by both: some of it is newer than the primary.
      if (hour === 82) cache.tableStats.clear()
      await refreshOnce(hour === 81 ? replica : { ...database, read: inTurns }, cache, trackedLists)
      await agree()
      await saveRecords(database, 'companies', [early])
      rows.push(early)
      await agree()
      await refreshOnce(database, cache, trackedLists)
      await agree()
    }
  })

  it('that fails or disappears causes no errors', async () => {
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
