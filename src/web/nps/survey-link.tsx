import { useQuery } from '@tanstack/react-query'
import { npsSurveys } from '../../contract/nps'
import { query } from '../lib/api/client'
import { RecordLink } from '../record/record-link'

/** An answer names its survey by ID alone; where the title cannot be read, the ID leads there all the same. */
export const SurveyLink = ({ id }: { id: string | null | undefined }) => {
  const survey = useQuery({ ...query(npsSurveys.get, { id: id ?? '' }), enabled: Boolean(id), staleTime: 60_000 })
  return <RecordLink to="/nps/surveys" id={id} name={survey.data?.data.title} isPending={survey.isPending} />
}
