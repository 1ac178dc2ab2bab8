import { useQueries, useQuery } from '@tanstack/react-query'
import { npsCategories, npsResponses, npsSurveys } from '../../contract/nps'
import { isMissing, query } from '../kit/api'
import { npsOf, type Statistics, statisticsOf } from '../kit/nps/score'
import type { Survey } from './survey'

type Read = { statistics: Statistics | null; error: Error | null; retry: () => void }

/**
 * The statistics of a survey: its own; of a survey that comes without them, what the server makes of its answers; and on a
 * server that makes nothing, the answers of each category counted. All three are of the same answers, so they agree.
 */
export const useStatistics = (survey: Survey): Read => {
  const own = statisticsOf(survey)
  const analytics = useQuery({ ...query(npsSurveys.analytics, { id: survey.id }), enabled: own === null })
  const made = statisticsOf(analytics.data?.data)
  const isToCount = own === null && made === null && (analytics.isSuccess || isMissing(analytics.error))
  const counted = useQueries({
    queries: npsCategories.map((category) => ({
      ...query(npsResponses.list, { query: { surveyId: survey.id, category, limit: '1' } }),
      enabled: isToCount,
    })),
    combine: (lists) => {
      const [promoter, passive, detractor] = lists.map(({ data }) => data?.pagination.totalCount)
      const isWhole = promoter !== undefined && passive !== undefined && detractor !== undefined
      const counts = isWhole ? { promoter, passive, detractor } : null
      return {
        statistics: counts && { nps: npsOf(counts), average: null, counts },
        error: lists.find(({ error }) => error)?.error ?? null,
        retry: () => {
          for (const list of lists) if (list.error) list.refetch()
        },
      }
    },
  })
  if (isToCount) return counted
  return { statistics: own ?? made, error: analytics.error, retry: analytics.refetch }
}
