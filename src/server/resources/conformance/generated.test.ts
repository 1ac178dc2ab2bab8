import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ListEndpoint, sortQuery } from '../../../contract/core/endpoint'
import type { Database } from '../../db/database'
import { makeSample } from '../../demo/make'
import { casesOf, clear, createTestApi, engines, type TestApi } from '../../testing/server'
import { tables } from '../registry'
import { saveRecords } from '../save-records'
import { recordsOf, someCompanies, someSurveys } from './arbitrary'
import { type Filter, filters, inOrder, lists, type Row } from './model'
import { nothingLeftOut, walk } from './walk'

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

describe.each(engines)('Every list over generated records on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  let survey: object
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
    survey = (await testApi.ask('/surveys/nps?limit=1')).json.data[0]
  })
  afterAll(() => database.close())

  const walked = (list: ListEndpoint, query: Record<string, string>) => walk(testApi, list, query, 7)

  it.each(lists)('$path', async ({ resource, list, get }) => {
    const all = nothingLeftOut(list)
    const { computed } = tables[resource]

    await fc.assert(
      fc.asyncProperty(recordsOf(resource), async (records) => {
        await clear(database)
        if (resource !== 'companies') await saveRecords(database, 'companies', someCompanies)
        if (resource === 'npsResponses')
          await saveRecords(database, 'npsSurveys', someSurveys.map((id) => ({ ...survey, id })) as never)
        await saveRecords(database, resource, records)

        const rows = await walked(list, all)
        expect(ids(rows).sort()).toEqual(ids(records).sort())
        const isWhole = async (record: Row) => {
          const { status, json } = await testApi.ask(get.path.replace(':id', encodeURIComponent(record.id)))
          expect([status, z.safeParse(get.response, json).error]).toEqual([200, undefined])
          for (const [field, value] of Object.entries(record))
            if (!computed.includes(field)) expect([field, json.data[field]]).toEqual([field, written(value)])
        }
        const isSorted = async (key: string, descending: boolean) => {
          const sorted = await walked(list, { ...all, ...sortQuery(list, key, descending) })
          expect([key, descending, ids(sorted)]).toEqual([key, descending, ids(inOrder(rows, key, descending))])
        }
        const isFiltered = async (key: string, filter: Filter, value: string) => {
          const found = await walked(list, { ...all, [key]: value })
          const wanted = rows.filter((row) => filter.matches(row, value))
          expect([key, value, ids(found).sort()]).toEqual([key, value, ids(wanted).sort()])
        }
        // Nothing is written meanwhile, and many questions at once cost less than half.
        await Promise.all([
          ...(records as Row[]).map(isWhole),
          ...list.sort.keys.flatMap((key) => [false, true].map((descending) => isSorted(key, descending))),
          ...Object.entries<Filter>(filters[resource]).flatMap(([key, filter]) =>
            valuesFor(list, key, filter, rows).map((value) => isFiltered(key, filter, value)),
          ),
        ])
      }),
      { numRuns: casesOf(8), seed: 20261121, endOnFailure: true },
    )
  })
})

/** As JSON writes it: -0 is 0, and what is left out is nothing. */
const written = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const most = 6

/** Values of some of the rows, those of them that the filter takes. */
const valuesFor = (list: ListEndpoint, key: string, filter: Filter, rows: Row[]) =>
  [...new Set(rows.flatMap(filter.from).filter((value) => value !== null && value !== undefined && value !== ''))]
    .map(String)
    .filter((value) => z.safeParse(list.query, { [key]: value }).success)
    .slice(0, most)
