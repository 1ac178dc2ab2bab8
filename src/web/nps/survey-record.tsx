import { fewest, npsSurveys } from '../../contract/nps'
import { surveyBadge } from '../domain/nps/labels'
import { npsText } from '../domain/nps-text'
import { defineRecordType, type RecordOf } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { spanText } from '../ui/format/day'
import { Missing } from '../ui/format/format'
import { formatPercentTenths } from '../ui/format/percent'
import { tip, useTipStop } from '../ui/overlay/tip'
import { StatusBadge } from '../ui/status-badge'
import { npsSurveys as section } from './sections'
import * as styles from './survey-record.module.css'

export type Survey = RecordOf<typeof npsSurveys.get>

/** Facts shown in one line on the page, where the score has its own section. */
export const SurveyFacts = ({
  survey: { startDate, endDate, inviteCount, responseCount, responseRate },
}: SurveyProps) => (
  <>
    <Field label="Runs" value={spanText(startDate, endDate)} />
    <Field label="Invited" value={inviteCount} />
    <Field label="Responses" value={responseCount} />
    <Field label="Response rate" value={typeof responseRate === 'number' ? formatPercentTenths(responseRate) : null} />
  </>
)

type SurveyProps = { survey: Survey }

export const recordType = defineRecordType({
  ...section,
  get: npsSurveys.get,
  list: npsSurveys.list,
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

/** The score in one line, dimmed when based on few responses. */
export const Nps = ({
  survey: { npsScore, responseCount },
}: {
  survey: Pick<Survey, 'npsScore' | 'responseCount'>
}) => {
  const stop = useTipStop()
  if (typeof npsScore !== 'number') return <Missing />
  const isAnecdote = typeof responseCount === 'number' && responseCount < fewest
  if (!isAnecdote) return npsText(npsScore)
  return (
    <span className={styles.few} {...tip('From fewer than ten responses')} {...stop}>
      {npsText(npsScore)}
      <span className="visually-hidden">, from fewer than ten responses</span>
    </span>
  )
}
