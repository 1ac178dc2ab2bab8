import { languages } from '../domain/brief/languages'
import { ContactName } from '../domain/brief-mail/contact-name'
import { Deliveries, deliveriesQuery } from '../domain/brief-mail/deliveries'
import { getOwn } from '../lib/text/get-own'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import { Facts, Field } from '../ui/facts/details'
import { RecordFacts } from '../ui/facts/record-facts'
import * as layout from '../ui/layout.module.css'
import { Section } from '../ui/page/section'
import * as styles from './brief-schedule-page.module.css'
import { recordType as schedule } from './brief-schedule-record'
import { LastResult } from './last-result'
import { ScheduleActions } from './schedule-actions'

export const loader = recordLoader(schedule, ({ id }) => [deliveriesQuery({ scheduleId: id })])

export const Component = () => (
  <RecordPage recordType={schedule} actions={(record) => <ScheduleActions schedule={record} />}>
    {(record) => (
      <>
        <LastResult schedule={record} />
        <div className={layout.columns}>
          <div>
            <Deliveries having={{ scheduleId: record.id }} title="Deliveries" />
            <RecordFacts record={record}>
              <Field label="Created by" value={record.createdBy} />
            </RecordFacts>
          </div>
          <div>
            <Section title="Email">
              <Facts>
                <Field label="To">
                  <ul>
                    {record.userIds?.map((id) => (
                      <li key={id}>
                        <ContactName id={id} />
                      </li>
                    ))}
                    {record.addresses?.map((address) => (
                      <li key={address}>{address}</li>
                    ))}
                  </ul>
                </Field>
                <Field label="Replies go to" value={record.replyTo} holds="email" />
                <Field label="Subject">{record.subject || 'The brief’s title and the client’s name'}</Field>
                <Field label="Language">{languageName(record.language)}</Field>
                <Field label="Paper">{record.paper ?? 'As set for the client'}</Field>
                <Field label="Sending">{record.needsApproval ? 'After approval' : 'Automatically'}</Field>
              </Facts>
              <p className={styles.message}>{record.message}</p>
            </Section>
          </div>
        </div>
      </>
    )}
  </RecordPage>
)

const languageName = (language: string | null | undefined) =>
  language ? (getOwn(languages, language)?.name ?? language) : 'As set for the client'
