import { ScheduleState } from '../domain/schedule-status'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import { Related, relatedQuery } from '../record/related'
import { Field } from '../ui/facts/details'
import { RecordFacts } from '../ui/facts/record-facts'
import * as layout from '../ui/layout.module.css'
import { FactSection } from '../ui/page/section'
import { Description } from './description'
import { rangeText, rhythmText } from './labels'
import { LastError } from './last-error'
import { recordType as schedule } from './schedule-record'
import { YesNo } from './yes-no'

export const loader = recordLoader(schedule, ({ companyId }) => [
  companyId && relatedQuery(schedule.list, { companyId }),
])

export const Component = () => (
  <RecordPage recordType={schedule}>
    {(record) => (
      <>
        <LastError schedule={record} />
        <div className={layout.columns}>
          <div>
            <Description text={record.description} />
            <FactSection title="Report" total={rhythmText(record)}>
              <Field label="Template" value={record.templateName} />
              <Field label="Reporting period" value={rangeText(record)} />
            </FactSection>
            <FactSection title="Email">
              <Field label="Sent by email">
                <YesNo value={record.emailEnabled} />
              </Field>
              <Field label="Subject" value={record.emailSubject} />
              <Field label="Report as PDF">
                <YesNo value={record.includePdfAttachment} yes="Attached" no="Not attached" />
              </Field>
            </FactSection>
            <RecordFacts record={record} />
          </div>
          <div>
            {record.companyId && (
              <Related
                title="Same company"
                recordType={schedule}
                having={{ companyId: record.companyId }}
                except={record.id}
                icon="calendar-clock"
                end={({ status }) => status && <ScheduleState status={status} />}
              />
            )}
          </div>
        </div>
      </>
    )}
  </RecordPage>
)
