import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { goalRoadMap, goalsOfCell } from '../../../contract/figures/goal-road-map'
import { isCancelledGoal } from '../../../contract/figures/goal-status'
import { type By, createTotals, paceOf, plannedFor, quarterKey, readQuarter } from '../../../contract/figures/road-map'
import { implement } from '../../api/implement'
import { versionedResponse } from '../../api/versioned-response'
import { json } from '../../db/json'
import { createColumn, createDictionary } from '../../db/list-engine/columns'
import { currentRow, defineTableCopy } from '../../db/list-engine/table-copy'
import { instantText } from '../../db/table'
import { goalsTable } from '../goals'
import { createCompanyNames } from './company-name-copy'
import { findThenReadRows } from './find-then-read-rows'
import { byText } from './order'

type GoalRow = [
  quarter: string,
  year: number,
  dueDate: string | null,
  createdAt: string,
  progressPercentage: number | null,
  titleSort: string,
  companyId: string | null,
  category: string | null,
  status: string | null,
]
const goalColumns = [
  ...['now.quarter', 'now.year', instantText('now.due_date'), instantText('now.created_at')],
  ...[
    'now.progress_percentage',
    'now.title_sort',
    'now.company_id',
    "now.category ->> 'name'",
    "now.status ->> 'name'",
  ],
]

/** What the map needs of every goal, some 200 bytes each, in columns with a row for each. */
const createGoals = () => {
  const rows = new Map<string, number>()
  const ids: string[] = []
  const titleSorts: string[] = []
  const columns = {
    /** NaN for none. */
    quarter: createColumn(Float64Array),
    /** In milliseconds; without a due date the last of all. */
    due: createColumn(Float64Array),
    dueDay: createColumn(Float64Array),
    startDay: createColumn(Float64Array),
    progress: createColumn(Int32Array),
    isCancelled: createColumn(Int8Array),
    /** Numbers of texts, where the empty one stands for none. */
    company: createColumn(Int32Array),
    category: createColumn(Int32Array),
  }
  const names = createCompanyNames()
  const texts = { company: createDictionary(), category: createDictionary() }

  const put = (
    id: string,
    [quarter, year, dueDate, createdAt, progressPercentage, titleSort, companyId, category, status]: GoalRow,
  ) => {
    const row = rows.get(id) ?? ids.length
    const pace = paceOf({ dueDate, createdAt, progressPercentage, status: { name: status } })
    rows.set(id, row)
    ids[row] = id
    titleSorts[row] = titleSort
    columns.quarter.put(row, plannedFor({ id, quarter, year, dueDate }) ?? Number.NaN)
    columns.due.put(row, dueDate === null ? Number.POSITIVE_INFINITY : Date.parse(dueDate))
    columns.dueDay.put(row, pace.dueDay)
    columns.startDay.put(row, pace.startDay)
    columns.progress.put(row, pace.progress)
    columns.isCancelled.put(row, isCancelledGoal({ status: { name: status } }) ? 1 : 0)
    columns.company.put(row, texts.company.numberOf(companyId ?? ''))
    columns.category.put(row, texts.category.numberOf(category ?? ''))
  }

  return {
    ids,
    titleSorts,
    columns,
    names,
    texts,
    needsRebuild: () => false,
    tables: [
      {
        name: 'goals',
        columns: ['t.id', currentRow('goals', goalColumns)],
        take: (columns: unknown[][]) => {
          const [ids, found] = columns as [string[], GoalRow[]]
          for (const [at, id] of ids.entries()) put(id, found[at] as GoalRow)
        },
      },
      names.table,
    ],
  }
}

type Goals = ReturnType<typeof createGoals>

export const goalCopy = defineTableCopy(createGoals)

/** Compares rows. */
const byDue = ({ ids, titleSorts, columns }: Goals) => {
  const due = columns.due.values as Float64Array
  return (a: number, b: number) => {
    const [x, y] = [due[a] as number, due[b] as number]
    if (x !== y) return x < y ? -1 : 1
    return byText(titleSorts[a] as string, titleSorts[b] as string) || byText(ids[a] as string, ids[b] as string)
  }
}

/** The first of many in an order, without sorting all of them. */
const createFirst = <T>(most: number, compare: (a: T, b: T) => number) => {
  const items: T[] = []
  return {
    items,
    add: (item: T) => {
      if (items.length === most && compare(item, items[most - 1] as T) >= 0) return
      let [low, high] = [0, items.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (compare(item, items[middle] as T) < 0) high = middle
        else low = middle + 1
      }
      items.splice(low, 0, item)
      if (items.length > most) items.pop()
    },
  }
}

type Lane = { number: number; key: string | null; name: string | null; sort: string }

/** What has neither a client nor a category comes last. */
const byName = (a: Lane, b: Lane) =>
  Number(a.key === null) - Number(b.key === null) || byText(a.sort, b.sort) || byText(a.key, b.key)

type MapParams = { by: By; companyId?: string | undefined; start: number; quarters: number; limit: number; now: Date }

