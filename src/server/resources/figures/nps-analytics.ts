import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { NpsAnalytics, npsSurveys } from '../../../contract/nps'
import type { Handlers } from '../../api/implement'
import { json } from '../../db/json'
import { equalsId, notAfter, notBefore } from '../../db/list-engine/conditions'
import { readAt } from '../../db/read-at'
import { RecordNotFound } from '../../db/repository'
import { instantText } from '../../db/table'
import { statistics } from '../nps-statistics'

type Analytics = z.output<typeof NpsAnalytics>

/** Statistics of one survey, narrowed to a company and a period; with `interval` also as a series of UTC weeks, months or quarters. */
export const analytics: Handlers<typeof npsSurveys>['analytics'] = async ({ database, versions }, { id, query }) => {
  const { companyId, dateFrom, dateTo, interval } = query
  const conditions = [equalsId('survey_id')(id).matches]
  if (companyId) conditions.push(sql`company_id = ${companyId}`)
  if (dateFrom) conditions.push(notBefore('response_date')(dateFrom).matches)
  if (dateTo) conditions.push(notAfter('response_date')(dateTo).matches)
  const answers = sql`from nps_responses where ${sql.join(conditions, sql` and `)}`
  const start = sql.raw(instantText(`date_trunc('${interval}', response_date, 'UTC')`))
  const series = sql`(
    select coalesce(json_agg(part order by start), '[]') from (
      select ${start} as start, ${sql.raw(statistics)} ${answers} group by start) part)`

  const { row } = await readAt(
    database.read,
    versions,
    ['nps_surveys', 'nps_responses'],
    sql<Row>`exists (select from nps_surveys where ${equalsId('id')(id).matches}) as known,
      (select row_to_json(whole) from (select ${sql.raw(statistics)} ${answers}) whole) as whole,
      ${interval ? series : sql`null::json`} as series`,
  )
  if (!row.known) throw new RecordNotFound('NPS survey', id)
  return json({ data: row.series ? { ...row.whole, series: row.series } : row.whole })
}

type Row = { known: boolean; whole: Analytics; series: NonNullable<Analytics['series']> | null }
