import * as z from 'zod/mini'
import { byUuid, day, endpoint, instant, object, one, oneOf } from '../core/endpoint'
import { timeZone } from '../core/time-zone'

/** How many days count, with today, where no report was published and no brief emailed. */
export const usualDays = 90

/** The earliest day that can be chosen. */
export const firstSince = '2000-01-01'

/** Budgets beyond these are left out. */
export const mostBudgets = 20

const counts = object(() => ({ promotersCount: z.int(), passivesCount: z.int(), detractorsCount: z.int() }))

const ChangedGoal = object(() => ({
  id: z.string(),
  title: z.string(),
  dueDate: z.nullable(instant),
  progressPercentage: z.nullable(z.int()),
}))

const Person = object(() => ({ id: z.string(), fullName: z.string(), email: z.string() }))

const ChangedBudget = object(() => ({
  id: z.string(),
  title: z.string(),
  currency: z.nullable(z.string()),
  /** Newest first, 100 at most. */
  events: z.array(
    object(() => ({
      id: z.string(),
      at: instant,
      author: z.nullable(z.string()),
      before: z.record(z.string(), z.unknown()),
      after: z.record(z.string(), z.unknown()),
    })),
  ),
}))

/**
 * What happened to a client from a day to today. A part is left out for a key without the scope that it is read with.
 */
export const ClientSince = object(() => ({
  from: z.string(),
  to: z.string(),
  /** When `from` begins; earlier if the last brief was sent from a time zone further east and told nothing of the rest of that day. */
  start: instant,
  /** The day asked for, that of the last published report or emailed brief, or a usual number of days ago. */
  basis: oneOf(['chosen', 'report', 'brief', 'days']),
  report: z.nullable(object(() => ({ id: z.string(), title: z.string() }))),
  /** Responses of these days, and of as many before. */
  score: z.optional(object(() => ({ now: counts, before: counts }))),
  goals: z.optional(
    object(() => ({
      done: z.array(ChangedGoal),
      slipped: z.array(ChangedGoal),
      moved: z.array(object(() => ({ goal: ChangedGoal, was: z.int(), is: z.int() }))),
      added: z.array(ChangedGoal),
    })),
  ),
  /** Those of the latest years, with their audit events. */
  budgets: z.optional(z.array(ChangedBudget)),
  budgetsCount: z.optional(z.int()),
  /** Warranties of devices that are not retired, whose last day has passed. */
  warrantiesEnded: z.optional(z.int()),
  /** `silent` people signed in during the same number of days before, but not since. */
  people: z.optional(object(() => ({ came: z.array(Person), left: z.array(Person), silent: z.int() }))),
}))

export const clientSince = {
  read: endpoint({
    method: 'GET',
    path: '/companies/:id/since',
    summary: 'Read what happened to a company since a day',
    scope: 'companies:read',
    addition: true,
    params: byUuid,
    /** The zone is that of the days; UTC where none is given. */
    query: object(() => ({ from: z.optional(day), zone: z.optional(timeZone) })),
    response: one(ClientSince),
  }),
}
