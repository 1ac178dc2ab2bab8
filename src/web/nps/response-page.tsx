import { MailLink, Text } from '../kit/format'
import { readable } from '../kit/readable'
import { Facts, Field, RecordFacts, Section } from '../kit/record/parts'
import { RecordPage } from '../kit/record/record-page'
import { Answers } from './answers'
import { FollowUp, type Response, ResponseFacts, response } from './response'
import styles from './response-page.module.css'
import { categoryOf } from './score'
import { categoryLooks } from './words'
import { WriteLink } from './write-link'

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
            <Answer response={record} />
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

const Answer = ({ response: record }: { response: Response }) => {
  const category = categoryOf(record.score, record.category)
  return (
    <Section title="Answer">
      <Facts>
        <Field label="Category">
          <Text value={category ? categoryLooks[category].word : record.category} />
        </Field>
        <Field label="Follow-up">
          <FollowUp answer={record} />
        </Field>
        <Field label="Name">
          <Text value={record.respondentName} />
        </Field>
        <Field label="Mail">
          <MailLink address={record.respondentEmail} />
        </Field>
        <Field label="Given by">
          <Text value={record.source && readable(record.source)} />
        </Field>
      </Facts>
    </Section>
  )
}
