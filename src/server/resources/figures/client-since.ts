import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Scope } from '../../../contract/core/scopes'
import { type ClientSince, clientSince, mostBudgets, usualDays } from '../../../contract/figures/client-since'
import { goalChanges, type SinceGoal } from '../../../contract/figures/goal-changes'
import { npsCategories } from '../../../contract/nps'
import { implement } from '../../api/implement'
import { versionedResponse } from '../../api/versioned-response'
import { auditEventsTable } from '../../db/audit-log'
import { json } from '../../db/json'
import { RecordNotFound } from '../../db/repository'
import { instantText } from '../../db/table'
import { isSameState, versionsJson } from '../../db/table-versions'
import { briefDeliveriesTable } from '../../mail/tables'
import { budgetsTable } from '../budgets'
import { companiesTable } from '../companies'
import { devicesTable, isInUse, warrantyEnd } from '../devices'
import { goalsTable } from '../goals'
import { npsResponsesTable } from '../nps'
import { countOf } from '../nps-statistics'
import { reportsTable } from '../reports'
import { companyUsersTable } from '../users'

const at = (day: string) => `(${day})::timestamp at time zone 'UTC'`
const from = '(select from_at from since)'
const before = '(select before_at from since)'

const counted = (period: string) =>
  `json_build_object(${npsCategories.map((category) => `'${category}sCount', ${countOf(category, period)}`).join(', ')})`

const person = "json_build_object('id', t.id, 'fullName', t.full_name, 'email', t.email)"
const isGone = `(t.status = 'disabled' and t.updated_at >= ${from})`
const listed = (value: string, condition: string, order: string) =>
  `coalesce(json_agg(${value} order by ${order}) filter (where ${condition}), '[]')`

/** Each part of the answer, from the client's rows `t` of a table. */
const parts = {
  score: {
    scope: 'nps-responses:read',
    tables: [npsResponsesTable.name],
    sql: `
      select json_build_object('now', ${counted(`t.response_date >= ${from}`)}, 'before', ${counted(`t.response_date < ${from}`)})
      from nps_responses t, client
      where t.company_id = client.id and t.response_date >= ${before} and t.response_date < (select end_at from since)`,
  },
  goals: {
    scope: 'goals:read',
    tables: [goalsTable.name],
    sql: `
      select coalesce(json_agg(json_build_object(
        'id', t.id, 'title', t.title, 'dueDate', ${instantText('t.due_date')}, 'progressPercentage', t.progress_percentage,
        'createdAt', ${instantText('t.created_at')}, 'updatedAt', ${instantText('t.updated_at')}, 'updates', t.updates
      ) order by t.created_at desc, t.id), '[]')
      from goals t, client where t.company_id = client.id`,
  },
  budgets: {
    scope: 'budgets:read',
    tables: [budgetsTable.name, auditEventsTable.name],
    sql: `
      select json_build_object('count', (select count(*) from budgets t, client where t.company_id = client.id), 'latest', (
        select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'currency', t.currency, 'events', (
          select coalesce(json_agg(json_build_object(
            'id', e.id, 'at', ${instantText('e.at')}, 'author', coalesce(e.person ->> 'name', e.key ->> 'name'),
            'before', e.before, 'after', e.after
          ) order by e.at desc, e.id), '[]')
          from (
            select * from audit_events e where e.resource = 'budgets' and e.record_id = t.id::text and e.at >= ${from}
            order by e.at desc, e.id limit 100
          ) e
        )) order by t.fiscal_year desc, t.id), '[]')
        from (
          select t.* from budgets t, client where t.company_id = client.id
          order by t.fiscal_year desc, t.id limit ${mostBudgets}
        ) t))`,
  },
  warrantiesEnded: {
    scope: 'devices:read',
    tables: [devicesTable.name],
    sql: `
      select to_json(count(*)) from devices t, client
      where t.company_id = client.id and ${isInUse}
        and ${warrantyEnd} >= ${from} and ${warrantyEnd} < (select today_at from since)`,
  },
  people: {
    scope: 'users:read',
    tables: [companyUsersTable.name],
    sql: `
      select json_build_object(
        'came', ${listed(person, `t.created_at >= ${from} and not ${isGone}`, 't.created_at desc, t.id')},
        'left', ${listed(person, isGone, 't.full_name_sort, t.id')},
        'silent', count(*) filter (where t.status = 'active' and t.last_login >= ${before} and t.last_login < ${from}))
      from company_users t, client where t.company_id = client.id`,
  },
} satisfies Record<string, { scope: Scope; tables: string[]; sql: string }>

