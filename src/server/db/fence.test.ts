import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveRecords } from '../resources/save-records'
import { askable, emptyData, engines, sampleCompany } from '../testing/server'
import { type Database, openDatabase } from './database'
import { fenceName, writer } from './fence'

const raiseFence = async ({ sql: executor }: Database) => {
  await sql`alter table list_versions drop constraint ${sql.id(fenceName('1.0.0'))}`.execute(executor)
  await sql`
    alter table list_versions add constraint ${sql.id(fenceName('7.1.0'))} check (writer >= ${sql.lit(writer + 1)}) not valid`.execute(
    executor,
  )
}

describe.each(engines)('A release that is too old for the database on $engine', ({ open }) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  it('reads, and refuses writes naming the required version', async () => {
    const company = sampleCompany()
    await saveRecords(database, 'companies', [company])
    const { ask } = await askable(database)
    await raiseFence(database)
    const refused = await ask(`/companies/${company.id}`, { body: { name: 'Other' } })
    expect(refused.status).toBe(503)
    expect(refused.json).toMatchObject({
      title: 'Upgrade needed',
      detail: expect.stringContaining('Quarterdeck 7.1.0'),
    })
    expect((await ask('/companies')).json.data).toMatchObject([company])
    expect((await ask('/audit-events')).json.data).toEqual([])
  })

  it('is refused by the database itself if it does not know the fence', async () => {
    // As every release before 1.0.0 begins each write, of one record or of many.
    const write = sql`
      insert into list_versions as v (name, version, floor, rows, stamp) values ('companies', 1, 1, 1, 'x')
      on conflict (name) do update set version = v.version + 1, stamp = excluded.stamp`
    await expect(write.execute(database.sql)).rejects.toThrow('Quarterdeck 1.0.0 or later is needed to write')
    await saveRecords(database, 'companies', [sampleCompany()])
    await expect(write.execute(database.sql)).rejects.toThrow('Quarterdeck 1.0.0 or later is needed to write')
  })
})

describe('A start of a program that is older than the database', () => {
  const newerStep = sql`insert into kysely_migration (name, timestamp) values ('999-of-a-newer-version', '2027-01-01')`

  it('is refused with the required version, or allowed if that version permits its writes', async () => {
    const { folder, remove } = await emptyData()
    const database = await openDatabase({ folder })
    await newerStep.execute(database.sql)
    await database.close()
    const compatible = await openDatabase({ folder })
    await saveRecords(compatible, 'companies', [sampleCompany()])
    await raiseFence(compatible)
    await compatible.close()
    await expect(openDatabase({ folder })).rejects.toThrow(
      /^This database was upgraded and needs Quarterdeck 7\.1\.0 or later/,
    )
    await remove()
  })
})
