import * as z from 'zod/mini'
import {
  added,
  byText,
  endpoint,
  flag,
  instant,
  list,
  object,
  one,
  oneOf,
  rangeEnd,
  rangeStart,
  read,
  search,
  sortColumn,
  text,
  uuid,
} from './core/endpoint'

export const npsCategories = ['promoter', 'passive', 'detractor'] as const
const NpsCategory = oneOf(npsCategories)

export const followUpStates = ['waiting', 'in_progress', 'handled'] as const
const FollowUpState = oneOf(followUpStates)

export const NpsResponse = object(() => ({
  id: z.string(),
  surveyId: z.nullable(z.string()),
  score: z.int(),
  category: added(NpsCategory),
  feedbackText: z.nullable(z.string()),
  companyId: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  respondentName: z.nullable(z.string()),
  respondentEmail: z.nullable(z.string()),
  responseDate: instant,
  source: z.nullable(z.string()),
  followUpRequired: z.boolean(),
  followUpCompleted: z.boolean(),
  /** Null if no one needs to reply. `followUpCompleted` is true when the state is handled. */
  followUpState: added(z.nullable(FollowUpState)),
  followUpOwner: added(z.nullable(z.string())),
  followUpNote: added(z.nullable(z.string())),
  tags: z.array(z.string()),
}))

/** `npsScore` is % promoters - % detractors of all responses, -100 to 100; null without responses. */
const statistics = () => ({
  npsScore: z.nullable(z.number()),
  averageScore: z.nullable(z.number()),
  promotersCount: z.int(),
  passivesCount: z.int(),
  detractorsCount: z.int(),
})

export const NpsSurvey = object(() => ({
  id: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  questionText: z.nullable(z.string()),
  frequencyInterval: z.nullable(z.int()),
  startDate: z.nullable(instant),
  endDate: z.nullable(instant),
  isActive: z.boolean(),
  reminderEnabled: z.boolean(),
  reminderDaysAfter: z.nullable(z.int()),
  followUpEnabled: z.boolean(),
  thankYouMessage: z.nullable(z.string()),
  responseCount: z.int(),
  inviteCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
  ...statistics(),
  responseRate: z.nullable(z.number()),
}))

export const npsIntervals = ['week', 'month', 'quarter'] as const

export const NpsAnalytics = object(() => ({
  ...statistics(),
  totalResponses: z.int(),
  series: added(z.optional(z.array(object(() => ({ start: instant, ...statistics(), totalResponses: z.int() }))))),
}))

export const npsResponses = {
  list: list({
    path: '/surveys/nps/responses',
    summary: 'List NPS responses',
    scope: 'nps-responses:read',
    item: NpsResponse,
    limit: [25, 100],
    sort: sortColumn(['response_date', 'score', 'respondent_name', 'created_at'], 'response_date', true),
    filters: () => ({
      search: z.optional(search),
      surveyId: z.optional(uuid),
      companyId: z.optional(uuid),
      category: z.optional(NpsCategory),
      followUpRequired: flag,
      followUpState: added(z.optional(FollowUpState)),
      dateFrom: z.optional(rangeStart),
      dateTo: z.optional(rangeEnd),
    }),
  }),
  get: read({
    path: '/surveys/nps/responses/:id',
    summary: 'Read an NPS response',
    scope: 'nps-responses:read',
    params: byText,
    item: NpsResponse,
    addition: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/surveys/nps/responses/:id',
    summary: 'Update the follow-up of an NPS response',
    scope: 'nps:write',
    readScope: 'nps-responses:read',
    addition: true,
    params: byText,
    body: object(() => ({
      /** Null only where it is null, so that a response can be sent back as it was read. */
      followUpState: z.optional(z.nullable(FollowUpState)),
      followUpOwner: z.optional(z.nullable(text({ min: 1, max: 255 }))),
      followUpNote: z.optional(z.nullable(text({ max: 4000 }))),
    })),
    response: one(NpsResponse),
  }),
}

/** part ÷ whole to one decimal place, rounded half away from zero like the API: −1.25 becomes −1.3. Null without a whole. */
export const ratio = (part: number, whole: number) =>
  whole > 0 ? (Math.sign(part) * Math.round((10 * Math.abs(part)) / whole)) / 10 || 0 : null

type FollowUp = {
  followUpRequired?: boolean | null
  followUpCompleted?: boolean | null
  followUpState?: string | null
}

/** The state, where it is not stored, from the two fields that every server has. */
export const followUpStateOf = (response: FollowUp): (typeof followUpStates)[number] | null => {
  if (response.followUpCompleted) return 'handled'
  const stored = followUpStates.find((state) => state === response.followUpState)
  return stored ?? (response.followUpRequired ? 'waiting' : null)
}

export const npsSurveys = {
  list: list({
    path: '/surveys/nps',
    summary: 'List NPS surveys',
    scope: 'nps-surveys:read',
    addition: true,
    item: NpsSurvey,
    limit: [25, 100],
    sort: sortColumn(['created_at', 'updated_at', 'title', 'start_date'], 'created_at', true),
    filters: () => ({ search: z.optional(search), isActive: flag }),
  }),
  get: read({
    path: '/surveys/nps/:id',
    summary: 'Read an NPS survey with its statistics',
    scope: 'nps-surveys:read',
    params: byText,
    item: NpsSurvey,
  }),
  analytics: endpoint({
    method: 'GET',
    path: '/surveys/nps/:id/analytics',
    summary: 'Read statistics of an NPS survey by company and period',
    scope: 'nps-surveys:read',
    addition: true,
    params: byText,
    query: object(() => ({
      companyId: z.optional(uuid),
      dateFrom: z.optional(rangeStart),
      dateTo: z.optional(rangeEnd),
      interval: z.optional(oneOf(npsIntervals)),
    })),
    response: one(NpsAnalytics),
  }),
}

export type Category = (typeof npsCategories)[number]

export const categoryOfScore = (score: number): Category =>
  score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor'

/** Responses by category. */
export type Counts = Record<Category, number>

/** Below ten responses a score says little: each moves it by more than ten points. */
export const fewest = 10

/**
 * The Net Promoter Score: 100 × (promoters − detractors) / answers, from −100 to 100, where 9 and 10 are promoters, 7 and 8
 * passives, 0 to 6 detractors (Reichheld, "The One Number You Need to Grow", Harvard Business Review, December 2003).
 * To one decimal place, as the API gives it; null without answers.
 */
export const npsOf = ({ promoter, passive, detractor }: Counts): number | null =>
  ratio(100 * (promoter - detractor), promoter + passive + detractor)

export const answersOf = ({ promoter, passive, detractor }: Counts) => promoter + passive + detractor
