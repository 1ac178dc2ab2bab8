import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { basePath } from '../../contract/core/base-path'
import { createApi } from '../public-api'
import { saveRecords } from '../resources/save-records'
import { askable, postgres, sampleCompany } from '../testing/server'
import { type Database, openDatabase } from './database'

/** What resolves once `release` is called. */
const gate = () => {
  let release = () => {}
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  return { opened, release }
}

describe.runIf(postgres.isThere)('Instances over one PostgreSQL', () => {
  let database: Database
  let another: Database
  let url: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    ;({ url, drop } = await postgres.make())
    database = await openDatabase({ url, folder: '' })
    another = await openDatabase({ url, folder: '' })
  })
  afterEach(async () => {
    await database.close()
    await another.close()
    await drop()
  })

  it('can write while one of them hangs during a write', async () => {
    await saveRecords(database, 'companies', [sampleCompany()])
    const { opened, release } = gate()
    const locked = gate()
    const hanging = database.transaction(async (executor) => {
      await sql`select from list_versions where name = 'companies' for update`.execute(executor)
      locked.release()
      await opened
      await sql`select 1`.execute(executor)
    })
    const refused = expect(hanging).rejects.toThrow()
    await locked.opened
    await saveRecords(another, 'companies', [sampleCompany()])
    release()
    await refused
    await saveRecords(database, 'companies', [sampleCompany()])
    expect((await sql`select from companies`.execute(another.sql)).rows).toHaveLength(3)
  })

  it('read from a read-only server, and answer writes with Retry-After', async () => {
    const company = sampleCompany()
    await saveRecords(database, 'companies', [company])
    const { everything } = await askable(database)
    await sql`update api_keys set last_used_at = null`.execute(database.sql)
    const name = new URL(url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(database.sql)
    const reading = await openDatabase({ url, folder: '' })
    const api = createApi({ database: reading, log: pino({ level: 'silent' }), pointsPerMinute: 600 })
    const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' }
    const read = await api.request(`${basePath}/companies`, { headers })
    expect([read.status, (await read.json()).data.length]).toEqual([200, 1])
    const path = `${basePath}/companies/${company.id}`
    const written = await api.request(path, { method: 'PUT', headers, body: '{"name":"New"}' })
    expect([written.status, written.headers.get('retry-after')]).toEqual([503, '5'])
    await reading.close()
  })

  it('respond while a key’s last-use update waits for a lock', async () => {
    await saveRecords(database, 'companies', [sampleCompany()])
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
