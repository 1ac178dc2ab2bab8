import * as z from 'zod/mini'
import {
  added,
  firstDay,
  flag,
  instant,
  lastDay,
  list,
  object,
  Ref,
  read,
  search,
  sortColumn,
  text,
  uuid,
  wholeNumber,
} from './core/endpoint'

export const Task = object(() => ({
  id: uuid,
  title: z.string(),
  description: z.nullable(z.string()),
  isCompleted: z.boolean(),
  dueDate: z.nullable(instant),
  createdAt: instant,
}))

export const GoalUpdate = object(() => ({
  id: uuid,
  updateText: z.string(),
  progressPercentage: z.nullable(z.int()),
  createdAt: instant,
}))

export const Goal = object(() => ({
  id: uuid,
  title: z.string(),
  description: z.nullable(z.string()),
  dueDate: z.nullable(instant),
  progressPercentage: z.nullable(z.int()),
  quarter: z.nullable(z.string()),
  year: z.nullable(z.int()),
  company: z.nullable(Ref),
  status: z.nullable(Ref),
  priority: z.nullable(Ref),
  category: z.nullable(Ref),
  createdAt: instant,
  updatedAt: instant,
  tasks: z.array(Task),
  updates: z.array(GoalUpdate),
}))

export const goals = {
  list: list({
    path: '/goals',
    summary: 'List goals',
    scope: 'goals:read',
    addition: true,
    item: Goal,
    limit: [25, 100],
    sort: sortColumn(['due_date', 'title', 'progress_percentage', 'created_at', 'updated_at'], 'created_at', true),
    filters: () => ({
      search: z.optional(search),
      companyId: z.optional(uuid),
      year: z.optional(wholeNumber(0, 9999)),
      quarter: z.optional(text({ min: 1, max: 20 })),
      isOpen: added(z.optional(flag)),
      dueAfter: added(z.optional(firstDay)),
      dueBefore: added(z.optional(lastDay)),
    }),
  }),
  get: read({ path: '/goals/:id', summary: 'Read a goal with its tasks and updates', scope: 'goals:read', item: Goal }),
}
