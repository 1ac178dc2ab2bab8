import type { z } from 'zod/mini'
import { closedStatuses } from '../../contract/figures/goal-status'
import { type Goal, goals } from '../../contract/goals'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { contains, equals, notAfter, notBefore } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler } from '../db/repository'
import { companyJoin, companyRef, defineTable, instant, int, json, text, uuid } from '../db/table'

export const goalsTable = defineTable<z.output<typeof Goal>>()({
  name: 'goals',
  join: companyJoin,
  fields: {
    id: uuid,
    title: text,
    description: text,
    dueDate: instant,
    progressPercentage: int,
    quarter: text,
    year: int,
    company: companyRef,
    status: json,
    priority: json,
    category: json,
    createdAt: instant,
    updatedAt: instant,
    tasks: json,
    updates: json,
  },
  derived: {
    title_sort: { type: 'text', from: ({ title }) => sortKey(title) },
    search_text: { type: 'text', from: ({ title }) => searchText(title) },
  },
})

/** As `endOf` in the contract. */
export const isClosedByStatus = `coalesce(t.status ->> 'name' ~* '^\\s*(${closedStatuses.join('|')})\\s*$', false)`
/** Under 100%, and not closed by its status. */
export const isOpenGoal = `coalesce(t.progress_percentage, 0) < 100 and not ${isClosedByStatus}`

export const goalRoutes = implement(goals, {
  list: listHandler(goals.list, goalsTable, {
    sorts: {
      due_date: 't.due_date',
      title: 't.title_sort',
      progress_percentage: 't.progress_percentage',
      created_at: 't.created_at',
      updated_at: 't.updated_at',
    },
    filters: {
      search: contains(),
      companyId: equals('t.company_id'),
      year: equals('t.year'),
      quarter: equals('t.quarter'),
      isOpen: equals(`(${isOpenGoal})`),
      dueAfter: notBefore('t.due_date'),
      dueBefore: notAfter('t.due_date'),
    },
  }),
  get: getHandler(goalsTable, 'goal'),
})
