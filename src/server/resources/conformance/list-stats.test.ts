import fc from 'fast-check'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sortQuery } from '../../../contract/core/endpoint'
import { currentVersions } from '../../api/keys'
import type { Database } from '../../db/database'
import { unfilteredKey } from '../../db/list-engine/count'
import { renewCheckpoints } from '../../db/list-engine/keyset-checkpoints'
import { createListCache } from '../../db/list-engine/list-cache'
import { refreshOnce } from '../../db/list-engine/stats-refresher'
import { versionOf } from '../../db/table-versions'
import { makeSample } from '../../demo/make'
import { trackedLists } from '../../resources/registry'
import { casesOf, createTestApi, engines, isAll, sampleCompany, smallLimits, type TestApi } from '../../testing/server'
import { thorough } from '../../testing/thorough'
import { tables } from '../registry'
import { saveRecords } from '../save-records'
import { type Filter, filters, inOrder, lists, type Row } from './model'

/* What is worked out before it is asked for, against a plain scan: after it was found in pieces, moved along, or told by a page. */

const limit = 20

describe.each(engines)('Cached counts and checkpoints on $engine', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
  })
  afterAll(() => database.close())

  const tried = lists.filter(({ resource }) => ['npsResponses', 'companyUsers', 'devices'].includes(resource))

  it.each(tried.filter(({ resource }) => isAll || resource === 'devices'))('$path, moved with writes', async (one) => {
    const { resource } = one
    const { name } = tables[resource]
    const cache = createListCache({ ...smallLimits, minScanned: 0 })
    const { readAll, pagesAgree, totalsAgree } = against(database, await createTestApi(database, cache), one)
    const tracked = trackedLists.filter(({ table }) => table.name === name)
    const keep = () => refreshOnce(database, cache, tracked)
    const agree = async () => {
      await pagesAgree((page) => page % 2 === 1)
      await totalsAgree()
      // No page was read again because it disagreed with its total.
      expect([...cache.suspect]).toEqual([])
    }

    await keep()
    expect(cache.tableStats.get(name)?.isWhole).toBe(true)
    await agree()
    const all = await readAll()
    const order = fc.sample(fc.shuffledSubarray(all, { minLength: 55, maxLength: 55 }), {
      numRuns: casesOf(2),
      seed: 3,
    })
    for (const [round, picked] of order.entries()) {
      // Rows that come between others, rows that take the fields of others, and so many of each that places are far apart.
      const added = picked.slice(0, 40).map((row, index) => ({ ...row, id: newId(round, index) }))
      const changed = picked.slice(40).map((row, index) => ({ ...(all[index] as Row), id: row.id }))
      // Most that is saved stays as it was, also what is searched.
      const kept = all.filter(({ id }) => changed.every((row) => row.id !== id)).slice(-20)
      await saveRecords(database, resource, [...added, ...changed, ...kept] as never)
      const { tableStats } = cache
      const before = tableStats.get(name)
      await keep()
      // Moved along, and not found anew.
      expect(tableStats.get(name)).toBe(before)
      await totalsAgree(kept)
      await agree()
    }
  })

  it('records whose texts were written again, each once', async () => {
    const cache = createListCache({ ...smallLimits, maxSorted: 10 })
    const { ask } = await createTestApi(database, cache)
    const tracked = trackedLists.filter(({ table }) => table.name === 'companies')
    const keep = () => refreshOnce(database, cache, tracked)
    await keep()
    const companies = ['株 A', '株 B', '株 C'].map((name) => sampleCompany({ name }))
    await saveRecords(database, 'companies', companies)
    await keep()
    const renamed = companies.map((one) => ({ ...one, name: `${one.name} Ltd` }))
    await saveRecords(database, 'companies', renamed)
    await keep()
    const stats = cache.tableStats.get('companies')
    const idsOn = async (query: string) =>
      ((await ask(`/companies?search=${encodeURIComponent('株')}&${query}`)).json.data as Row[]).map(({ id }) => id)
    const ids = [...(await idsOn('limit=2&page=1')), ...(await idsOn('limit=2&page=2'))]
    expect(new Set(ids)).toEqual(new Set(companies.map(({ id }) => id)))
    expect(await idsOn('limit=20')).toEqual(ids)
    // None was read again because it disagreed with its total.
    expect(cache.tableStats.get('companies')).toBe(stats)
  })

  it('leave texts to the database once they have outgrown their memory', async () => {
    const cache = createListCache(smallLimits)
    const tracked = trackedLists.filter(({ table }) => table.name === 'companies')
    await saveRecords(
      database,
      'companies',
      Array.from({ length: 10 }, () => sampleCompany()),
    )
    await refreshOnce(database, cache, tracked)
    const stats = cache.tableStats.get('companies')
    cache.maxTextBytes = stats?.texts.bytes() ?? 0
    expect(stats?.shape.isSearched).toBe(true)
    await saveRecords(database, 'companies', [sampleCompany()])
    await refreshOnce(database, cache, tracked)
    expect(cache.tableStats.get('companies')).toBe(stats)
    expect(stats?.shape.isSearched).toBe(false)
  })

  it('reach the rows that are appended after the last checkpoint', async () => {
    const cache = createListCache({ ...smallLimits, checkpointsPerStatement: 100 })
    const read = async () => {
      const versions = await currentVersions(database)()
      const spec = { table: tables.companies, conditions: [], key: unfilteredKey, sort: 't.created_at' }
      const context = { read: database.read, cache, versions }
      const checkpoints = await renewCheckpoints(context, { ...spec, descending: false, offset: 0, limit: 0 })
      return { rows: versionOf(versions, 'companies').rows, last: checkpoints?.rows.at(-1)?.position ?? 0 }
    }
    await read()
    const createdAt = '2030-01-01T00:00:00.000Z'
    const added = Array.from({ length: 40 }, () => sampleCompany({ createdAt }))
    await saveRecords(database, 'companies', added)
    const { rows, last } = await read()
    expect(rows - last).toBeLessThanOrEqual(smallLimits.checkpointSpacing)
  })

  it('are found for every sort while others write', async () => {
    const { ask } = await createTestApi(database)
    const [device] = (await ask('/devices?limit=1')).json.data
    const none: string[] = []
    for (const sort of trackedLists.find(({ table }) => table.name === 'devices')?.sorts ?? []) {
      const read: Database['read'] = async (...statement) => {
        const result = await database.read(...statement)
        await saveRecords(database, 'devices', [device])
        return result
      }
      const spec = { table: tables.devices, conditions: [], key: unfilteredKey, sort, descending: true }
      const context = {
        read,
        cache: createListCache({ ...smallLimits, checkpointsPerStatement: 10 }),
        versions: await currentVersions(database)(),
      }
      if (!(await renewCheckpoints(context, { ...spec, offset: 0, limit: 0 }))) none.push(sort)
    }
    expect(none).toEqual([])
  })

  it.each(tried)('$path, from checkpoints of different ages', thorough, async (one) => {
    const { resource } = one
    const cache = createListCache({ ...smallLimits, maxLag: 1000 })
    const { readAll, pagesAgree } = against(database, await createTestApi(database, cache), one)
    await pagesAgree(() => true)
    const all = await readAll()
    const picked = fc.sample(fc.shuffledSubarray(all, { minLength: 6, maxLength: 6 }), {
      numRuns: casesOf(9),
      seed: 5,
    })
    for (const [round, rows] of picked.entries()) {
      const added = rows.slice(0, 4).map((row, index) => ({ ...row, id: newId(round + 2, index) }))
      const changed = rows.slice(4).map((row, index) => ({ ...(all[round + index] as Row), id: row.id }))
      for (const row of [...added, ...changed]) await saveRecords(database, resource, [row] as never)
      // Of some pages the place was told a write ago, of others two, of others all of them.
      await pagesAgree((page) => page % 4 > 0 && round % (page % 4) === 0)
    }
    await pagesAgree(() => true)
    // So many rows leave their places at once that pages begin further from their checkpoints than is read from there.
    const last = await readAll()
    const moved = last.slice(0, 60).map(({ id }, index) => ({ ...(last.at(-1 - (index % 3)) as Row), id }))
    await saveRecords(database, resource, moved as never)
    await pagesAgree(() => true)
  })

  it.each(tried)('$path, from the checkpoint of the last page', thorough, async (one) => {
    const { resource } = one
    // With the first spacing, rows inserted before a checkpoint soon move it past the page; with the second, the next page also begins at it.
    for (const step of [3, 15]) {
      const cache = createListCache({ ...smallLimits, maxOffset: 10_000, checkpointSpacing: step })
      const { readAll, pagesAgree, commonest } = against(database, await createTestApi(database, cache), one)
      const filter = await commonest()
      const all = await readAll()
      for (const [round, row] of all.slice(0, casesOf(9)).entries()) {
        await pagesAgree((page) => page === 3, filter)
        for (const [index, id] of [newId(99, round + step), all[round + 9]?.id].entries())
          await saveRecords(database, resource, [{ ...row, ...all[round + index + 20], id }] as never)
        await pagesAgree((page) => page === 3 + (round % 3), filter)
      }
    }
  })
})

