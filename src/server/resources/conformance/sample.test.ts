import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ListEndpoint, sortQuery } from '../../../contract/core/endpoint'
import { contract } from '../../../contract/index'
import type { Database } from '../../db/database'
import { makeSample } from '../../demo/make'
import { createTestApi, engines, type TestApi } from '../../testing/server'
import type { Records } from '../registry'
import { inOrder, lists } from './model'
import { nothingLeftOut, walk } from './walk'

describe.each(engines)('Every list over the sample on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.06, now: new Date('2026-11-21T05:00:00.000Z') })
  })
  afterAll(() => database.close())

  const walked = (list: ListEndpoint, query: Record<string, string> = nothingLeftOut(list)) =>
    walk(testApi, list, query, 50)

  describe.each(lists)('$list.path', ({ list, get }) => {
    it('returns records that match the contract, in the list and by id', async () => {
      const rows = await walked(list)
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      for (const { id } of rows.slice(0, 5)) {
        const { status, json } = await testApi.ask(get.path.replace(':id', id))
        expect([status, z.safeParse(get.response, json).error]).toEqual([200, undefined])
        expect(json.data.id).toBe(id)
      }
    })

    it.each(list.sort.keys.flatMap((key) => [false, true].map((descending) => ({ key, descending }))))(
      'is sorted by $key, descending $descending, nulls last and ties by id',
      async ({ key, descending }) => {
        const rows = await walked(list, sortQuery(list, key, descending))
        expect(rows).toEqual(inOrder(rows, key, descending))
      },
    )
  })

  it('survey statistics match the responses, in total and by interval', async () => {
    const answers = await walked(contract.npsResponses.list)
    for (const survey of await walked(contract.npsSurveys.list)) {
      const own = answers.filter(({ surveyId }) => surveyId === survey.id).map(({ score }) => Number(score))
      const promoters = own.filter((score) => score >= 9).length
      const detractors = own.filter((score) => score <= 6).length
      expect(survey).toMatchObject({
        responseCount: own.length,
        promotersCount: promoters,
        detractorsCount: detractors,
      })
      if (own.length > 0) expect(survey.npsScore).toBeCloseTo((100 * (promoters - detractors)) / own.length, 1)
      else expect(survey.npsScore).toBeNull()
      for (const interval of ['week', 'month', 'quarter']) {
        const { data } = (await testApi.ask(`/surveys/nps/${survey.id}/analytics?interval=${interval}`)).json
        expect(data.totalResponses).toBe(own.length)
        expect(
          data.series.reduce((sum: number, { totalResponses }: { totalResponses: number }) => sum + totalResponses, 0),
        ).toBe(own.length)
      }
    }
  })

  it('budget totals are exact to the penny', async () => {
    for (const budget of await walked(contract.budgets.list)) {
      const { lineItems, totals, currency } = budget as unknown as Records['budgets']
      const pence = (value: number) => Math.round(value * 100)
      const own = lineItems.filter((line) => line.currency === currency)
      expect(pence(totals.grandTotal)).toBe(own.reduce((sum, line) => sum + pence(line.annualisedCost), 0))
    }
  })
})
