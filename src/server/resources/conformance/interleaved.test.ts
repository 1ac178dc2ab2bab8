import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListEndpoint, sortQuery } from '../../../contract/core/endpoint'
import type { Database } from '../../db/database'
import { equals } from '../../db/list-engine/conditions'
import { unfilteredKey } from '../../db/list-engine/count'
import { createListCache } from '../../db/list-engine/list-cache'
import { readPage } from '../../db/list-engine/page'
import { refreshOnce } from '../../db/list-engine/stats-refresher'
import { findRecord } from '../../db/repository'
import type { Table } from '../../db/table'
import { parseVersions, type Versions, versionsJson } from '../../db/table-versions'
import { writeRecords } from '../../db/write'
import { makeSample } from '../../demo/make'
import { trackedLists } from '../../resources/registry'
import { casesOf, clear, createTestApi, engines, sampleCompany, smallLimits, type TestApi } from '../../testing/server'
import { tables } from '../registry'
import { saveRecords } from '../save-records'
import { recordsOf, someCompanies, someSurveys } from './arbitrary'
import { type Filter, filters, inOrder, lists, type Resource, type Row } from './model'

/* Counts, anchors and kept answers against a plain scan, whatever was written and asked before and at the same time. */

/** So small that a few rows have a start, an end, anchors between them, and anchors that are too old. */
const sizes = { ...smallLimits, maxLag: 6, rowsPerStatement: 7 }

const ids = fc.sample(fc.uuid(), { numRuns: 150, seed: 7 })
const names = ['Zeta', 'éclair', 'Eclair', 'Alpha']

type Question = { query: Record<string, string>; page: number; limit: number }

/** Single writes, bulk writes that no one is told of one by one, renamed companies, and pages of every sort and filter. */
const stepsOf = (resource: Resource, list: ListEndpoint) => {
  const some = recordsOf(resource).filter((records) => records.length > 0)
  const put = (records: Row[], places: number[]) =>
    places.map((place, index) => ({ ...records[index % records.length], id: ids[place] }) as Row)
  const few = fc.tuple(some, fc.uniqueArray(fc.nat(ids.length - 1), { minLength: 1, maxLength: 4 }))
  const write = few.map(([records, places]) => ({ write: put(records as never, places) }))
  /** Each in a transaction of its own, at the same time, as people change records. */
  const change = few.map(([records, places]) => ({ change: put(records as never, places) }))
  const bulk = some.map((records) => ({ write: put(records as never, [...ids.keys()].slice(0, 120)) }))
  const rename = fc
    .tuple(fc.constantFrom(...someCompanies), fc.constantFrom(...names))
    .map(([company, name]) => ({ rename: { ...company, name } }))
  const context = filters[resource] as Record<string, Filter>
  const filter = fc.option(
    fc.tuple(fc.constantFrom(...Object.keys(context)), some).map(([key, records]) => {
      const values = (records as Row[]).flatMap((row) => context[key]?.from(row) ?? [])
      const value = String(values.find((value) => typeof value === 'string' && value !== '') ?? 'true')
      return list.query.safeParse({ [key]: value }).success ? { [key]: value } : {}
    }),
  )
  const question = fc
    .record({
      sort: fc.tuple(fc.constantFrom(...list.sort.keys), fc.boolean()),
      filter,
      page: fc.integer({ min: 1, max: 40 }),
      limit: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ sort: [key, descending], filter, page, limit }) => ({
      ask: { query: { ...sortQuery(list, key, descending), ...filter }, page, limit } as Question,
    }))
  const keep = fc.constant({ keep: true as const })
  const step = fc.oneof({ weight: 4, arbitrary: write }, { weight: 4, arbitrary: change }, rename, bulk, keep, {
    weight: 8,
    arbitrary: question,
  })
  return fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 10 })
}

