import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '../../resources/registry'
import { saveRecords } from '../../resources/save-records'
import { createTestApi, emptyData, engines, sampleCompany } from '../../testing/server'
import { version } from '../../version'
import { type Database, openDatabase } from '../database'
import { writeRecords } from '../write'
import { fenceName, writer } from './fence'
import { listSlots } from './list-slots'

const raiseFence = async ({ sql: executor }: Database) => {
  await sql`alter table list_versions drop constraint ${sql.id(fenceName('1.1.0'))}`.execute(executor)
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
    const { ask } = await createTestApi(database)
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
    await expect(write.execute(database.sql)).rejects.toThrow('Quarterdeck 1.1.0 or later is needed to write')
    await saveRecords(database, 'companies', [sampleCompany()])
    await expect(write.execute(database.sql)).rejects.toThrow('Quarterdeck 1.1.0 or later is needed to write')
  })
})

it.each(engines)(
  'An upgraded database keeps to the slot that the release before reads on $engine',
  async ({ open }) => {
    const database = await open()
    await sql`
      alter table list_versions drop constraint ${sql.id(fenceName('1.1.0'))},
        add constraint ${sql.id(fenceName('1.0.0'))} check (writer >= 1)`.execute(database.sql)
    await listSlots(database.sql)
    const made = Array.from({ length: 5 }, () => sampleCompany())
    await Promise.all(
      made.map((company) =>
        database.transaction((executor) => writeRecords(executor, tables.companies, [company], 'new')),
      ),
    )
    const { rows } = await sql`select name, rows::int from list_versions where name like 'companies%'`.execute(
      database.sql,
    )
    expect(rows).toEqual([{ name: 'companies', rows: 5 }])
    await database.close()
  },
)

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
    await sql`insert into database_events values ('upgrade', '2099-05-14', '7.1.0', '999-of-a-newer-version')`.execute(
      compatible.sql,
    )
    await compatible.close()
    const refusal = `This database was upgraded to Quarterdeck 7.1.0; this is ${version}. Start 7.1.0 or later, or restore`
    await expect(openDatabase({ folder })).rejects.toThrow(`${refusal} a backup from before the upgrade.`)
    const reading = await openDatabase({ folder, upTo: null })
    await sql`
      insert into database_events values
        ('backup', '2099-05-12', '1.0.0', '010-search-texts'), ('backup', '2099-05-13', '7.1.0', '999-of-a-newer-version')`.execute(
      reading.sql,
    )
    await reading.close()
    await expect(openDatabase({ folder })).rejects.toThrow(`${refusal} the backup of 12 May 2099.`)
    await remove()
  })
})
