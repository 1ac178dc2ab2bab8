import { reportSchedules } from '../../contract/report-schedules'
import { DateTime, Text } from '../kit/format'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { rhythmText, scheduleLook } from './words'

export const schedule = recordView({
  get: reportSchedules.get,
  list: reportSchedules.list,
  path: '/report-schedules',
  title: 'Report schedules',
  area: 'Reporting',
  noun: ['report schedule', 'report schedules'],
  name: ({ name }) => name,
  state: ({ status }) => status && <ScheduleState status={status} />,
  facts: ({ companyId, companyName, nextRunAt, lastRunAt, ...rhythm }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </Field>
      <Field label="Runs">
        <Text value={rhythmText(rhythm)} />
      </Field>
      <Field label="Next run">
        <DateTime value={nextRunAt} weekday />
      </Field>
      <Field label="Last run">
        <DateTime value={lastRunAt} weekday />
      </Field>
    </>
  ),
})

/** Loud where it fails, because then nobody gets the report. */
export const ScheduleState = ({ status }: { status: string }) => (
  <State look={scheduleLook(status)} loud={status === 'error'} />
)