describe.each(engines)('Lists under writes on $engine', ({ open }) => {
  let database: Database
  let survey: object
  beforeAll(async () => {
    database = await open()
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
    survey = (await (await createTestApi(database)).ask('/surveys/nps?limit=1')).json.data[0]
  })
  afterAll(() => database.close())

  const tried = lists.filter(({ resource }) => ['npsResponses', 'companyUsers', 'devices'].includes(resource))

  it.each(tried)('$path', async ({ resource, list }) => {
    const { fields, source } = tables[resource]
    const context = filters[resource] as Record<string, Filter>

    const readAll = async () => {
      const { rows } = await sql<{ row: Row }>`
        select row_to_json(r) as row from (select ${sql.raw(fields)} from ${sql.raw(source)}) r`.execute(database.sql)
      return rows.map(({ row }) => row)
    }
    const change = (record: Row) =>
      database.transaction(async (executor) => {
        const table = tables[resource] as unknown as Table<Row>
        const found = await findRecord(executor, table, record.id, true)
        if (found !== undefined) await writeRecords(executor, table, [record], JSON.parse(found))
      })
    const scan = (rows: Row[], { query, page, limit }: Question) => {
      const [key, descending] = [query[list.sort.by] ?? '', ['true', 'desc'].includes(query[list.sort.direction] ?? '')]
      const matching = inOrder(
        rows.filter((row) =>
          Object.entries(query).every(([name, value]) => context[name]?.matches(row, value) ?? true),
        ),
        key,
        descending,
      )
      return { ids: matching.slice((page - 1) * limit, page * limit).map(({ id }) => id), total: matching.length }
    }

    await fc.assert(
      fc.asyncProperty(stepsOf(resource, list), async (groups) => {
        await clear(database)
        await saveRecords(database, 'companies', someCompanies)
        await saveRecords(database, 'npsSurveys', someSurveys.map((id) => ({ ...survey, id })) as never)
        const caches = [createListCache(sizes), createListCache(sizes)]
        const instances = await Promise.all(caches.map((cache) => createTestApi(database, cache)))
        const refreshEach = () => Promise.all(caches.map((cache) => refreshOnce(database, cache, trackedLists)))
        const kept = new Map<string, { etag: string; json: Answer }>()

        const answer = async ({ query, page, limit }: Question, instance: TestApi | undefined) => {
          const path = `${list.path}?${new URLSearchParams({ ...query, page: String(page), limit: String(limit) })}`
          const old = kept.get(path)
          const { status, json, headers } = await (instance as TestApi).ask(path, {
            ...(old && { headers: { 'if-none-match': old.etag } }),
          })
          expect([200, 304]).toContain(status)
          if (status === 200) kept.set(path, { etag: headers.get('etag') ?? '', json })
          const { data, pagination }: Answer = status === 200 || !old ? json : old.json
          // Rows and total are of one moment, also in the midst of writes.
          const left = Math.max(0, pagination.totalCount - (page - 1) * limit)
          expect(data.length).toBe(Math.min(limit, left))
          return { ids: data.map(({ id }) => id), total: pagination.totalCount }
        }

        for (const group of groups) {
          await Promise.all(
            group.map(async (step, index) => {
              if ('write' in step) await saveRecords(database, resource, step.write as never)
              else if ('change' in step) await Promise.all(step.change.map(change))
              else if ('rename' in step) await saveRecords(database, 'companies', [step.rename])
              else if ('keep' in step) await refreshEach()
              else await answer(step.ask, instances[index % 2])
            }),
          )
          const rows = await readAll()
          for (const step of group)
            if ('ask' in step) {
              const expected = scan(rows, step.ask)
              for (const instance of instances) expect(await answer(step.ask, instance)).toEqual(expected)
            }
          // No page was read again because it disagreed with its total.
          for (const { suspect } of caches) expect([...suspect]).toEqual([])
        }
      }),
      { numRuns: casesOf(12), seed: 20261121, endOnFailure: true },
    )
  })

  it('has in a page what is written after its request arrived', async () => {
    await clear(database)
    const company = (hour: number, status: 'active' | 'inactive') =>
      sampleCompany({ createdAt: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), status })
    const companies = Array.from({ length: 40 }, (_, hour) => company(hour, hour % 20 ? 'active' : 'inactive'))
    await saveRecords(database, 'companies', companies)
    const cache = createListCache(sizes)
    const statuses = ['', 'active', 'inactive']
    const spec = { table: tables.companies, sort: 't.created_at', descending: true, limit: 5 }
    const answers = async (versions: Versions) => {
      const found = []
      for (const status of statuses) {
        const conditions = status ? [equals('t.status')(status)] : []
        const offset = status === 'inactive' ? 0 : 20
        const { data, total } = await readPage(
          { read: database.read, cache, versions },
          { ...spec, conditions, key: status || unfilteredKey, offset },
        )
        found.push({ total, ids: (JSON.parse(data) as Row[]).map(({ id }) => id) })
      }
      return found
    }
    const expected = () =>
      statuses.map((status) => {
        const rows = companies.filter((one) => !status || one.status === status).toReversed()
        const offset = status === 'inactive' ? 0 : 20
        return { total: rows.length, ids: rows.slice(offset, offset + 5).map(({ id }) => id) }
      })

    const { rows } = await sql<{ text: string }>`select ${versionsJson()} as text`.execute(database.sql)
    const arrived = parseVersions(rows[0]?.text ?? '')
    expect(await answers(arrived)).toEqual(expected())
    companies.push(company(40, 'active'), company(41, 'inactive'))
    await saveRecords(database, 'companies', companies.slice(40))
    expect(await answers(arrived)).toEqual(expected())
  })
})

type Answer = { data: Row[]; pagination: { totalCount: number } }
