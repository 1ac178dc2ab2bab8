import type { reportSchedules } from '../../contract/report-schedules'
import { CompanyPicker } from '../kit/company-picker'
import { DateTime, Missing, Text } from '../kit/format'
import { day } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { NameLink, RecordLink } from '../kit/record/record-link'
import { ScheduleState, schedule } from './schedule'
import styles from './schedules-page.module.css'
import { rangeText, rhythmText, scheduleStatusWords } from './words'

type Schedule = RowOf<typeof reportSchedules.list>

const column = columnsOf<Schedule>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { width: 18 },
    cell: ({ row: { original } }) => (
      <span className={styles.name}>
        <NameLink view={schedule} record={original} />
        {original.status === 'error' && original.lastError && (
          <small title={original.lastError}>{original.lastError}</small>
        )}
      </span>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 6, card: 'line', names: scheduleStatusWords },
    cell: ({ getValue }) => {
      const status = getValue()
      return status ? <ScheduleState status={status} /> : <Missing />
    },
  }),
  column.accessor('nextRunAt', {
    header: 'Next run',
    meta: { width: 12, holds: 'time', card: 'end' },
    cell: ({ getValue }) => <DateTime value={getValue()} weekday />,
  }),
  column.accessor((row) => rhythmText(row), {
    id: 'rhythm',
    header: 'Runs',
    meta: { width: 11, card: 'whole' },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  column.accessor('companyName', {
    header: 'Company',
    meta: { width: 13 },
    cell: ({ row: { original } }) => <RecordLink to="/companies" id={original.companyId} name={original.companyName} />,
  }),
  column.accessor('lastRunAt', {
    header: 'Last run',
    meta: { width: 12, holds: 'time' },
    cell: ({ getValue }) => <DateTime value={getValue()} weekday />,
  }),
  column.accessor((row) => rangeText(row), {
    id: 'range',
    header: 'Reports on',
    meta: { width: 8 },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'day' },
    cell: day,
  }),
])

export const SchedulesPage = () => (
  <ListPage
    view={schedule}
    columns={columns}
    filters={{
      status: { label: 'Status', words: scheduleStatusWords, tabs: true },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    origin="They are made in the portal, under Reporting. As soon as the first exists, it appears here."
  />
)
