import type { z } from 'zod/mini'
import {
  followUpStateOf,
  followUpStates,
  type NpsResponse,
  type NpsSurvey,
  npsResponses,
  npsSurveys,
} from '../../contract/nps'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { invalid } from '../api/problem'
import { between, contains, equals, equalsId, notAfter, notBefore } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler, updateRecord } from '../db/repository'
import { boolean, companyJoin, companyName, computed, defineTable, instant, int, text, texts, uuid } from '../db/table'
import { analytics } from './figures/nps-analytics'
import { isOf, statistics } from './nps-statistics'

const category = `case when ${isOf.promoter} then 'promoter' when ${isOf.detractor} then 'detractor' else 'passive' end`

type Response = z.output<typeof NpsResponse>

export const npsResponsesTable = defineTable<Response>()({
  name: 'nps_responses',
  join: companyJoin,
  fields: {
    id: text,
    surveyId: text,
    score: int,
    category: computed(category),
    feedbackText: text,
    companyId: uuid,
    companyName,
    respondentName: text,
    respondentEmail: text,
    responseDate: instant,
    source: text,
    followUpRequired: boolean,
    followUpCompleted: boolean,
    followUpState: text,
    followUpOwner: text,
    followUpNote: text,
    tags: texts,
  },
  derived: {
    // A sort key that the API does not return: a response is created when it is given.
    created_at: { type: 'timestamptz', from: ({ responseDate }) => responseDate },
    respondent_name_sort: { type: 'text', from: ({ respondentName }) => respondentName && sortKey(respondentName) },
    search_text: {
      type: 'text',
      from: ({ respondentName, respondentEmail, feedbackText }) =>
        searchText(respondentName, respondentEmail, feedbackText),
    },
  },
})

const scores = {
  promoter: between({ column: 't.score', from: 9 }),
  passive: between({ column: 't.score', from: 7, to: 8 }),
  detractor: between({ column: 't.score', to: 6 }),
}

export const npsResponseRoutes = implement(npsResponses, {
  list: listHandler(npsResponses.list, npsResponsesTable, {
    sorts: {
      response_date: 't.response_date',
      score: 't.score',
      respondent_name: 't.respondent_name_sort',
      created_at: 't.created_at',
    },
    filters: {
      search: contains(),
      surveyId: equalsId('t.survey_id'),
      companyId: equals('t.company_id'),
      category: (value) => scores[value],
      followUpRequired: equals('t.follow_up_required'),
      followUpState: equals('t.follow_up_state'),
      dateFrom: notBefore('t.response_date'),
      dateTo: notAfter('t.response_date'),
    },
  }),
  get: getHandler(npsResponsesTable, 'NPS response'),
  update: (context, { id, body }) =>
    updateRecord(context, npsResponsesTable, 'NPS response', id, (response) => withFollowUp(response, body)),
})

/** Null if nothing changes. */
const withFollowUp = (response: Response, body: z.output<typeof npsResponses.update.body>): Response | null => {
  const given = Object.entries(body).filter(
    ([key, value]) => value !== undefined && value !== response[key as keyof typeof body],
  )
  if (given.length === 0) return null
  if (body.followUpState === null && response.followUpState !== null)
    throw invalid('followUpState', `must be one of ${followUpStates.join(', ')}`, null)
  return withState({ ...response, ...Object.fromEntries(given) }, body.followUpState)
}

/** In the state that was chosen, with the fields that other clients read in step, or in the one that follows from the fields that every server has. */
export const withState = (response: Response, chosen?: Response['followUpState']): Response => {
  const next = { ...response, followUpState: chosen ?? response.followUpState }
  if (chosen) {
    next.followUpCompleted = chosen === 'handled'
    next.followUpRequired ||= !next.followUpCompleted
  }
  return { ...next, followUpState: followUpStateOf(next) }
}

/** Counts the responses of a survey once for all of its figures. */
const answers = {
  of: 'nps_responses',
  sql: `left join lateral (select ${statistics} from nps_responses where survey_id = t.id) answers on true`,
}

export const npsSurveysTable = defineTable<z.output<typeof NpsSurvey>>()({
  name: 'nps_surveys',
  join: answers,
  fields: {
    id: text,
    title: text,
    description: text,
    questionText: text,
    frequencyInterval: int,
    startDate: instant,
    endDate: instant,
    isActive: boolean,
    reminderEnabled: boolean,
    reminderDaysAfter: int,
    followUpEnabled: boolean,
    thankYouMessage: text,
    responseCount: computed('answers."totalResponses"'),
    inviteCount: int,
    createdAt: instant,
    updatedAt: instant,
    npsScore: computed('answers."npsScore"'),
    averageScore: computed('answers."averageScore"'),
    promotersCount: computed('answers."promotersCount"'),
    passivesCount: computed('answers."passivesCount"'),
    detractorsCount: computed('answers."detractorsCount"'),
    responseRate: computed('round(100.0 * answers."totalResponses" / nullif(t.invite_count, 0), 1)'),
  },
  derived: {
    title_sort: { type: 'text', from: ({ title }) => sortKey(title) },
    search_text: { type: 'text', from: ({ title }) => searchText(title) },
  },
})

export const npsSurveyRoutes = implement(npsSurveys, {
  list: listHandler(npsSurveys.list, npsSurveysTable, {
    sorts: {
      created_at: 't.created_at',
      updated_at: 't.updated_at',
      title: 't.title_sort',
      start_date: 't.start_date',
    },
    filters: { search: contains(), isActive: equals('t.is_active') },
  }),
  get: getHandler(npsSurveysTable, 'NPS survey'),
  analytics,
})
