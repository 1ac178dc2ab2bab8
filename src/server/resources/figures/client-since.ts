import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { addDays, dayLong } from '../../../contract/core/days'
import type { Scope } from '../../../contract/core/scopes'
import { clockIn, dayAt, startOfDay } from '../../../contract/core/zoned-time'
import { type ClientSince, clientSince, mostBudgets, usualDays } from '../../../contract/figures/client-since'
import { goalChanges, type SinceGoal } from '../../../contract/figures/goal-changes'
import { npsCategories } from '../../../contract/nps'
import { implement } from '../../api/implement'
import { versionedResponse } from '../../api/versioned-response'
import { auditEventsTable } from '../../db/audit-log'
import { json } from '../../db/json'
import { readAt } from '../../db/read-at'
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

const fromAt = '(select from_at from since)'
const beforeAt = '(select before_at from since)'

const counted = (period: string) =>
  `json_build_object(${npsCategories.map((category) => `'${category}sCount', ${countOf(category, period)}`).join(', ')})`

const person = "json_build_object('id', t.id, 'fullName', t.full_name, 'email', t.email)"
const isGone = `(t.status = 'disabled' and t.updated_at >= ${fromAt})`
const listed = (value: string, condition: string, order: string) =>
  `coalesce(json_agg(${value} order by ${order}) filter (where ${condition}), '[]')`

/** Each part of the answer, from the client's rows `t` of a table. */
const parts = {
  score: {
    scope: 'nps-responses:read',
    tables: [npsResponsesTable.name],
    sql: `
      select json_build_object('now', ${counted(`t.response_date >= ${fromAt}`)}, 'before', ${counted(`t.response_date < ${fromAt}`)})
      from nps_responses t, client
      where t.company_id = client.id and t.response_date >= ${beforeAt} and t.response_date < (select end_at from since)`,
  },
  goals: {
    scope: 'goals:read',
    tables: [goalsTable.name],
    sql: `
      select coalesce(json_agg(json_build_object(
        'id', t.id, 'title', t.title, 'dueDate', ${instantText('t.due_date')}, 'progressPercentage', t.progress_percentage,
        'createdAt', ${instantText('t.created_at')}, 'updatedAt', ${instantText('t.updated_at')}, 'status', t.status, 'updates', t.updates
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
            select * from audit_events e where e.resource = 'budgets' and e.record_id = t.id::text and e.at >= ${fromAt}
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
        and ${warrantyEnd} >= (select from_day from since) and ${warrantyEnd} < (select today from since)`,
  },
  people: {
    scope: 'users:read',
    tables: [companyUsersTable.name],
    sql: `
      select json_build_object(
        'came', ${listed(person, `t.created_at >= ${fromAt} and not ${isGone}`, 't.created_at desc, t.id')},
        'left', ${listed(person, isGone, 't.full_name_sort, t.id')},
        'silent', count(*) filter (where t.status = 'active' and t.last_login >= ${beforeAt} and t.last_login < ${fromAt}))
      from company_users t, client where t.company_id = client.id`,
  },
} satisfies Record<string, { scope: Scope; tables: string[]; sql: string }>

/** An email of an earlier release has no day: its brief was of days in UTC. */
const briefDay = "coalesce(t.brief_day, to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD')) collate \"C\""

type Last = {
  report: { id: string; title: string; createdAt: string } | null
  brief: { day: string; sentAt: string } | null
}

type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

type Answer = z.output<typeof ClientSince>
type Row = {
  versions: string
  isKnown: boolean
  score?: Answer['score']
  goals?: SinceGoal[]
  budgets?: { count: number; latest: Answer['budgets'] }
  warrantiesEnded?: number
  people?: Answer['people']
}

