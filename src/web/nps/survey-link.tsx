import { useQuery } from '@tanstack/react-query'
import { npsSurveys } from '../../contract/nps'
import { query } from '../lib/api/client'
import { RecordLink } from '../record/record-link'

export const surveyTitleQuery = (id: string) => ({ ...query(npsSurveys.get, { id }), staleTime: 60_000 })

/** The titles of the surveys that some answers belong to. */
export const surveyTitleQueries = (answers: { surveyId?: string | null }[] = []) =>
  [...new Set(answers.map(({ surveyId }) => surveyId))].map((id) => id && surveyTitleQuery(id))

/** Links to the survey, by title if loaded, else by ID. */
export const SurveyLink = ({ id }: { id: string | null | undefined }) => {
  const survey = useQuery({ ...surveyTitleQuery(id ?? ''), enabled: Boolean(id) })
  return <RecordLink to="/nps/surveys" id={id} name={survey.data?.data.title} isPending={survey.isPending} />
}
