import { npsResponses } from '../../contract/nps'
import { useStoresFollowUps } from '../domain/nps/follow-up/handled'
import { categoryLabel, followUpBadge } from '../domain/nps/labels'
import { ScoreMark } from '../domain/nps/score-mark'
import { responseBasics } from '../domain/records/response'
import { EditLink } from '../record/edit-link'
import { RecordLink } from '../record/record-link'
import { defineRecordType, type RecordOf } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { Missing } from '../ui/format/format'
import { tip } from '../ui/overlay/tip'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import * as styles from './response-record.module.css'
import { npsResponses as section } from './sections'
import { SurveyLink } from './survey-link'

export type Response = RecordOf<typeof npsResponses.get>

/** Facts shown in one line on the page; the panel has room for the feedback. */
export const ResponseFacts = ({ response: record }: { response: Response }) => (
  <>
    <Field label="Category" value={categoryLabel(record)} />
    <Field label="Company">
      <RecordLink to="/companies" id={record.companyId} name={record.companyName} />
    </Field>
    <Field label="Survey">
      <SurveyLink id={record.surveyId} />
    </Field>
    <Field label="Follow-up">
      <FollowUp answer={record} />
    </Field>
    <Field label="Responded" value={record.responseDate} holds="time" />
  </>
)

export const recordType = defineRecordType({
  ...responseBasics,
  ...section,
  get: npsResponses.get,
  state: (record) => (
    <>
      <ScoreMark answer={record} />
      {followUpBadge(record)?.tone === 'attention' && (
        <StatusBadge
          badge={{
            tone: 'attention',
            glyph: 'pending',
            word: record.followUpState === 'in_progress' ? 'Follow-up in progress' : 'Needs follow-up',
          }}
          loud
        />
      )}
    </>
  ),
  facts: (record) => (
    <>
      <Field label="Feedback">
        {record.feedbackText?.trim() ? (
          <span className={styles.feedback}>{record.feedbackText.trim()}</span>
        ) : (
          <span className={typography.dim} data-empty>
            No comment
          </span>
        )}
      </Field>
      <ResponseFacts response={record} />
      {record.followUpNote && (
        <Field label="Note">
          <span className={styles.note}>{record.followUpNote}</span>
        </Field>
      )}
    </>
  ),
})

type Answer = Parameters<typeof followUpBadge>[0] & { followUpOwner?: string | null }

/** State of the follow-up, and who does it. */
export const FollowUp = ({ answer }: { answer: Answer }) => {
  const badge = followUpBadge(answer)
  if (!badge) return <Missing />
  return (
    <span className={styles.followUp} {...tip(answer.followUpOwner)}>
      <StatusBadge badge={badge} loud={badge.tone === 'attention'} />
      {answer.followUpOwner && <small>{answer.followUpOwner}</small>}
    </span>
  )
}

/** Link to the form, if the server stores follow-ups. */
export const FollowUpLink = ({ answer, small }: { answer: { id: string }; small?: boolean }) =>
  useStoresFollowUps() && (
    <EditLink
      endpoint={npsResponses.update}
      recordType={section}
      record={answer}
      label="Edit follow-up"
      {...(small && { small })}
    />
  )