/** What a filter leaves: its name, the value, and of how many rows. */
type Left = readonly [name?: string, value?: string, count?: number]

/** As many requests as run at once, so that none waits and is refused on a busy machine. */
const limited = pLimit(8)

/** A list as it is asked for, held against a plain scan of its rows. */
const against = (database: Database, spec: TestApi, { resource, list, path }: (typeof lists)[number]) => {
  const { fields, source } = tables[resource]
  const readAll = async () => {
    const { rows } = await sql<{ row: Row }>`
      select row_to_json(r) as row from (select ${sql.raw(fields)} from ${sql.raw(source)}) r`.execute(database.sql)
    return rows.map(({ row }) => row)
  }
  const context = filters[resource] as Record<string, Filter>
  const valuesOf = (all: Row[], key: string) => {
    const values = all.slice(0, 40).flatMap((row) => context[key]?.from(row).filter(Boolean).map(String) ?? [])
    return [...new Set(values)].filter((value) => list.query.safeParse({ [key]: value }).success)
  }
  const page = async (query: Record<string, string>) => {
    const { status, json } = await spec.ask(`${path}?${new URLSearchParams(query)}`)
    expect(status, json.detail).toBe(200)
    return { ids: json.data.map(({ id }: Row) => id), total: json.pagination.totalCount }
  }
  return {
    readAll,
    /** Pages of every sort in both directions, also of what a filter leaves. */
    pagesAgree: async (isAsked: (page: number) => boolean, [name, value]: Left = []) => {
      const matches = name && context[name]?.matches
      const all = (await readAll()).filter((row) => !matches || matches(row, String(value)))
      const agree = async (key: string, descending: boolean) => {
        const sorted = inOrder(all, key, descending).map(({ id }) => id)
        for (let number = 1; (number - 1) * limit < sorted.length; number++)
          if (isAsked(number))
            expect(
              await page({
                ...(name && { [name]: String(value) }),
                ...sortQuery(list, key, descending),
                limit: String(limit),
                page: String(number),
              }),
            ).toEqual({ ids: sorted.slice((number - 1) * limit, number * limit), total: sorted.length })
      }
      // Of one order, a page may begin where the one before ended; several orders at once cost less than half.
      const orders = list.sort.keys.flatMap((key) => [true, false].map((descending) => ({ key, descending })))
      await limited.map(orders, ({ key, descending }) => agree(key, descending))
    },
    /** The total of every filter, with some of the values that there are, or that these rows have. */
    totalsAgree: async (rows?: Row[]) => {
      const all = await readAll()
      const asked = Object.entries(context).flatMap(([key, { matches }]) =>
        valuesOf(rows ?? all, key)
          .slice(0, 12)
          .map((value) => ({ key, value, total: all.filter((row) => matches(row, value)).length })),
      )
      const answer = async ({ key, value }: { key: string; value: string }) => ({
        ...{ key, value },
        total: (await page({ [key]: value })).total,
      })
      expect(await limited.map(asked, answer)).toEqual(asked)
    },
    /** The filter that leaves most rows, and not all. */
    commonest: async () => {
      const all = await readAll()
      const left = Object.entries(context).flatMap(([key, { matches }]) =>
        valuesOf(all, key).map((value) => [key, value, all.filter((row) => matches(row, value)).length] as const),
      )
      return left.filter(([, , count]) => count < all.length).toSorted((a, b) => b[2] - a[2])[0] ?? []
    },
  }
}

const newId = (round: number, index: number) =>
  `${String(round).padStart(8, '0')}-${String(index * 97).padStart(4, '0')}-4000-8000-${String(index).padStart(12, '0')}`
