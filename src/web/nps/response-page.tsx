import { MailLink, Text } from '../kit/format'
import { WriteLink } from '../kit/nps/write-link'
import { readable } from '../kit/readable'
import { Facts, Field, RecordFacts, Section } from '../kit/record/parts'
import { RecordPage } from '../kit/record/record-page'
import { Answers } from './answers'
import { type Response, ResponseFacts, response } from './response'
import styles from './response-page.module.css'

export const ResponsePage = () => (
  <RecordPage view={response} strip={false} actions={(record) => <WriteLink answer={record} primary />}>
    {(record) => (
      <>
        <dl className="strip">
          <ResponseFacts response={record} />
        </dl>
        <div className="columns">
          <div>
            <Feedback response={record} />
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
      <p className="dim">A score without words.</p>
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

const Respondent = ({ response: { respondentName, respondentEmail, source } }: { response: Response }) => (
  <Section title="Respondent">
    <Facts>
      <Field label="Name">
        <Text value={respondentName} />
      </Field>
      <Field label="Mail">
        <MailLink address={respondentEmail} />
      </Field>
      <Field label="Source">
        <Text value={source && readable(source)} />
      </Field>
    </Facts>
  </Section>
)
