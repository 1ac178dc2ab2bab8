import { createRequire } from 'node:module'
import pg from 'pg'
import * as z from 'zod'

/* What people usually write: a framework, a query with OFFSET, a count of all rows, and zod on the way in and out. */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const Query = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  sortColumn: z.enum(['response_date', 'score', 'respondent_name', 'created_at']).default('response_date'),
  sortDesc: z.enum(['true', 'false']).default('true'),
  surveyId: z.uuid().optional(),
  category: z.enum(['promoter', 'passive', 'detractor']).optional(),
  search: z.string().max(255).optional(),
})

const Answer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      surveyId: z.string().nullable(),
      score: z.int(),
      feedbackText: z.string().nullable(),
      companyId: z.string().nullable(),
      companyName: z.string().nullable(),
      respondentName: z.string().nullable(),
      respondentEmail: z.string().nullable(),
      responseDate: z.date(),
      source: z.string().nullable(),
      followUpRequired: z.boolean(),
      followUpCompleted: z.boolean(),
      tags: z.array(z.string()),
    }),
  ),
  pagination: z.object({ page: z.int(), limit: z.int(), totalCount: z.int() }),
})

const ranges = { promoter: 'score >= 9', passive: 'score between 7 and 8', detractor: 'score <= 6' }

const app = createRequire(`${process.env.FASTIFY}/`)('fastify')()
app.get('*', async (request: { query: unknown }) => {
  const { page, limit, sortColumn, sortDesc, surveyId, category, search } = Query.parse(request.query)
  const values: unknown[] = []
  const conditions = [
    ...(surveyId ? [`survey_id = $${values.push(surveyId)}`] : []),
    ...(category ? [ranges[category]] : []),
    ...(search
      ? [
          `(respondent_name ilike $${values.push(`%${search}%`)} or respondent_email ilike $${values.length} or feedback_text ilike $${values.length})`,
        ]
      : []),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const [rows, count] = await Promise.all([
    pool.query(
      `select r.*, c.name as company_name from nps_responses r left join companies c on c.id = r.company_id ${where}
       order by r.${sortColumn} ${sortDesc === 'true' ? 'desc' : 'asc'} limit ${limit} offset ${(page - 1) * limit}`,
      values,
    ),
    pool.query(`select count(*) from nps_responses ${where}`, values),
  ])
  const data = rows.rows.map((row) => ({
    id: row.id,
    surveyId: row.survey_id,
    score: row.score,
    feedbackText: row.feedback_text,
    companyId: row.company_id,
    companyName: row.company_name,
    respondentName: row.respondent_name,
    respondentEmail: row.respondent_email,
    responseDate: row.response_date,
    source: row.source,
    followUpRequired: row.follow_up_required,
    followUpCompleted: row.follow_up_completed,
    tags: row.tags,
  }))
  return Answer.parse({ data, pagination: { page, limit, totalCount: Number(count.rows[0].count) } })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
