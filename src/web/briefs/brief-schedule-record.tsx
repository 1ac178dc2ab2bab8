import { briefSchedules } from '../../contract/brief-schedules'
import { deliveryStatus, runsText } from '../domain/brief-mail/labels'
import { briefScheduleBasics } from '../domain/brief-mail/schedule-basics'
import { ScheduleState } from '../domain/schedule-status'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/details'
import { DateTime, Missing } from '../ui/format/format'
import { StatusBadge } from '../ui/status-badge'
import { briefSchedules as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  ...briefScheduleBasics,
  get: briefSchedules.get,
  list: briefSchedules.list,
  noun: ['brief schedule', 'brief schedules'],
  state: ({ status }) => status && <ScheduleState status={status} />,
  facts: ({ companyId, companyName, nextRunAt, lastRunAt, lastResult, ...timing }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </Field>
      <Field label="Runs" value={runsText(timing)} />
      <Field label="Next run">
        <DateTime value={nextRunAt} weekday />
      </Field>
      <Field label="Last run">
        <DateTime value={lastRunAt} weekday />
      </Field>
      <Field label="Result">
        <Result value={lastResult} />
      </Field>
    </>
  ),
})

export const Result = ({ value }: { value: string | null | undefined }) =>
  value ? <StatusBadge badge={deliveryStatus.badge(value)} /> : <Missing />
