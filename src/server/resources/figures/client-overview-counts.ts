import { type RawBuilder, sql } from 'kysely'
import { dayLong } from '../../../contract/core/days'
import type { Scope } from '../../../contract/core/scopes'
import type { ClientCounts } from '../../../contract/figures/client-comparison'
import { figureDays, monthDays } from '../../../contract/figures/client-figures'
import { type Counts, npsCategories } from '../../../contract/nps'
import { instantText } from '../../db/table'
import { grandTotal } from '../budgets'
import { isInUse, warrantyEnd } from '../devices'
import { isClosedByStatus, isOpenGoal } from '../goals'
import { countOf } from '../nps-statistics'

type Sql = RawBuilder<unknown>

/** A part of the clients' counts, from the rows of one table. */
export type Part = {
  table: string
  scope: Scope
  /** The client of a row in the change log. */
  client: string
  /** Rows `(company_id, value)` for each client with such rows, where `only` holds for the client's id. */
  read: (only: (column: string) => Sql) => Sql
  /** Adds a value, or undefined for a client without such rows, to the client's counts. */
  add: (counts: ClientCounts, value: unknown) => void
}

const raw = sql.raw
const count = (condition: string) => `(count(*) filter (where ${condition}))::int`

/** One value for each client, from aggregates over the rows `t` of a table. */
const grouped =
  (table: string, value: string, where = 'true') =>
  (only: (column: string) => Sql) =>
    sql`select t.company_id, ${raw(value)} as value from ${raw(table)} t where ${raw(where)} and ${only('t.company_id')} group by 1`

const part = <V>(
  o: Omit<Part, 'client' | 'add' | 'read'> & Partial<Pick<Part, 'client' | 'read'>>,
  value: [string, string?],
  add: (counts: ClientCounts, value: V | undefined) => void,
): Part => ({
  client: "(c.row ->> 'company_id')::uuid",
  read: grouped(o.table, ...value),
  ...o,
  add: add as Part['add'],
})

const noResponses: Counts = { promoter: 0, passive: 0, detractor: 0 }

type Newest = NonNullable<ClientCounts['report']>
const noReport: Newest = { last: null, before: null }

/**
 * The parts on a day in UTC. An end date includes its day, so what ends today has not ended. Times are written out, because the
 * planner knows an index by a constant.
 */
