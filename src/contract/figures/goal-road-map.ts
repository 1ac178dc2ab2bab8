import * as z from 'zod/mini'
import { documented, endpoint, instant, object, one, oneOf, Ref, uuid, wholeNumber } from '../core/endpoint'
import { readQuarter } from './road-map'

const quarterError = { error: 'must be a quarter, such as 2026-Q4' }
const quarter = z.string(quarterError).check(z.refine((text) => readQuarter(text) !== null, quarterError))
documented.add(quarter, { pattern: '^\\d{4}-Q[1-4]$', examples: ['2026-Q4'] })

const RoadMapGoal = object(() => ({
  id: uuid,
  title: z.string(),
  dueDate: z.nullable(instant),
  progressPercentage: z.nullable(z.int()),
  createdAt: instant,
  status: z.nullable(Ref),
  company: z.nullable(Ref),
  category: z.nullable(Ref),
}))

/** Goals of a client or a category in a quarter: how many, and the first of them by due date, fewer in a very large map. */
const Cell = object(() => ({ goals: z.int(), first: z.array(RoadMapGoal) }))

export const goalsOfCell = 20

/** Goals that are not cancelled, by quarter: the one that a goal is planned for, and otherwise the one that it is due in. */
export const goalRoadMap = {
  read: endpoint({
    method: 'GET',
    path: '/goal-road-map',
    summary: 'Read goals by quarter and by client or category',
    scope: 'goals:read',
    addition: true,
    query: object(() => ({
      from: quarter,
      quarters: z._default(wholeNumber(1, 12), 6),
      by: z._default(oneOf(['company', 'category']), 'company'),
      companyId: z.optional(uuid),
      limit: z._default(wholeNumber(1, 1000), 50),
    })),
    response: one(
      object(() => ({
        quarters: z.array(
          object(() => ({
            quarter: z.string(),
            goals: z.int(),
            /** At 100%, or completed by their status. */
            done: z.int(),
            /** Past their due date, in UTC, and not done. */
            late: z.int(),
            /** Ten points or more below the share of days gone by. */
            behind: z.int(),
            /** The mean, in whole percent. */
            progress: z.nullable(z.int()),
          })),
        ),
        /** Clients or categories with goals in these quarters, by name; each has a cell for each quarter. */
        lanes: z.array(
          object(() => ({ companyId: z.nullable(z.string()), name: z.nullable(z.string()), cells: z.array(Cell) })),
        ),
        totalCount: z.int(),
        /** Goals without a quarter and a due date. */
        undated: z.int(),
        /** Goals in other quarters. */
        elsewhere: z.int(),
      })),
    ),
  }),
}
