import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { goalRoadMap, goalsOfCell } from '../../../contract/goal-road-map'
import {
  type By,
  createTotals,
  type Pace,
  paceOf,
  plannedFor,
  quarterKey,
  readQuarter,
} from '../../../contract/road-map'
import { implement } from '../../api/implement'
import { versionedResponse } from '../../api/versioned-response'
import { json } from '../../db/json'
import { createDictionary } from '../../db/list-engine/columns'
import { currentRow, defineTableCopy, NotCounted } from '../../db/list-engine/table-copy'
import { instantText } from '../../db/table'
import { combinedState, isSameState, versionsJson } from '../../db/table-versions'
import { goalsTable } from '../goals'
import { createCompanyNames } from './company-name-copy'
import { byText } from './order'

type Placed = Pace & {
  id: string
  quarter: number | null
  /** In milliseconds; without a due date the last of all. */
  due: number
  titleSort: string
  /** Numbers of texts, where the empty one stands for none. */
  company: number
  category: number
}

type GoalRow = [
  quarter: string,
  year: number,
  dueDate: string | null,
  createdAt: string,
  progressPercentage: number | null,
  titleSort: string,
  companyId: string | null,
  category: string | null,
]
const goalColumns = [
  ...['now.quarter', 'now.year', instantText('now.due_date'), instantText('now.created_at')],
  ...['now.progress_percentage', 'now.title_sort', 'now.company_id', "now.category ->> 'name'"],
]

/** What the map needs of every goal, some 200 bytes each. */
const createGoals = () => {
  const goals = new Map<string, Placed>()
  const names = createCompanyNames()
  const companyIds = createDictionary()
  const categories = createDictionary()
  return {
    goals,
    names,
    companyIds,
    categories,
    isWorn: () => false,
    tables: [
      {
        name: 'goals',
        columns: ['t.id', currentRow('goals', goalColumns)],
        take: (columns: unknown[][]) => {
          const [ids, rows] = columns as [string[], (GoalRow | null)[]]
          for (const [at, id] of ids.entries()) {
            const row = rows[at]
            if (!row) {
              goals.delete(id)
              continue
            }
            const [quarter, year, dueDate, createdAt, progressPercentage, titleSort, companyId, category] = row
            goals.set(id, {
              ...paceOf({ dueDate, createdAt, progressPercentage }),
              ...{ id, quarter: plannedFor({ id, quarter, year, dueDate }), titleSort },
              due: dueDate === null ? Number.POSITIVE_INFINITY : Date.parse(dueDate),
              company: companyIds.numberOf(companyId ?? ''),
              category: categories.numberOf(category ?? ''),
            })
          }
        },
      },
      names.table,
    ],
  }
}

type Goals = ReturnType<typeof createGoals>

export const goalCopy = defineTableCopy(createGoals)

const byDue = (a: Placed, b: Placed) =>
  (a.due === b.due ? 0 : a.due - b.due) || byText(a.titleSort, b.titleSort) || byText(a.id, b.id)

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

type Asked = { by: By; companyId: string | undefined; start: number; quarters: number; limit: number; now: Date }

/** Quarters across and clients or categories down, by name. */
const mapOf = (
  { goals, names, companyIds, categories }: Goals,
  { by, companyId, start, quarters, limit, now }: Asked,
) => {
  const totals = Array.from({ length: quarters }, () => createTotals(now))
  const counts = { undated: 0, elsewhere: 0 }
  const asked: Placed[] = []
  const wanted = companyId === undefined ? null : (companyIds.find(companyId) ?? -1)
  for (const goal of goals.values()) {
    if (wanted !== null && goal.company !== wanted) continue
    const total = goal.quarter === null ? undefined : totals[goal.quarter - start]
    total?.add(goal)
    if (total) asked.push(goal)
    else if (goal.quarter === null) counts.undated++
    else counts.elsewhere++
  }
  // A category is known by its name: servers may give one to each client.
  const { texts } = by === 'category' ? categories : companyIds
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
  const keys = new Set(asked.map((goal) => goal[by]))
  const lanes = createFirst(limit, byName)
  for (const key of keys) lanes.add(laneOf(key))
  const shown = Math.max(1, Math.min(goalsOfCell, Math.floor(mostShown / (lanes.items.length * quarters))))
  const newCell = () => ({ goals: 0, first: createFirst(shown, byDue) })
  const cells = new Map(lanes.items.map(({ number }) => [number, totals.map(newCell)]))
  for (const goal of asked) {
    const cell = cells.get(goal[by])?.[(goal.quarter as number) - start]
    if (!cell) continue
    cell.goals++
    cell.first.add(goal)
  }
  return {
    totals: totals.map((total) => total.read()),
    lanes: lanes.items.map(({ number, key, name }) => ({
      companyId: by === 'company' ? key : null,
      name,
      cells: (cells.get(number) ?? []).map(({ goals, first }) => ({ goals, ids: first.items.map(({ id }) => id) })),
    })),
    counts: { totalCount: keys.size, ...counts },
  }
}

/** Until two statements in turn have seen the same state. */
const attempts = 5

/** Of all cells together; each has one at least. */
const mostShown = 10_000

type Answer = z.output<typeof goalRoadMap.read.response>['data']
type Shown = Answer['lanes'][number]['cells'][number]['first'][number]

export const goalRoadMapRoutes = implement(goalRoadMap, {
  read: async ({ database, versions, lists }, { query }) => {
    const now = new Date()
    const start = readQuarter(query.from) ?? 0
    const asked = { ...query, companyId: query.companyId?.toLowerCase(), start, now }
    return versionedResponse(
      { versions, lists },
      {
        key: JSON.stringify([goalRoadMap.read.path, query, now.toISOString().slice(0, 10)]),
        tables: goalCopy.names,
        schema: 1,
        build: async () => {
          for (let [known, attempt] = [versions, 0]; attempt < attempts; attempt++) {
            const made = await goalCopy.read({ read: database.read, cache: lists, versions: known }, (goals) =>
              mapOf(goals, asked),
            )
            const ids = made.value.lanes.flatMap(({ cells }) => cells.flatMap((cell) => cell.ids))
            const { row, versions: found } = await database.read(
              goalsWith(ids),
              isSameState(made.versions, goalCopy.names),
            )
            known = found
            if (combinedState(found, goalCopy.names) !== combinedState(made.versions, goalCopy.names)) continue
            const shown = new Map(row.goals.map((goal) => [goal.id, goal]))
            const { totals, lanes, counts } = made.value
            const data: Answer = {
              quarters: totals.map((total, at) => ({ quarter: quarterKey(start + at), ...total })),
              lanes: lanes.map((lane) => ({
                ...lane,
                cells: lane.cells.map(({ goals, ids }) => ({ goals, first: ids.map((id) => shown.get(id) as Shown) })),
              })),
              ...counts,
            }
            return { body: json({ data }), versions: found }
          }
          throw new NotCounted()
        },
      },
    )
  },
})

const goalsWith = (ids: string[]) => sql<{ versions: string; goals: Shown[] }>`
  select ${versionsJson()} as versions, (
    select coalesce(json_agg(json_build_object(
      'id', t.id, 'title', t.title, 'dueDate', ${sql.raw(instantText('t.due_date'))},
      'progressPercentage', t.progress_percentage, 'createdAt', ${sql.raw(instantText('t.created_at'))},
      'company', case when company.id is not null then json_build_object('id', company.id, 'name', company.name) end,
      'category', t.category
    )), '[]') from ${sql.raw(goalsTable.source)} where t.id = any (${ids}::uuid[])) as goals`
