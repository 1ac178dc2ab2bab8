import { npsSurveys } from '../../contract/nps'
import { npsText, percentText, surveyBadge } from '../domain/nps/labels'
import { fewest } from '../domain/nps/score'
import { defineRecordType, type RecordOf } from '../record/record-type'
import { Field } from '../ui/details'
import { spanText } from '../ui/format/day'
import { Missing, Numeric, Text } from '../ui/format/format'
import { StatusBadge } from '../ui/status-badge'
import styles from './survey.module.css'

export type Survey = RecordOf<typeof npsSurveys.get>

/** What a page says in one line; the score has a place of its own there. */
export const SurveyFacts = ({
  survey: { startDate, endDate, inviteCount, responseCount, responseRate },
}: SurveyProps) => (
  <>
    <Field label="Runs">
      <Text value={spanText(startDate, endDate)} />
    </Field>
    <Field label="Invited">
      <Numeric value={inviteCount} />
    </Field>
    <Field label="Responses">
      <Numeric value={responseCount} />
    </Field>
    <Field label="Response rate">
      <Text value={typeof responseRate === 'number' ? percentText(responseRate) : null} />
    </Field>
  </>
)

type SurveyProps = { survey: Survey }

export const survey = defineRecordType({
  get: npsSurveys.get,
  list: npsSurveys.list,
  path: '/nps/surveys',
  title: 'NPS surveys',
  area: 'Experience',
  noun: ['survey', 'surveys'],
  name: ({ title }) => title,
  state: ({ isActive }) => typeof isActive === 'boolean' && <StatusBadge badge={surveyBadge(isActive)} />,
  facts: (record) => (
    <>
      <Field label="Score">
        <Nps survey={record} />
      </Field>
      <SurveyFacts survey={record} />
    </>
  ),
})

/** The score of a survey in a line; paler where it comes from too few answers to go by. */
export const Nps = ({
  survey: { npsScore, responseCount },
}: {
  survey: Pick<Survey, 'npsScore' | 'responseCount'>
}) => {
  if (typeof npsScore !== 'number') return <Missing />
  const isAnecdote = typeof responseCount === 'number' && responseCount < fewest
  if (!isAnecdote) return npsText(npsScore)
  return (
    <span className={styles.few} title="From fewer than ten responses">
      {npsText(npsScore)}
      <span className="visually-hidden">, from fewer than ten responses</span>
    </span>
  )
}
