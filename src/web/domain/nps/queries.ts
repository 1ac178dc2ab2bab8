import { queryOptions, useQuery } from '@tanstack/react-query'
import { npsOf, npsResponses, npsSurveys } from '../../../contract/nps'
import { isMissing, isRefused } from '../../lib/api/api-error'
import { type ApiResponse, call, type QueryContext } from '../../lib/api/client'
import { hasNoAdditions, rememberMissing } from '../../lib/api/missing-operations'
import { readAll, retryWhenThrottled } from '../../lib/api/read-all'
import { countScores } from './counts/distribution'
import { countInLists, countResponses, countSpans, type Sample } from './counts/read-counts'
import { isFollowUpUnknown, queueOf } from './follow-up/waiting'
import type { Period } from './period'
import { type Statistics, statisticsOf } from './score'

export type Response = ApiResponse<typeof npsResponses.list>['data'][number]

const { path } = npsResponses.list

const analyse = async ({ surveyId, ...query }: Sample, context: QueryContext) => {
  if (!surveyId) return undefined
  try {
    return (await call(npsSurveys.analytics, { id: surveyId, query }, context)).data
  } catch (error) {
    if (!isRefused(error)) throw error
    if (isMissing(error) && hasNoAdditions()) rememberMissing(npsSurveys.analytics)
    return undefined
  }
}

/** Without `/nps-counts`: a survey’s own statistics, else list totals. */
const countWithoutSpans = async (sample: Sample, context: QueryContext) =>
  statisticsOf(await analyse(sample, context))?.counts ?? countInLists(sample, context)

/** A survey’s own statistics come first, because only they have the average. */
const readStatistics = async (sample: Sample, context: QueryContext): Promise<Statistics> => {
  const made = statisticsOf(await analyse(sample, context))
  if (made) return made
  const counts = await countResponses(sample, context)
  return { nps: npsOf(counts), average: null, counts }
}

export const statisticsQuery = (sample: Sample) =>
  queryOptions({
    queryKey: [path, 'statistics', sample],
    queryFn: (context) => readStatistics(sample, context),
  })

/** Counts of a filtered list, by filters that statistics lack. */
export const countsQuery = (filters: Record<string, string>) =>
  queryOptions({
    queryKey: [path, 'counts', filters],
    queryFn: (context) => countInLists(filters, context),
  })

export const useStatistics = (sample: Sample, o: { enabled?: boolean } = {}) =>
  useQuery({ ...statisticsQuery(sample), enabled: o.enabled ?? true })

/** Counts in spans that follow each other. */
export const trendQuery = ({ surveyId, companyId }: Sample, spans: Period[]) =>
  queryOptions({
    queryKey: [path, 'trend', surveyId, companyId, spans],
    queryFn: async (context) => {
      const filter = { ...(surveyId && { surveyId }), ...(companyId && { companyId }) }
      const counts = await countSpans(filter, spans, context)
      return counts ?? Promise.all(spans.map((span) => countWithoutSpans({ ...filter, ...span }, context)))
    },
  })

export const useTrend = (sample: Sample, spans: Period[], o: { enabled?: boolean } = {}) =>
  useQuery({ ...trendQuery(sample, spans), enabled: o.enabled ?? true })

const atOnce = 100

/** Score distribution, derived from the list sorted by score since no operation returns it. */
export const distributionQuery = (sample: Sample) =>
  queryOptions({
    queryKey: [path, 'distribution', sample],
    queryFn: (context) =>
      countScores(async (page) => {
        const query = { ...sample, sortColumn: 'score', sortDesc: 'false', limit: String(atOnce), page: String(page) }
        const read = () => call(npsResponses.list, { query }, context)
        const { data, pagination } = await retryWhenThrottled(read, context.signal)
        return { scores: data.map(({ score }) => score), total: pagination.totalCount }
      }, atOnce),
  })

export const useDistribution = (sample: Sample) => useQuery(distributionQuery(sample))

const mostRequests = 20

/** The newest responses of a query, and whether that is all of them. */
const readNewest = (filters: Record<string, string>, context: QueryContext) =>
  readAll(
    npsResponses.list,
    { ...filters, sortColumn: 'response_date', sortDesc: 'true' },
    { ...context, maxRequests: mostRequests, isParallel: true },
  )

/** Waiting or in progress. Without the server’s filter for that, or where it fails, all that ever needed a follow-up are loaded. */
const readUnhandled = async (who: Record<string, string>, context: QueryContext) => {
  const needed = { ...who, followUpRequired: 'true' }
  const states = ['waiting', 'in_progress'].map((followUpState) => readNewest({ ...needed, followUpState }, context))
  try {
    return await Promise.all(states)
  } catch (error) {
    if (context.signal.aborted) throw error
    return [await readNewest(needed, context)]
  }
}

/**
 * Waiting responses. `all` is true if none were cut off; `isComplete` if the server gives every response’s follow-up
 * status.
 */
export const waitingQuery = (companyId?: string) =>
  queryOptions({
    queryKey: [path, 'waiting', companyId],
    queryFn: async (context) => {
      const parts = await readUnhandled(companyId ? { companyId } : {}, context)
      const found = parts.flatMap(({ rows }) => rows)
      // One whose state changes meanwhile may be in both parts.
      const answers = [...new Map(found.map((answer) => [answer.id, answer])).values()]
      return {
        queue: queueOf(answers),
        all: parts.every(({ isWhole }) => isWhole),
        isComplete: !answers.some(isFollowUpUnknown),
      }
    },
  })

export const useWaiting = (companyId?: string) => useQuery(waitingQuery(companyId))
