import { statisticsQuery } from '../../domain/nps/queries'
import { statisticsOf } from '../../domain/nps/score'
import { recordLoader } from '../../record/record-loader'
import { RecordPage } from '../../record/record-page'
import { ButtonLink } from '../../ui/button'
import { Field } from '../../ui/facts/details'
import { RecordFacts } from '../../ui/facts/record-facts'
import { Missing, plural } from '../../ui/format/format'
import * as layout from '../../ui/layout.module.css'
import { FactSection, Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import { Answers, latestAnswersQuery } from '../review/answers'
import { reviewOf } from '../review/use-review'
import { type Survey, SurveyFacts, recordType as survey } from '../survey-record'
import * as styles from './survey-page.module.css'
import { SurveyStatistics } from './survey-statistics'

export const loader = recordLoader(survey, (record) => [
  latestAnswersQuery({ surveyId: record.id }),
  statisticsOf(record) === null && statisticsQuery({ surveyId: record.id }),
])

export const Component = () => (
  <RecordPage
    recordType={survey}
    hasFacts={false}
    actions={({ id }) => (
      <ButtonLink icon="message-square-quote" href={reviewOf({ surveyId: id })}>
        Review
      </ButtonLink>
    )}
  >
    {(record) => (
      <>
        {record.description?.trim() && <p className={typography.lede}>{record.description.trim()}</p>}
        <dl className={layout.summary}>
          <SurveyFacts survey={record} />
        </dl>
        <div className={layout.columns}>
          <div>
            <SurveyStatistics survey={record} />
            <Answers title="Latest responses" having={{ surveyId: record.id }} />
          </div>
          <div>
            <QuestionAndSettings survey={record} />
            <RecordFacts record={record} />
          </div>
        </div>
      </>
    )}
  </RecordPage>
)

const QuestionAndSettings = ({ survey: record }: { survey: Survey }) => (
  <>
    <Section title="Question">
      {record.questionText?.trim() ? (
        <p className={styles.question}>{record.questionText.trim()}</p>
      ) : (
        <p className={typography.dim}>Not provided.</p>
      )}
    </Section>
    <FactSection title="Settings">
      <Field label="Frequency interval" value={record.frequencyInterval} />
      <Field label="Reminder">
        <OnOff value={record.reminderEnabled} />
        {record.reminderEnabled && typeof record.reminderDaysAfter === 'number' && (
          <small> after {plural(record.reminderDaysAfter, 'day', 'days')}</small>
        )}
      </Field>
      <Field label="Follow-up">
        <OnOff value={record.followUpEnabled} />
      </Field>
      <Field label="Thanks" value={record.thankYouMessage} />
    </FactSection>
  </>
)

const OnOff = ({ value }: { value: boolean | null | undefined }) =>
  typeof value === 'boolean' ? value ? 'On' : 'Off' : <Missing />