type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

type Answer = z.output<typeof ClientSince>
type Row = {
  versions: string
  isKnown: boolean
  since: Pick<Answer, 'from' | 'to' | 'basis' | 'report'>
  score?: Answer['score']
  goals?: SinceGoal[]
  budgets?: { count: number; latest: Answer['budgets'] }
  warrantiesEnded?: number
  people?: Answer['people']
}

export const clientSinceRoutes = implement(clientSince, {
  read: async ({ database, versions, lists, caller, operation }, { id, query }) => {
    const today = new Date().toISOString().slice(0, 10)
    const readable = names.filter((name) => caller.scopes.includes(parts[name].scope))
    const [hasReports, hasBriefs] = [caller.scopes.includes('reports:read'), caller.scopes.includes('briefs:read')]
    const tables = [
      companiesTable.name,
      ...(hasReports ? [reportsTable.name] : []),
      ...(hasBriefs ? [briefDeliveriesTable.name] : []),
      ...readable.flatMap((name) => parts[name].tables),
    ]
    return versionedResponse(
      { versions, lists },
      {
        key: JSON.stringify([operation, id, query, today, readable, hasReports, hasBriefs]),
        tables,
        schema: 4,
        build: async () => {
          const { row, versions: found } = await database.read(
            sql<Row>`
              with client as (select id from companies where id = ${id}::uuid), report as (
                select t.id, coalesce(nullif(t.title, ''), t.id::text) as title, (t.created_at at time zone 'UTC')::date as day
                from reports t, client
                where ${query.from === undefined && hasReports} and t.company_id = client.id and t.status = 'published'
                  and (t.created_at at time zone 'UTC')::date < ${today}::date
                order by t.created_at desc, t.id limit 1
              ), brief as (
                select max((t.updated_at at time zone 'UTC')::date) as day
                from brief_deliveries t, client
                where ${query.from === undefined && hasBriefs} and t.company_id = client.id and t.status = 'sent' and not t.is_test
                  and (t.updated_at at time zone 'UTC')::date < ${today}::date
              ), days as (
                select ${today}::date as today, (select day from report) as reported, (select day from brief) as briefed,
                  ${query.from ?? null}::date as asked
              ), since as materialized (
                select *, ${sql.raw(at('day'))} as from_at, ${sql.raw(at('day - (today - day + 1)'))} as before_at,
                  ${sql.raw(at('today'))} as today_at, ${sql.raw(at('today + 1'))} as end_at
                from (select *, coalesce(asked, greatest(reported, briefed), today - ${sql.lit(usualDays - 1)}) as day from days) d
              )
              select ${versionsJson()} as versions, exists (select from client) as "isKnown", (
                select json_build_object('from', to_char(day, 'YYYY-MM-DD'), 'to', to_char(today, 'YYYY-MM-DD'),
                  'basis', case when asked is not null then 'chosen' when reported = day then 'report'
                    when briefed = day then 'brief' else 'days' end,
                  'report', case when asked is null and reported = day then
                    (select json_build_object('id', id, 'title', title) from report) end) from since) as since
                ${sql.join(
                  readable.map((name) => sql`, (${sql.raw(parts[name].sql)}) as ${sql.ref(name)}`),
                  sql``,
                )}`,
            isSameState(versions, tables),
          )
          if (!row.isKnown) throw new RecordNotFound('company', id)
          const { since, score, goals, budgets, warrantiesEnded, people } = row
          const period = { dateFrom: since.from, dateTo: since.to }
          const data = {
            ...since,
            ...{ score, warrantiesEnded, people },
            goals: goals && toResponse(goalChanges(goals, period)),
            ...(budgets && { budgets: budgets.latest, budgetsCount: budgets.count }),
          }
          return { body: json({ data }), versions: found }
        },
      },
    )
  },
})

/** Without what only the rules need. */
const toResponse = ({ done, slipped, moved, added }: ReturnType<typeof goalChanges>) => {
  const toGoal = ({ id, title, dueDate, progressPercentage }: (typeof done)[number]) => ({
    ...{ id, title: title ?? '', dueDate: dueDate ?? null, progressPercentage: progressPercentage ?? null },
  })
  return {
    done: done.map(toGoal),
    slipped: slipped.map(toGoal),
    moved: moved.map(({ goal, was, is }) => ({ goal: toGoal(goal), was, is })),
    added: added.map(toGoal),
  }
}