export const clientSinceRoutes = implement(clientSince, {
  read: async ({ database, versions, lists, caller, operation }, { id, query }) => {
    const clock = clockIn(query.zone ?? 'UTC')
    const startOf = (day: string) => new Date(startOfDay(clock, day))
    const today = dayAt(clock, Date.now())
    const readable = names.filter((name) => caller.scopes.includes(parts[name].scope))
    const [hasReports, hasBriefs] = [caller.scopes.includes('reports:read'), caller.scopes.includes('briefs:read')]
    const tables = [
      companiesTable.name,
      ...(hasReports ? [reportsTable.name] : []),
      ...(hasBriefs ? [briefDeliveriesTable.name] : []),
      ...readable.flatMap((name) => parts[name].tables),
    ]
    const readLast = async () => {
      const { row, versions: found } = await readAt(
        database.read,
        versions,
        tables,
        sql<Last>`(
          select json_build_object('id', t.id, 'title', coalesce(nullif(t.title, ''), t.id::text), 'createdAt', ${sql.raw(instantText('t.created_at'))})
          from reports t
          where ${hasReports} and t.company_id = ${id}::uuid and t.status = 'published' and t.created_at < ${startOf(today)}
          order by t.created_at desc, t.id limit 1
        ) as report, (
          select json_build_object('day', ${sql.raw(briefDay)}, 'sentAt', ${sql.raw(instantText('t.updated_at'))})
          from brief_deliveries t
          where ${hasBriefs} and t.company_id = ${id}::uuid and t.status = 'sent' and not t.is_test
            and ${sql.raw(briefDay)} < ${today}
          order by ${sql.raw(briefDay)} desc, t.updated_at limit 1
        ) as brief`,
      )
      const { report, brief } = row
      const reported = report && dayAt(clock, Date.parse(report.createdAt))
      const isReport = reported !== null && reported >= (brief?.day ?? '')
      return {
        day: isReport ? reported : brief?.day,
        sentAt: isReport || !brief ? Number.POSITIVE_INFINITY : Date.parse(brief.sentAt),
        basis: isReport ? ('report' as const) : ('brief' as const),
        report: isReport && report ? { id: report.id, title: report.title } : null,
        versions: found,
      }
    }
    return versionedResponse(
      { versions, lists },
      {
        key: JSON.stringify([operation, id, query, today, readable, hasReports, hasBriefs]),
        tables,
        schema: 7,
        build: async () => {
          const last = query.from === undefined ? await readLast() : null
          const from = query.from ?? last?.day ?? addDays(today, 1 - usualDays)
          // A brief that was sent from a time zone further east told nothing of what is left of its day here.
          const start = new Date(Math.min(startOf(from).getTime(), last?.sentAt ?? Number.POSITIVE_INFINITY))
          const length = (Date.parse(today) - Date.parse(from)) / dayLong + 1
          const { row, versions: found } = await database.read(
            sql<Row>`
              with client as (select id from companies where id = ${id}::uuid), since as materialized (
                select ${start}::timestamptz as from_at, ${startOf(addDays(from, -length))}::timestamptz as before_at,
                  ${startOf(addDays(today, 1))}::timestamptz as end_at,
                  ${new Date(from)}::timestamptz as from_day, ${new Date(today)}::timestamptz as today
              )
              select ${versionsJson()} as versions, exists (select from client) as "isKnown"
                ${sql.join(
                  readable.map((name) => sql`, (${sql.raw(parts[name].sql)}) as ${sql.ref(name)}`),
                  sql``,
                )}`,
            isSameState(versions, tables),
          )
          if (!row.isKnown) throw new RecordNotFound('company', id)
          const { score, goals, budgets, warrantiesEnded, people } = row
          const data = {
            ...{
              from,
              to: today,
              start: start.toISOString(),
              basis: query.from ? 'chosen' : last?.day ? last.basis : 'days',
            },
            ...{ report: last?.report ?? null, score, warrantiesEnded, people },
            goals: goals && toResponse(goalChanges(goals, { dateFrom: from, dateTo: today }, start.getTime())),
            ...(budgets && { budgets: budgets.latest, budgetsCount: budgets.count }),
          }
          // What was written between the two statements is in the second only, so the answer counts as one before it.
          return { body: json({ data }), versions: last?.versions ?? found }
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
