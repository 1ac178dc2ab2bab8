import type { Section } from '../section'

export const npsReview = {
  path: '/nps/review',
  title: 'NPS review',
  area: 'Experience',
  icon: 'message-square-quote',
  pages: {
    '/nps/review': 'nps/review/review-page',
    '/nps/coverage': 'nps/coverage/coverage-page',
    '/nps/words': 'nps/words/words-page',
  },
} as const satisfies Section

export const npsFollowUp = {
  path: '/nps/follow-up',
  title: 'Follow-up',
  area: 'Experience',
  icon: 'message-square-quote',
  pages: {
    '/nps/follow-up': 'nps/follow-up-page',
  },
} as const satisfies Section

export const npsResponses = {
  path: '/nps/responses',
  title: 'NPS responses',
  area: 'Experience',
  icon: 'message-square-quote',
  pages: {
    '/nps/responses': 'nps/responses-page',
    '/nps/responses/:id': 'nps/response-page',
    '/nps/responses/:id/edit': 'nps/response-edit-page',
  },
} as const satisfies Section

export const npsSurveys = {
  path: '/nps/surveys',
  title: 'NPS surveys',
  area: 'Experience',
  icon: 'message-square-quote',
  pages: {
    '/nps/surveys': 'nps/surveys/surveys-page',
    '/nps/surveys/:id': 'nps/surveys/survey-page',
  },
} as const satisfies Section