export const partsOn = (today: string): Part[] => {
  const ago = (days: number) => `timestamptz '${new Date(Date.parse(today) - days * dayLong).toISOString()}'`
  const isBetween = (column: string, from: string, to: string) => `${column} >= ${from} and ${column} < ${to}`
  const [tomorrow, now, month, recent] = [ago(-1), ago(0), ago(monthDays - 1), ago(figureDays - 1)]
  const earliest = ago(figureDays + monthDays - 1)
  const isOverdue = `${isOpenGoal} and t.due_date < ${now}`
  // When a status was set is not recorded, but what was not changed since had it then.
  const wasClosed = `(${isClosedByStatus} and t.updated_at < ${month})`
  const wasEnrolled = `coalesce(t.enrolled_at < ${month}, true)`
  const categories = (period: string) =>
    `json_build_object(${npsCategories.map((category) => `'${category}', ${countOf(category, period)}`).join(', ')})`
  const both = `json_build_array(
    ${categories(isBetween('t.response_date', recent, tomorrow))},
    ${categories(isBetween('t.response_date', earliest, month))})`
  const newest = (column: string) =>
    `json_build_object('last', ${instantText(`max(${column})`)}, 'before', ${instantText(`max(${column}) filter (where ${column} < ${month})`)})`
  return [
    part<[Counts, Counts]>(
      { table: 'nps_responses', scope: 'nps-responses:read' },
      [both, isBetween('t.response_date', earliest, tomorrow)],
      (counts, [answers, before] = [noResponses, noResponses]) => {
        counts.answers = { ...answers, before }
      },
    ),
    part<[number, number]>(
      { table: 'nps_responses', scope: 'nps-responses:read' },
      [
        `json_build_array(count(*)::int, ${count(`t.response_date >= ${month}`)})`,
        't.follow_up_required and not t.follow_up_completed',
      ],
      (counts, [all, lately] = [0, 0]) => {
        counts.waiting = { all, lately }
      },
    ),
    part<[number, string, number]>(
      { table: 'budgets', scope: 'budgets:read', read: latestBudgets },
      [''],
      (counts, value) => {
        counts.budget = value ? { total: value[0], currency: value[1], year: value[2] } : null
      },
    ),
    part<[number, number, number, number, number, number]>(
      { table: 'devices', scope: 'devices:read' },
      [
        `json_build_array(count(*)::int, count(${warrantyEnd})::int, ${count(`${warrantyEnd} < ${now}`)},
          ${count(isBetween(warrantyEnd, ago(monthDays), now))},
          ${count(`${warrantyEnd} is not null and t.created_at < ${month}`)},
          ${count(`${warrantyEnd} < ${ago(monthDays)} and t.created_at < ${month}`)})`,
        isInUse,
      ],
      (counts, [all, known, ended, lately, knownBefore, endedBefore] = [0, 0, 0, 0, 0, 0]) => {
        counts.devices = { all, known, ended, lately, before: { known: knownBefore, ended: endedBefore } }
      },
    ),
    part<[number, number, number, number, number]>(
      { table: 'goals', scope: 'goals:read' },
      [
        `json_build_array(count(*)::int, ${count(isOverdue)}, ${count(`${isOverdue} and t.due_date >= ${ago(monthDays)}`)},
          ${count(`t.created_at < ${month}`)},
          ${count(`t.created_at < ${month} and t.due_date < ${ago(monthDays)} and not ${wasClosed} and ${progressAt(month)} < 100`)})`,
      ],
      (counts, [all, overdue, lately, allBefore, overdueBefore] = [0, 0, 0, 0, 0]) => {
        counts.goals = { all, overdue, lately, before: { all: allBefore, overdue: overdueBefore } }
      },
    ),
    part<[number, number, number, number, number]>(
      { table: 'enrollments', scope: 'enrollments:read' },
      [
        `json_build_array(count(*)::int, count(t.completed_at)::int, ${count(`t.completed_at >= ${month}`)},
          ${count(wasEnrolled)}, ${count(`${wasEnrolled} and t.completed_at < ${month}`)})`,
      ],
      (counts, [all, done, lately, allBefore, doneBefore] = [0, 0, 0, 0, 0]) => {
        counts.enrollments = { all, done, lately, before: { all: allBefore, done: doneBefore } }
      },
    ),
    part<[number, number]>(
      { table: 'company_users', scope: 'users:read' },
      [`json_build_array(count(*)::int, ${count(`t.last_login >= ${recent}`)})`, "t.status = 'active'"],
      (counts, [all, signedIn] = [0, 0]) => {
        counts.people = { all, signedIn }
      },
    ),
    part<Newest>(
      { table: 'reports', scope: 'reports:read' },
      [newest('t.created_at'), "t.status = 'published'"],
      (counts, value = noReport) => {
        counts.report = value
      },
    ),
    part<Newest>(
      { table: 'brief_deliveries', scope: 'briefs:read' },
      [newest('t.updated_at'), "t.status = 'sent' and not t.is_test"],
      (counts, value = noReport) => {
        counts.brief = value
      },
    ),
  ]
}

/** A goal's progress before a moment, as it was noted last: 0 before the first note, and today's where nothing was ever noted. */
const progressAt = (moment: string) => {
  const noted = `from json_array_elements(case json_typeof(t.updates) when 'array' then t.updates end) noted(entry)
    where entry ->> 'progressPercentage' is not null`
  return `coalesce(
    (select (entry ->> 'progressPercentage')::float ${noted} and (entry ->> 'createdAt')::timestamptz < ${moment}
      order by (entry ->> 'createdAt')::timestamptz desc limit 1),
    case when exists (select 1 ${noted}) then 0 else t.progress_percentage end, 0)`
}

/** The budget of the latest year that is not obsolete, also a draft; within a year, one that waits for approval comes first. */
const latestBudgets = (only: (column: string) => Sql) => sql`
  select t.company_id, json_build_array(${raw(grandTotal)}, t.currency, t.fiscal_year) as value
  from budgets t where t.id = any (array(
    select distinct on (company_id) id from budgets
    where status <> 'Obsolete' and ${only('company_id')}
    order by company_id, fiscal_year desc,
      case status when 'PendingApproval' then 0 when 'Approved' then 1 when 'Draft' then 2 else 3 end, id
  ))`