/** Quarters across and clients or categories down, by name. */
const mapOf = (goals: Goals, { by, companyId, start, quarters, limit, now }: MapParams) => {
  const { ids, columns, names } = goals
  const { quarter, dueDay, startDay, progress, isCancelled, company } = columns
  // A category is known by its name: servers may give one to each client.
  const key = columns[by]
  const { texts } = goals.texts[by]
  const wanted = companyId === undefined ? null : (goals.texts.company.find(companyId) ?? -1)
  const totals = Array.from({ length: quarters }, () => createTotals(now))
  const counts = { undated: 0, elsewhere: 0 }
  const asked = createColumn(Int32Array)
  const keys = new Set<number>()
  for (let row = 0; row < ids.length; row++) {
    if (isCancelled.values[row] === 1 || (wanted !== null && company.values[row] !== wanted)) continue
    const at = (quarter.values[row] as number) - start
    if (at >= 0 && at < quarters) {
      totals[at]?.add({
        progress: progress.values[row] as number,
        dueDay: dueDay.values[row] as number,
        startDay: startDay.values[row] as number,
      })
      keys.add(key.values[row] as number)
      asked.add(row)
    } else if (Number.isNaN(at)) counts.undated++
    else counts.elsewhere++
  }
  const laneOf = (number: number): Lane => {
    const text = texts[number] || null
    const isCompany = by === 'company'
    return {
      number,
      key: text,
      name: isCompany ? names.nameOf(text) : text,
      sort: (isCompany ? names.sortOf(text) : text?.toLowerCase()) ?? '',
    }
  }
  const first = createFirst(limit, byName)
  for (const key of keys) first.add(laneOf(key))
  const lanes = first.items
  const shown = Math.max(1, Math.min(goalsOfCell, Math.floor(mostShown / (lanes.length * quarters))))
  const compare = byDue(goals)
  const cells = lanes.map(() => totals.map(() => ({ goals: 0, first: createFirst(shown, compare) })))
  const cellsOf = new Array<(typeof cells)[number] | undefined>(texts.length)
  for (const [at, { number }] of lanes.entries()) cellsOf[number] = cells[at]
  for (let at = 0; at < asked.length; at++) {
    const row = asked.values[at] as number
    const cell = cellsOf[key.values[row] as number]?.[(quarter.values[row] as number) - start]
    if (!cell) continue
    cell.goals++
    cell.first.add(row)
  }
  return {
    totals: totals.map((total) => total.read()),
    lanes: lanes.map(({ key, name }, at) => ({
      companyId: by === 'company' ? key : null,
      name,
      cells: (cells[at] ?? []).map(({ goals, first }) => ({
        goals,
        ids: first.items.map((row) => ids[row] as string),
      })),
    })),
    counts: { totalCount: keys.size, ...counts },
  }
}

/** Of all cells together; each has one at least. */
const mostShown = 10_000

type Answer = z.output<typeof goalRoadMap.read.response>['data']
type Shown = Answer['lanes'][number]['cells'][number]['first'][number]

export const goalRoadMapRoutes = implement(goalRoadMap, {
  read: async ({ database, versions, lists }, { query }) => {
    const now = new Date()
    const start = readQuarter(query.from) ?? 0
    const params = { ...query, start, now }
    return versionedResponse(
      { versions, lists },
      {
        key: JSON.stringify([goalRoadMap.read.path, query, now.toISOString().slice(0, 10)]),
        tables: goalCopy.names,
        schema: 3,
        build: async () => {
          const { found, ...result } = await findThenReadRows(
            { database, versions },
            goalCopy.names,
            (versions) =>
              goalCopy.read({ read: database.read, cache: lists, versions }, (goals) => mapOf(goals, params)),
            ({ value }) => goalsWith(value.lanes.flatMap(({ cells }) => cells.flatMap(({ ids }) => ids))),
          )
          const shown = new Map(result.row.goals.map((goal) => [goal.id, goal]))
          const { totals, lanes, counts } = found.value
          const data: Answer = {
            quarters: totals.map((total, at) => ({ quarter: quarterKey(start + at), ...total })),
            lanes: lanes.map((lane) => ({
              ...lane,
              cells: lane.cells.map(({ goals, ids }) => ({ goals, first: ids.map((id) => shown.get(id) as Shown) })),
            })),
            ...counts,
          }
          return { body: json({ data }), versions: result.versions }
        },
      },
    )
  },
})

const goalsWith = (ids: string[]) => sql<{ goals: Shown[] }>`(
  select coalesce(json_agg(json_build_object(
    'id', t.id, 'title', t.title, 'dueDate', ${sql.raw(instantText('t.due_date'))},
    'progressPercentage', t.progress_percentage, 'createdAt', ${sql.raw(instantText('t.created_at'))},
    'company', case when company.id is not null then json_build_object('id', company.id, 'name', company.name) end,
    'category', t.category, 'status', t.status
  )), '[]') from ${sql.raw(goalsTable.source)} where t.id = any (${ids}::uuid[])) as goals`
