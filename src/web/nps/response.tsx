import { npsResponses } from '../../contract/nps'
import { DateTime, Missing, Text } from '../kit/format'
import { ScoreMark } from '../kit/nps/score-mark'
import { categoryWord, followUpLook, respondentOf } from '../kit/nps/words'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { type RecordOf, recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import styles from './response.module.css'
import { SurveyLink } from './survey-link'

export type Response = RecordOf<typeof npsResponses.get>

/** What a page says in one line; the panel has room for the words themselves. */
export const ResponseFacts = ({ response: record }: { response: Response }) => (
  <>
    <Field label="Category">
      <Text value={categoryWord(record)} />
    </Field>
    <Field label="Company">
      <RecordLink to="/companies" id={record.companyId} name={record.companyName} />
    </Field>
    <Field label="Survey">
      <SurveyLink id={record.surveyId} />
    </Field>
    <Field label="Follow-up">
      <FollowUp answer={record} />
    </Field>
    <Field label="Answered">
      <DateTime value={record.responseDate} />
    </Field>
  </>
)

export const response = recordView({
  get: npsResponses.get,
  list: npsResponses.list,
  path: '/nps/responses',
  title: 'NPS responses',
  area: 'Experience',
  noun: ['response', 'responses'],
  name: respondentOf,
  state: (record) => (
    <>
      <ScoreMark answer={record} />
      {followUpLook(record)?.tone === 'attention' && (
        <State look={{ tone: 'attention', glyph: 'pending', word: 'Needs follow-up' }} loud />
      )}
    </>
  ),
  facts: (record) => (
    <>
      <Field label="Feedback">
        {record.feedbackText?.trim() ? (
          <span className={styles.feedback}>{record.feedbackText.trim()}</span>
        ) : (
          <span className="dim">No words</span>
        )}
      </Field>
      <ResponseFacts response={record} />
    </>
  ),
})

export const FollowUp = ({ answer }: { answer: Parameters<typeof followUpLook>[0] }) => {
  const look = followUpLook(answer)
  return look ? <State look={look} loud={look.tone === 'attention'} /> : <Missing />
}
