import { npsSurveys } from '../../contract/nps'
import { query } from '../lib/api/client'
import { RecordById } from '../record/by-id/record-by-id'

const staleTime = 60_000

export const surveyTitleQuery = (id: string) => ({ ...query(npsSurveys.get, { id }), staleTime })

/** The titles of the surveys that some answers belong to. */
export const surveyTitleQueries = (answers: { surveyId?: string | null }[] = []) =>
  [...new Set(answers.map(({ surveyId }) => surveyId))].map((id) => id && surveyTitleQuery(id))

export const SurveyLink = ({ id }: { id: string | null | undefined }) => (
  <RecordById to="/nps/surveys" get={npsSurveys.get} id={id} name={({ title }) => title} staleTime={staleTime} />
)
