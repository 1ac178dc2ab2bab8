import type { reportSchedules } from '../../contract/report-schedules'
import { ScheduleState } from '../domain/schedule-status'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Related, relatedQuery } from '../record/related'
import { Field } from '../ui/details'
import { Glyph } from '../ui/icon/glyph'
import * as layout from '../ui/layout.module.css'
import * as notices from '../ui/notice.module.css'
import { FactSection } from '../ui/page/section'
import { RecordFacts } from '../ui/record-facts'
import { Description } from './description'
import { rangeText, rhythmText } from './labels'
import { recordType as schedule } from './schedule-record'
import { YesNo } from './yes-no'

type Schedule = RecordOf<typeof reportSchedules.get>

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

/** The server’s error message. */
const LastError = ({ schedule: { status, lastError } }: { schedule: Schedule }) => {
  const isFailing = status === 'error'
  if (!isFailing && !lastError) return null
  return (
    <p className={notices.notice} data-tone={isFailing ? 'bad' : 'attention'}>
      <Glyph name={isFailing ? 'error' : 'pending'} />
      <span>
        <b>{isFailing ? 'The last run failed.' : 'An earlier run failed.'}</b>{' '}
        {lastError ? `“${lastError}”` : 'The server gives no reason.'}
      </span>
    </p>
  )
}
