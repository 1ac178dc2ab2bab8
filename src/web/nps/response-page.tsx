import { useStoresFollowUps } from '../domain/nps/follow-up/handled'
import { WriteLink } from '../domain/nps/follow-up/write-link'
import { followUpFields } from '../domain/records/response'
import { humanize } from '../lib/text/humanize'
import { History, historyQuery } from '../record/history/history'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import { Field } from '../ui/facts/details'
import { RecordFacts } from '../ui/facts/record-facts'
import { Text } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { FactSection, Section } from '../ui/page/section'
import * as typography from '../ui/typography.module.css'
import * as styles from './response-page.module.css'
import { FollowUp, FollowUpLink, type Response, ResponseFacts, recordType as response } from './response-record'
import { Answers, latestAnswersQuery } from './review/answers'
import { surveyTitleQuery } from './survey-link'

export const loader = recordLoader(response, ({ id, companyId, surveyId }) => [
  historyQuery('nps-responses', id),
  surveyId && surveyTitleQuery(surveyId),
  companyId && latestAnswersQuery({ companyId }),
])

export const Component = () => (
  <RecordPage
    recordType={response}
    hasFacts={false}
    actions={(record) => (
      <>
        <FollowUpLink answer={record} />
        <WriteLink answer={record} primary />
      </>
    )}
  >
    {(record) => (
      <>
        <dl className={layout.summary}>
          <ResponseFacts response={record} />
        </dl>
        <div className={layout.columns}>
          <div>
            <Feedback response={record} />
            <FollowUpSection response={record} />
            <Respondent response={record} />
            <RecordFacts record={record} />
          </div>
          <div>
            {record.companyId && (
              <Answers title="Same company" having={{ companyId: record.companyId }} except={record.id} />
            )}
          </div>
        </div>
      </>
    )}
  </RecordPage>
)

const Feedback = ({ response: { feedbackText, tags } }: { response: Response }) => (
  <Section title="Feedback">
    {feedbackText?.trim() ? (
      <blockquote className={styles.quote}>{feedbackText.trim()}</blockquote>
    ) : (
      <p className={typography.dim}>No comment</p>
    )}
    {tags && tags.length > 0 && (
      <ul className={styles.tags} aria-label="Tags">
        {[...new Set(tags)].map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    )}
  </Section>
)

/** Who follows up, with the history of it. */
const FollowUpSection = ({ response: record }: { response: Response }) => {
  const isStored = useStoresFollowUps()
  if (!isStored) return null
  return (
    <>
      <FactSection title="Follow-up">
        <Field label="State">
          <FollowUp answer={{ ...record, followUpOwner: null }} />
        </Field>
        <Field label="Owner" value={record.followUpOwner} />
        <Field label="Note">
          <span className={styles.note}>
            <Text value={record.followUpNote} />
          </span>
        </Field>
      </FactSection>
      <History resource="nps-responses" id={record.id} fields={followUpFields} />
    </>
  )
}

const Respondent = ({ response: { respondentName, respondentEmail, source } }: { response: Response }) => (
  <FactSection title="Respondent">
    <Field label="Name" value={respondentName} />
    <Field label="Email" value={respondentEmail} holds="email" />
    <Field label="Source" value={source && humanize(source)} />
  </FactSection>
)
