import { filterValues } from '../../contract/filter-values'
import { reports } from '../../contract/reports'
import { CompanyPicker } from '../domain/company-picker'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { valueFilter } from '../list/filters/value-filter'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { spanText } from '../ui/format/day'
import { reportStatus } from './labels'
import { recordType as report } from './report-record'

const column = columnsOf<RowOf<typeof reports.list>>()

const columns = column.columns([
  column.accessor('title', { header: 'Title', meta: { width: 15 }, cell: nameCell(report) }),
  column.accessor('companyName', {
    header: 'Company',
    meta: { width: 12, card: 'whole' },
    cell: ({ row: { original } }) => <RecordLink to="/companies" id={original.companyId} name={original.companyName} />,
  }),
  column.accessor('status', { header: 'Status', meta: { width: 6.5, card: 'line', statuses: reportStatus } }),
  column.accessor('reportTypeName', { header: 'Type', meta: { width: 12 } }),
  column.accessor(({ dateStart, dateEnd }) => spanText(dateStart, dateEnd), {
    id: 'period',
    header: 'Period',
    meta: { width: 9.5, card: 'end' },
  }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay' } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time' } }),
  column.accessor('version', { header: 'Version', meta: { holds: 'number', isExtra: true } }),
  column.accessor('dateStart', { header: 'Period start', meta: { holds: 'day', isExtra: true } }),
  column.accessor('dateEnd', { header: 'Period end', meta: { holds: 'day', isExtra: true } }),
  column.accessor('description', { header: 'Description', meta: { width: 18, isExtra: true } }),
])

const typeFilter = valueFilter(
  reports.list,
  filterValues.reports,
  'reportTypeId',
  ({ reportTypeId, reportTypeName }) => ({
    id: reportTypeId,
    name: reportTypeName,
  }),
)

export const loader = listLoader(report)

export const Component = () => (
  <ListPage
    recordType={report}
    columns={columns}
    filters={{
      status: { label: 'Status', words: reportStatus.labels, tabs: true },
      companyId: { label: 'Company', control: CompanyPicker },
      reportTypeId: { label: 'Type', control: typeFilter },
    }}
    origin="Create reports in the portal, manually or on a schedule. They’ll appear in this list."
  />
)
