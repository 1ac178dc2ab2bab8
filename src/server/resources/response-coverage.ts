import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '../../contract/core/endpoint'
import { responseCoverage } from '../../contract/response-coverage'
import { type Context, implement } from '../api/implement'
import { Problem } from '../api/problem'
import { versionedResponse } from '../api/versioned-response'
import { joinJson } from '../db/json'
import { notAfter, notBefore } from '../db/list-engine/conditions'
import { instantText } from '../db/table'
import { isSameState, versionsJson } from '../db/table-versions'
import { npsResponsesTable } from './nps'
import { companyUsersTable } from './users'

type Query = { dateFrom: string; dateTo: string; companyId?: string | undefined; limit: number }

const tables = [npsResponsesTable.name, ...companyUsersTable.tables]

/** Addresses are compared without case and surrounding spaces. */
const address = (column: string) => sql.raw(`lower(btrim(${column})) collate "C"`)

/** The answers of the period and the people who had all of it to answer. */
const parts = ({ dateFrom, dateTo, companyId }: Query) => {
  const own = companyId ? sql`and t.company_id = ${companyId}::uuid` : sql``
  return sql`
    answers as materialized (
      select t.company_id, ${address('t.respondent_email')} as email, t.score from nps_responses t
      where ${notBefore('t.response_date')(dateFrom).matches} and ${notAfter('t.response_date')(dateTo).matches} ${own}
    ), people as materialized (
      select t.id, t.company_id, t.full_name, t.email, t.role, t.last_login,
        ${address('t.email')} in (select email from answers where email is not null) as has_answered
      from company_users t
      where t.status = 'active' and t.created_at < ${new Date(dateFrom)} ${own}
    )`
}

type Row = { versions: string; data: string }

const answer = (
  { database, versions, lists, caller }: Context,
  endpoint: Endpoint,
  query: Query,
  data: RawBuilder<Row>,
) => {
  if (!caller.scopes.includes('users:read'))
    throw new Problem(
      403,
      'Not allowed',
      'People are matched with responses, so this needs the scope users:read as well.',
    )
  return versionedResponse<never>(
    { versions, lists },
    {
      key: JSON.stringify([endpoint.path, query]),
      tables,
      schema: 1,
      build: async () => {
        const { row, versions: found } = await database.read(data, isSameState(versions, tables))
        return { body: joinJson({ data: row.data }), versions: found }
      },
    },
  )
}

export const responseCoverageRoutes = implement(responseCoverage, {
  clients: async (context, { query }) =>
    answer(
      context,
      responseCoverage.clients,
      query,
      sql<Row>`
        with ${parts(query)}, by_people as (
          select company_id, count(*)::int as people, (count(*) filter (where has_answered))::int as answered
          from people group by 1
        ), known as (
          select distinct t.company_id, ${address('t.email')} as email from company_users t
          where t.company_id is not null ${query.companyId ? sql`and t.company_id = ${query.companyId}::uuid` : sql``}
        ), by_answers as (
          select a.company_id,
            (count(*) filter (where score >= 9))::int as promoters,
            (count(*) filter (where score between 7 and 8))::int as passives,
            (count(*) filter (where score <= 6))::int as detractors,
            (count(*) filter (where k.email is null))::int as unmatched
          from answers a left join known k on k.company_id = a.company_id and k.email = a.email group by 1
        ), clients as (
          select p.*, coalesce(promoters, 0) as promoters, coalesce(passives, 0) as passives,
            coalesce(detractors, 0) as detractors, coalesce(unmatched, 0) as unmatched
          from by_people p left join by_answers b on b.company_id = p.company_id
        ), shown as (
          select * from clients order by people - answered desc, company_id limit ${query.limit}
        )
        select ${versionsJson()} as versions, json_build_object(
          'people', (select coalesce(sum(people), 0)::int from clients),
          'answered', (select coalesce(sum(answered), 0)::int from clients),
          'clients', (
            select coalesce(json_agg(json_build_object(
              'companyId', s.company_id, 'companyName', company.name, 'people', people, 'answered', answered,
              'promotersCount', promoters, 'passivesCount', passives, 'detractorsCount', detractors, 'unmatched', unmatched
            ) order by people - answered desc, s.company_id), '[]')
            from shown s left join companies company on company.id = s.company_id),
          'totalCount', (select count(*)::int from clients)
        )::text as data`,
    ),
  people: async (context, { query }) =>
    answer(
      context,
      responseCoverage.people,
      query,
      sql<Row>`
        with ${parts(query)}, roles as (
          select role ->> 'name' as role, count(*)::int as people, (count(*) filter (where has_answered))::int as answered
          from people group by 1
        ), silent as (
          select * from people where not has_answered order by full_name collate "C", id limit ${query.limit}
        )
        select ${versionsJson()} as versions, json_build_object(
          'roles', (
            select coalesce(json_agg(json_build_object('role', role, 'people', people, 'answered', answered)
              order by people desc, role collate "C"), '[]') from roles),
          'silent', (
            select coalesce(json_agg(json_build_object(
              'id', id, 'fullName', full_name, 'email', email, 'role', role ->> 'name',
              'lastLogin', ${sql.raw(instantText('last_login'))}
            ) order by full_name collate "C", id), '[]') from silent),
          'totalCount', (select count(*)::int from people where not has_answered)
        )::text as data`,
    ),
})
