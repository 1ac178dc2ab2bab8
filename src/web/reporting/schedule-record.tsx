import { reportSchedules } from '../../contract/report-schedules'
import { ScheduleState } from '../domain/schedule-status'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { DateTime } from '../ui/format/format'
import { rhythmText } from './labels'
import { LastError } from './last-error'
import { reportSchedules as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  get: reportSchedules.get,
  list: reportSchedules.list,
  noun: ['report schedule', 'report schedules'],
  name: ({ name }) => name,
  state: ({ status }) => status && <ScheduleState status={status} />,
  summary: (schedule) => <LastError schedule={schedule} />,
  facts: ({ companyId, companyName, nextRunAt, lastRunAt, ...rhythm }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </Field>
      <Field label="Runs" value={rhythmText(rhythm)} />
      <Field label="Next run">
        <DateTime value={nextRunAt} weekday />
      </Field>
      <Field label="Last run">
        <DateTime value={lastRunAt} weekday />
      </Field>
    </>
  ),
})
