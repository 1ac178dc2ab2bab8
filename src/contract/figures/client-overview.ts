import * as z from 'zod/mini'
import {
  byUuid,
  documented,
  endpoint,
  instant,
  list,
  object,
  one,
  oneOf,
  search,
  sortColumn,
  text,
  uuid,
} from '../core/endpoint'
import { figures } from './client-figures'
import { healthLevels, judgedFigures, parseThresholds } from './client-health'
import { sizes } from './client-percentile'

/** A field that is left out for a key without the scope that its figure is read with. */
const count = () => z.optional(z.int())
const figure = () => z.optional(z.nullable(z.number()))

/**
 * A client's figures. Each is null where there is nothing to work it out from, and left out for a key that may not read it.
 * Shares are percent.
 */
export const ClientOverview = object(() => ({
  id: uuid,
  name: z.string(),
  status: z.string(),
  industry: z.nullable(z.string()),
  employeeCount: z.nullable(z.number()),

  /** The worst level of any figure; null without one that can be judged. */
  health: z.nullable(oneOf(healthLevels)),
  reasons: z.array(object(() => ({ figure: oneOf(judgedFigures), level: oneOf(['watch', 'act']) }))),
  /** How many figures had inputs to be judged by. */
  figuresJudged: z.int(),

  /** The Net Promoter Score of the answers of the last 90 days in UTC. */
  score: figure(),
  answers: count(),
  /** Answers that need a reply and have none. */
  waiting: count(),
  /** The leading budget for each employee, in the budget's currency: of the latest year one for approval, approved, or a draft. */
  budgetPerHead: figure(),
  budgetTotal: figure(),
  budgetCurrency: z.optional(z.nullable(z.string())),
  budgetYear: z.optional(z.nullable(z.int())),
  /** The share of the devices in use whose warranty's end is known. Retired ones are in none of these. */
  outOfWarranty: figure(),
  devices: count(),
  warrantiesKnown: count(),
  warrantiesEnded: count(),
  goalsOverdue: count(),
  goals: count(),
  /** The share of the training enrollments that are completed. */
  trainingDone: figure(),
  enrollments: count(),
  enrollmentsDone: count(),
  /** The share of the people with status active who signed in within the last 90 days. */
  peopleActive: figure(),
  people: count(),
  peopleSignedIn: count(),
  /** Since the newest published report was created or, with the scope briefs:read, the last brief was emailed. */
  daysSinceReport: figure(),
  lastReportAt: z.optional(z.nullable(instant)),
  lastBriefAt: z.optional(z.nullable(instant)),

  /** The percentile rank of each figure among the peers; null if fewer than eight of these have it. */
  percentiles: object(() => ({
    score: figure(),
    waiting: figure(),
    budgetPerHead: figure(),
    outOfWarranty: figure(),
    goalsOverdue: figure(),
    trainingDone: figure(),
    peopleActive: figure(),
    daysSinceReport: figure(),
  })),
  /** Whom the percentiles compare with; null if the client's size or industry is unknown, or the client is inactive. */
  peers: z.nullable(object(() => ({ group: z.string(), clients: z.int() }))),

  /** What the last 30 days changed, as far as the records tell it. */
  lastMonth: object(() => ({
    /** The score of the 90 days that ended 30 days ago. */
    scoreBefore: figure(),
    answersBefore: count(),
    /** Of those who wait, those who answered in these days. */
    startedWaiting: count(),
    /** Of the devices in use, those that were there 30 days ago. */
    outOfWarrantyBefore: figure(),
    warrantiesEnded: count(),
    /** Also of goals that have been done since, by the progress that was noted. Null without goals then. */
    goalsOverdueBefore: figure(),
    goalsBecameOverdue: count(),
    trainingDoneBefore: figure(),
    trainingCompleted: count(),
    /** How long ago the newest of these was 30 days ago. */
    daysSinceReportBefore: figure(),
  })),
}))

const peerGroups = ['size', 'industry', 'all'] as const

const Thresholds = text({ max: 300 }).check(
  z.refine((value) => parseThresholds(value) !== null, {
    error: 'must be figures with the values to watch and to act on, such as score:20:0,waiting:1:3, or figure:off',
  }),
)
documented.add(Thresholds, { example: 'score:20:0,trainingDone:off' })

const filters = () => ({
  search: z.optional(search),
  status: z.optional(oneOf(['active', 'inactive', 'pending'])),
  industry: z.optional(text({ max: 100 })),
  size: z.optional(oneOf(sizes)),
  health: z.optional(oneOf([...healthLevels, 'unknown'])),
  /** Whom the percentiles compare with. */
  peers: z._default(oneOf(peerGroups), 'size'),
  /** From which value on a figure is to be watched, and to be acted on. */
  thresholds: z.optional(Thresholds),
})

const Axis = oneOf(figures)

/** Clients with both figures; none of them is left out but for its missing figure, its currency, or the limit. */
export const ClientPoints = object(() => ({
  points: z.array(
    object(() => ({
      id: uuid,
      name: z.string(),
      x: z.number(),
      y: z.number(),
      /** The answers of a score. Left out where none is asked for. */
      answers: count(),
    })),
  ),
  /** Clients that match. */
  totalCount: z.int(),
  /** Those of them without one of the two figures. */
  withoutFigures: z.int(),
  /** The currency of the amounts, and the clients whose budget is in another one. Null where no amount is asked for. */
  currency: z.nullable(z.string()),
  otherCurrencies: z.int(),
}))

export const maxPoints = 2000

export const clientOverview = {
  list: list({
    path: '/client-overview',
    summary: 'List clients with their figures side by side',
    scope: 'companies:read',
    addition: true,
    item: ClientOverview,
    limit: [25, 100],
    sort: sortColumn(
      [
        'name',
        'health',
        'score',
        'answers',
        'waiting',
        'budget_per_head',
        'out_of_warranty',
        'goals_overdue',
        'training_done',
        'people_active',
        'days_since_report',
        'employee_count',
      ],
      'health',
      true,
    ),
    filters,
  }),
  get: endpoint({
    method: 'GET',
    path: '/client-overview/:id',
    summary: 'Read the figures of a client',
    scope: 'companies:read',
    addition: true,
    params: byUuid,
    query: object(() => {
      const { peers, thresholds } = filters()
      return { peers, thresholds }
    }),
    response: one(ClientOverview),
  }),
  points: endpoint({
    method: 'GET',
    path: '/client-overview/points',
    summary: 'Read two figures of many clients, for a chart',
    scope: 'companies:read',
    addition: true,
    query: object(() => {
      const { peers: _, ...others } = filters()
      return { x: Axis, y: Axis, ...others }
    }),
    response: one(ClientPoints),
  }),
}
