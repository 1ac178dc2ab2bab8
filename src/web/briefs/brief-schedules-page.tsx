import type { briefSchedules } from '../../contract/brief-schedules'
import { deliveryStatus, notHere, runsText } from '../domain/brief-mail/labels'
import { CompanyPicker } from '../domain/company-picker'
import { briefScheduleStatus, ScheduleState } from '../domain/schedule-status'
import { useHasAdditions } from '../lib/api/scopes'
import { zoneName } from '../lib/request-context'
import { columnsOf } from '../list/columns/columns'
import { NameCell } from '../list/columns/name-cell'
import { useAwaited } from '../list/count-above'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { NameLink } from '../record/record-link'
import { crumbsOf } from '../record/record-type'
import { DateTime } from '../ui/format/format'
import { Page } from '../ui/page/page'
import { EmptyState } from '../ui/states/empty-state'
import { AttentionCounts, attentionQueries } from './attention-counts'
import { LastRun, recordType as schedule } from './brief-schedule-record'
import { scheduleBulk } from './bulk'

const column = columnsOf<RowOf<typeof briefSchedules.list>>()

const columns = column.columns([
  column.accessor('companyName', {
    header: 'Brief',
    meta: { width: 16.5 },
    cell: ({ row: { original } }) => (
      <NameCell detail={original.lastReason}>
        <NameLink recordType={schedule} record={original} />
      </NameCell>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 6, card: 'line', names: briefScheduleStatus.labels },
    cell: ({ getValue }) => <ScheduleState status={getValue()} />,
  }),
  column.accessor('nextRunAt', {
    header: 'Next run',
    meta: { width: 10.5, holds: 'time', isAhead: true, card: 'end' },
    cell: ({ getValue }) => <DateTime value={getValue()} weekday />,
  }),
  column.accessor('lastRunAt', {
    header: 'Last run',
    meta: {
      width: 12.5,
      holds: 'time',
      beside: [column.accessor('lastResult', { header: 'Last result', meta: { names: deliveryStatus.labels } })],
    },
    cell: ({ row: { original } }) => <LastRun schedule={original} />,
  }),
  column.accessor((row) => runsText(row), {
    id: 'runs',
    header: 'Runs',
    meta: { width: 17.25, card: 'whole' },
    // Without the zone where it is the reader's own.
    cell: ({ row: { original } }) =>
      runsText({ ...original, zone: original.zone === zoneName() ? null : (original.zone ?? null) }),
  }),
  column.accessor('createdBy', { header: 'Created by', meta: { width: 9.25 } }),
  column.accessor('lastReason', { header: 'Reason', meta: { width: 16, isExtra: true } }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay', isExtra: true } }),
])

export const loader = listLoader(schedule, () => attentionQueries)

export const Component = () => (useHasAdditions() ? <Schedules /> : <NotHere />)

const Schedules = () => (
  <ListPage
    recordType={schedule}
    columns={columns}
    filters={{
      status: { label: 'Status', words: briefScheduleStatus.labels, tabs: true },
      lastResult: { label: 'Last result', words: deliveryStatus.labels },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    bulk={scheduleBulk}
    above={<AttentionCounts />}
    awaitsAbove={useAwaited(attentionQueries)}
    origin="Open a company, choose Client brief, and schedule it there."
  />
)

const NotHere = () => (
  <Page title={schedule.title} crumbs={crumbsOf(schedule)}>
    <EmptyState title="Brief schedules aren’t available here">{notHere}</EmptyState>
  </Page>
)
