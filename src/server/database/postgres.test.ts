import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askable, copyable, sampleCompany } from '../testing'
import { type Database, openDatabase } from './open'
import { save } from './save'

/** What resolves once `release` is called. */
const gate = () => {
  let release = () => {}
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  return { opened, release }
}

describe.each(copyable)('Instances over one PostgreSQL', ({ make }) => {
  let database: Database
  let another: Database
  let drop: () => Promise<void>
  beforeEach(async () => {
    const source = await make()
    drop = source.drop
    database = await openDatabase({ url: source.url, folder: '' })
    another = await openDatabase({ url: source.url, folder: '' })
  })
  afterEach(async () => {
    await database.close()
    await another.close()
    await drop()
  })

  it('write while one of them hangs in the middle of a write', async () => {
    await save(database, 'companies', [sampleCompany()])
    const { opened, release } = gate()
    const hanging = database.transaction(async (executor) => {
      await sql`select from list_versions where name = 'companies' for update`.execute(executor)
      await opened
      await sql`select 1`.execute(executor)
    })
    const refused = expect(hanging).rejects.toThrow()
    await save(another, 'companies', [sampleCompany()])
    release()
    await refused
    await save(database, 'companies', [sampleCompany()])
    expect((await sql`select from companies`.execute(another.sql)).rows).toHaveLength(3)
  })

  it('answer while what is noted of a key waits for its lock', async () => {
    await save(database, 'companies', [sampleCompany()])
    const { ask } = await askable(another)
    const { opened, release } = gate()
    const holding = database.transaction(async (executor) => {
      await sql`select from list_versions where name = 'api_keys' for update`.execute(executor)
      await opened
    })
    expect((await ask('/companies')).json.data).toHaveLength(1)
    release()
    await holding
    const isNoted = async () =>
      (await sql<{ one: boolean }>`select bool_or(last_used_at is not null) as one from api_keys`.execute(another.sql))
        .rows[0]?.one
    await expect.poll(isNoted).toBe(true)
  })
})
