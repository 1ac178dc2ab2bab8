import type { z } from 'zod/mini'
import { type Goal, goals } from '../contract/goals'
import { contains, equals } from './database/conditions'
import { listOf } from './database/list'
import { oneOf } from './database/read'
import { companyJoin, companyRef, instant, int, json, table, text, uuid } from './database/table'
import { searchText, sortKey } from './database/text'
import { implement } from './kit/implement'

export const goalsTable = table<z.output<typeof Goal>>()({
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

export const goalRoutes = implement(goals, {
  list: listOf(goals.list, goalsTable, {
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
    },
  }),
  get: oneOf(goalsTable, 'goal'),
})
