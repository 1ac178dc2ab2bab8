import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayLong } from '../../../contract/core/days'
import { npsCategories, npsIntervals } from '../../../contract/nps'
import type { Database } from '../../db/database'
import { makeSample } from '../../demo/make'
import { casesOf, createTestApi, engines, type TestApi } from '../../testing/server'

const now = new Date('2026-11-21T05:00:00.000Z')

type Figures = { answers: number; promoters: number; passives: number; detractors: number; score: number | null }

/** The console reads a score in two ways; both must say what a plain aggregate over the same answers says. */
describe.each(engines)('NPS figures on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  let surveys: string[]
  let companies: string[]
  let statuses: Map<string, string>
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.3, now })
    const ids = async (table: string) =>
      (await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(database.sql)).rows.map(
        ({ id }) => id,
      )
    surveys = await ids('nps_surveys')
    companies = await ids('companies')
    const { rows } = await sql<{ id: string; status: string }>`select id, status from companies`.execute(database.sql)
    statuses = new Map(rows.map(({ id, status }) => [id, status]))
  })
  afterAll(() => database.close())

  const plainly = async (surveyId: string, companyId: string | undefined, from: string, to: string) => {
    const { rows } = await sql<Figures>`
      select count(*)::int as answers,
        sum(case when score in (9, 10) then 1 else 0 end)::int as promoters,
        sum(case when score in (7, 8) then 1 else 0 end)::int as passives,
        sum(case when score < 7 then 1 else 0 end)::int as detractors,
        (100 * avg(case when score > 8 then 1.0 when score < 7 then -1.0 else 0.0 end))::float8 as score
      from nps_responses
      where survey_id = ${surveyId} and (${companyId ?? null}::uuid is null or company_id = ${companyId ?? null}::uuid)
        and response_date >= ${`${from}T00:00:00Z`}::timestamptz
        and response_date < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`.execute(database.sql)
    return rows[0] as Figures
  }

  it('are the same from analytics, from list totals and from SQL', async () => {
    const day = fc
      .integer({ min: 0, max: 800 })
      .map((back) => new Date(now.getTime() - back * dayLong).toJSON().slice(0, 10))
    const cases = casesOf(25)
    let seen = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.option(fc.nat(), { nil: undefined }),
        fc.tuple(day, day),
        fc.constantFrom(...npsIntervals),
        async (survey, company, days, interval) => {
          const [dateFrom, dateTo] = days.sort() as [string, string]
          const surveyId = surveys[survey % surveys.length] ?? ''
          const companyId = company === undefined ? undefined : companies[company % companies.length]
          const truth = await plainly(surveyId, companyId, dateFrom, dateTo)
          seen += truth.answers

          const query = new URLSearchParams({ dateFrom, dateTo, ...(companyId && { companyId }) })
          const { data } = (await testApi.ask(`/surveys/nps/${surveyId}/analytics?${query}&interval=${interval}`)).json
          expect([data.promotersCount, data.passivesCount, data.detractorsCount]).toEqual([
            truth.promoters ?? 0,
            truth.passives ?? 0,
            truth.detractors ?? 0,
          ])
          if (truth.score === null) expect(data.npsScore).toBeNull()
          else expect(data.npsScore).toBeCloseTo(truth.score, 1)

          const totals = await Promise.all(
            npsCategories.map(async (category) => {
              const answer = await testApi.ask(
                `/surveys/nps/responses?${query}&surveyId=${surveyId}&category=${category}&limit=1`,
              )
              return answer.json.pagination.totalCount
            }),
          )
          expect(totals).toEqual([data.promotersCount, data.passivesCount, data.detractorsCount])

          for (const part of data.series) {
            const next = new Date(part.start)
            if (interval === 'week') next.setUTCDate(next.getUTCDate() + 7)
            else next.setUTCMonth(next.getUTCMonth() + (interval === 'month' ? 1 : 3))
            const last = new Date(next.getTime() - dayLong).toJSON().slice(0, 10)
            const start = part.start.slice(0, 10)
            const [from] = [start, dateFrom].sort().reverse()
            const [to] = [last, dateTo].sort()
            const own = await plainly(surveyId, companyId, from ?? '', to ?? '')
            expect([part.promotersCount, part.passivesCount, part.detractorsCount]).toEqual([
              own.promoters,
              own.passives,
              own.detractors,
            ])
          }
        },
      ),
      { numRuns: cases, seed: 21 },
    )
    expect(seen).toBeGreaterThan(4 * cases)
  })

  it('are in spans of any length, of all and by company, what SQL says', async () => {
    type Span = { promotersCount: number; passivesCount: number; detractorsCount: number }
    const moment = fc
      .integer({ min: 0, max: 800 * dayLong })
      .map((back) => new Date(now.getTime() - back).toISOString())
    const bounds = fc.uniqueArray(moment, { minLength: 2, maxLength: 9 }).map((moments) => moments.sort())
    const listed = ({ promotersCount, passivesCount, detractorsCount }: Span) => [
      ...[promotersCount, passivesCount, detractorsCount],
    ]
    await fc.assert(
      fc.asyncProperty(fc.option(fc.nat()), fc.nat(), bounds, async (survey, company, bounds) => {
        const surveyId = survey === null ? undefined : surveys[survey % surveys.length]
        const companyId = companies[company % companies.length]
        const query = `bounds=${bounds.join(',')}${surveyId ? `&surveyId=${surveyId}` : ''}`
        const truth = async (of: string | null) => {
          const { rows } = await sql<{ span: number; counts: number[] }>`
            select width_bucket(extract(epoch from response_date)::float8, array[${sql.join(bounds.map((at) => Date.parse(at) / 1000))}]::float8[]) as span,
              array[sum((score >= 9)::int), sum((score in (7, 8))::int), sum((score < 7)::int)]::int[] as counts
            from nps_responses
            where (${surveyId ?? null}::text is null or survey_id = ${surveyId ?? null})
              and (${of}::uuid is null or company_id = ${of}::uuid)
            group by 1`.execute(database.sql)
          return bounds.slice(1).map((_, at) => rows.find(({ span }) => span === at + 1)?.counts ?? [0, 0, 0])
        }
        const all = (await testApi.ask(`/nps-counts?${query}`)).json.data
        expect(all.map(listed)).toEqual(await truth(null))
        const own = (await testApi.ask(`/nps-counts?${query}&companyId=${companyId}`)).json.data
        expect(own.map(listed)).toEqual(await truth(companyId ?? null))

        const few = bounds.slice(0, 5)
        const fewQuery = query.replace(bounds.join(','), few.join(','))
        const byCompany: { companyId: string; companyStatus: string; spans: Span[] }[] = (
          await testApi.ask(`/nps-counts/companies?${fewQuery}`)
        ).json.data
        const nothing = few.slice(1).map(() => ({ promotersCount: 0, passivesCount: 0, detractorsCount: 0 }))
        expect(byCompany.find((one) => one.companyId === companyId)?.spans ?? nothing).toEqual(
          own.slice(0, few.length - 1),
        )
        expect(new Set(byCompany.map((one) => one.companyId)).size).toBe(byCompany.length)
        for (const { companyId, companyStatus } of byCompany) expect(companyStatus).toBe(statuses.get(companyId))
      }),
      { numRuns: casesOf(25), seed: 22 },
    )
  })
})
