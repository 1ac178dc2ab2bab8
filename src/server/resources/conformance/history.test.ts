import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sortQuery } from '../../../contract/core/endpoint'
import { checkTables } from '../../db/check'
import type { Database } from '../../db/database'
import { createListCache } from '../../db/list-engine/list-cache'
import { refreshOnce } from '../../db/list-engine/stats-refresher'
import { makeSample } from '../../demo/make'
import { createTestApi, engines, isAll, smallLimits, type TestApi, unnoticed } from '../../testing/server'
import { tables, trackedLists } from '../registry'
import { saveRecords } from '../save-records'
import { lists, type Row } from './model'

/*
 * A failover or a restore takes the database back to an earlier state, and other writes then get the version numbers of the lost
 * ones. Lists of an instance that has seen the lost writes are held against those of an instance that has seen nothing.
 */

const limit = 10

const resource = 'npsResponses'
const list = lists.find((one) => one.resource === resource)?.list as (typeof lists)[number]['list']
const saved = [tables[resource].name, 'list_versions', 'list_changes']
const tracked = trackedLists.filter(({ table }) => table.name === tables[resource].name)

const remember = async ({ sql: executor }: Database) => {
  await sql`create schema if not exists saved`.execute(executor)
  for (const name of saved) {
    await sql`drop table if exists saved.${sql.raw(name)}`.execute(executor)
    await sql`create table saved.${sql.raw(name)} as table ${sql.raw(name)}`.execute(executor)
  }
}

/** As a promoted standby or a restored copy would stand there: no trigger and no write of the program has a part in it. */
const rewind = (database: Database) =>
  unnoticed(database, async (executor) => {
    for (const name of saved) {
      await sql`delete from ${sql.raw(name)}`.execute(executor)
      await sql`insert into ${sql.raw(name)} select * from saved.${sql.raw(name)}`.execute(executor)
    }
  })

const scenarios = [
  { title: 'as many other writes', lost: 6, others: 6 },
  { title: 'no write since', lost: 6, others: 0 },
  ...(isAll
    ? [
        { title: 'more other writes', lost: 6, others: 9 },
        { title: 'another bulk write', lost: 6, others: 120 },
      ]
    : []),
]

describe.each(engines)('Lists after a rewind on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
  })
  afterAll(() => database.close())

  const filters = ['', 'followUpRequired=true', 'search=the', 'dateFrom=2026-03-01']
  const questions = filters.flatMap((filter) =>
    list.sort.keys.slice(0, 2).flatMap((key) =>
      [1, 3, 5].map((page) => {
        const query = new URLSearchParams(filter)
        for (const [name, value] of Object.entries(sortQuery(list, key, page === 3))) query.set(name, String(value))
        return `${list.path}?${query}&page=${page}&limit=${limit}`
      }),
    ),
  )

  const readAll = async (testApi: TestApi, etags = new Map<string, string>()) => {
    const read = async (path: string) => {
      const etag = etags.get(path)
      const { status, json, headers } = await testApi.ask(path, { ...(etag && { headers: { 'if-none-match': etag } }) })
      expect(status).toBe(200)
      etags.set(path, headers.get('etag') ?? '')
      return { path, ids: json.data.map(({ id }: Row) => id), total: json.pagination.totalCount }
    }
    return Promise.all(questions.map(read))
  }

  it('a check finds no difference after our own writes', async () => {
    expect(await checkTables(database, { tables: Object.values(tables), isThorough: true })).toEqual([])
  })

  it.each(scenarios)('$title', async ({ lost, others }) => {
    const { rows } = await sql<{ row: Row }>`
      select row_to_json(r) as row from (
        select ${sql.raw(tables[resource].fields)} from ${sql.raw(tables[resource].source)} order by t.id limit 20) r`.execute(
      database.sql,
    )
    /** Rows that come between others, those that take the fields of others, and in one write where there are many. */
    const write = async (count: number, round: string) => {
      const records = Array.from({ length: count }, (_, index) => {
        const { row } = rows[(index * 7 + round.length) % rows.length] as { row: Row }
        return { ...row, id: index % 3 === 2 ? rows[index % rows.length]?.row.id : `${round}-${index}` }
      })
      const distinct = [...new Map(records.map((record) => [record.id, record])).values()]
      if (count > 100) return saveRecords(database, resource, distinct as never)
      for (const record of records) await saveRecords(database, resource, [record] as never)
    }

    const memory = createListCache(smallLimits)
    const instance = await createTestApi(database, memory)
    const keep = () => refreshOnce(database, memory, tracked)
    await keep()
    await readAll(instance)
    await remember(database)
    await write(lost, 'lost')
    const etags = new Map<string, string>()
    await readAll(instance, etags)
    await keep()
    await rewind(database)
    await write(others, 'other')

    const fresh = await readAll(await createTestApi(database, createListCache(smallLimits)))
    expect(await readAll(instance, etags)).toEqual(fresh)
    await keep()
    expect(await readAll(instance)).toEqual(fresh)
  })
})
