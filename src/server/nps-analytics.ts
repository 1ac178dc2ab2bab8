import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { NpsAnalytics, npsSurveys } from '../contract/nps'
import { notAfter, notBefore } from './database/list'
import { notFound } from './database/read'
import { instantText } from './database/table'
import type { Handlers } from './kit/implement'
import { type Json, json } from './kit/json'

/** The figures of a group of answers; one definition for the whole and for each interval of the series. */
const statistics = `
  count(*)::int as "totalResponses",
  count(*) filter (where score >= 9)::int as "promotersCount",
  count(*) filter (where score between 7 and 8)::int as "passivesCount",
  count(*) filter (where score <= 6)::int as "detractorsCount",
  round(100.0 * (count(*) filter (where score >= 9) - count(*) filter (where score <= 6)) / nullif(count(*), 0), 1)::float8 as "npsScore",
  round(avg(score), 2)::float8 as "averageScore"`

type Analytics = z.output<typeof NpsAnalytics>

/** Statistics of one survey, narrowed to a company and a period; with `interval` also as a series of UTC weeks, months or quarters. */
export const analytics: Handlers<typeof npsSurveys>['analytics'] = async ({ sql: executor }, { id, query }) => {
  const { companyId, dateFrom, dateTo, interval } = query
  const conditions = [sql`survey_id = ${id}`]
  if (companyId) conditions.push(sql`company_id = ${companyId}`)
  if (dateFrom) conditions.push(notBefore('response_date')(dateFrom))
  if (dateTo) conditions.push(notAfter('response_date')(dateTo))
  const answers = sql`from nps_responses where ${sql.join(conditions, sql` and `)}`
  const read = async <T>(statement: RawBuilder<T>) => (await statement.execute(executor)).rows

  const known = await read(sql`select from nps_surveys where id = ${id}`)
  if (known.length === 0) throw notFound('NPS survey', id)

  const [whole] = await read(sql<Analytics>`select ${sql.raw(statistics)} ${answers}`)
  if (!whole || !interval) return json({ data: whole }) as Json<{ data: Analytics }>
  const start = sql.raw(instantText(`date_trunc('${interval}', response_date, 'UTC')`))
  const series = await read(
    sql<NonNullable<Analytics['series']>[number]>`
      select ${start} as start, ${sql.raw(statistics)} ${answers} group by start order by start`,
  )
  return json({ data: { ...whole, series } })
}
