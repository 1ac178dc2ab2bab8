import type { reportSchedules } from '../../contract/report-schedules'
import { CompanyPicker } from '../domain/company-picker'
import { duePeriods } from '../domain/period-presets'
import { reportScheduleStatus, ScheduleState } from '../domain/schedule-status'
import { columnsOf } from '../list/columns/columns'
import { NameCell } from '../list/columns/name-cell'
import { useAwaited } from '../list/count-above'
import { dateRange } from '../list/filters/date-range'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { NameLink, RecordLink } from '../record/record-link'
import { DateTime, Text } from '../ui/format/format'
import { FailingSchedules, failingQuery } from './failing-schedules'
import { rangeText, rhythmText } from './labels'
import { recordType as schedule } from './schedule-record'

const column = columnsOf<RowOf<typeof reportSchedules.list>>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { width: 19.5 },
    cell: ({ row: { original } }) => (
      <NameCell detail={original.status === 'error' ? original.lastError : undefined}>
        <NameLink recordType={schedule} record={original} />
      </NameCell>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 6, card: 'line', names: reportScheduleStatus.labels },
    cell: ({ getValue }) => <ScheduleState status={getValue()} />,
  }),
  column.accessor('nextRunAt', {
    header: 'Next run',
    meta: { width: 11.5, holds: 'time', isAhead: true, card: 'end' },
    cell: ({ getValue }) => <DateTime value={getValue()} weekday />,
  }),
  column.accessor((row) => rhythmText(row), {
    id: 'rhythm',
    header: 'Runs',
    meta: { width: 16, card: 'whole' },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  column.accessor('companyName', {
    header: 'Company',
    meta: { width: 12.5 },
    cell: ({ row: { original } }) => <RecordLink to="/companies" id={original.companyId} name={original.companyName} />,
  }),
  column.accessor('lastRunAt', {
    header: 'Last run',
    meta: { width: 8, holds: 'time' },
    cell: ({ getValue }) => <DateTime value={getValue()} weekday dateOnly />,
  }),
  column.accessor((row) => rangeText(row), {
    id: 'range',
    header: 'Reporting period',
    meta: { width: 9, isExtra: true },
  }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay', isExtra: true } }),
])

const runFilter = dateRange(duePeriods)

export const loader = listLoader(schedule, () => [failingQuery])

export const Component = () => (
  <ListPage
    recordType={schedule}
    columns={columns}
    filters={{
      status: { label: 'Status', words: reportScheduleStatus.labels, tabs: true },
      companyId: { label: 'Company', control: CompanyPicker },
      nextRunAfter: {
        label: 'Next run from',
        range: { label: 'Next run', holds: 'localDay', to: 'nextRunBefore', control: runFilter },
      },
      nextRunBefore: { label: 'Next run by', endsRange: true },
    }}
    above={<FailingSchedules />}
    awaitsAbove={useAwaited([failingQuery])}
    origin="Create report schedules in the portal, under Reporting. They’ll appear in this list."
  />
)
