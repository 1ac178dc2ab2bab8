import { npsSurveys } from '../../../contract/nps'
import { isForbidden, isNotFound } from '../../lib/api/api-error'
import { queryClient } from '../../lib/api/cache/query-client'
import { type QueryContext, query } from '../../lib/api/client'
import { retryWhenThrottled } from '../../lib/api/read-all'
import type { Names } from '../../list/columns/columns'

/** Survey titles by ID. Surveys that are deleted or not readable have none. */
export const surveyTitles = async (ids: unknown[], { signal }: QueryContext) => {
  const titles: Names = {}
  for (const id of ids.filter((one) => typeof one === 'string')) {
    const read = () => queryClient.fetchQuery({ ...query(npsSurveys.get, { id }), staleTime: 60_000 })
    const survey = await retryWhenThrottled(read, signal).catch(unlessRefused)
    if (survey?.data.title) titles[id] = survey.data.title
  }
  return titles
}

const unlessRefused = (error: Error) => {
  if (isNotFound(error) || isForbidden(error)) return null
  throw error
}
