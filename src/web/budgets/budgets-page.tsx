import type { budgets } from '../../contract/budgets'
import { budgetStatus, periodLabels } from '../domain/budgets/budget-labels'
import { CompanyPicker } from '../domain/company-picker'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { Missing } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { recordType as budget } from './budget-record'

const column = columnsOf<RowOf<typeof budgets.list>>()

const columns = column.columns([
  column.accessor('title', { header: 'Title', meta: { width: 14 }, cell: nameCell(budget) }),
  column.accessor('company.name', {
    header: 'Company',
    meta: { width: 13, card: 'whole' },
    cell: ({ row: { original } }) => (
      <RecordLink to="/companies" id={original.company?.id} name={original.company?.name} />
    ),
  }),
  column.accessor('fiscalYear', {
    header: 'Year',
    meta: { holds: 'number' },
    cell: ({ getValue }) => getValue() ?? <Missing />,
  }),
  column.accessor('status', { header: 'Status', meta: { width: 9, card: 'line', statuses: budgetStatus } }),
  column.accessor('totals.grandTotal', {
    id: 'grandTotal',
    header: 'Total',
    meta: {
      width: 7,
      holds: 'number',
      isAmount: true,
      card: 'end',
      beside: [column.accessor('currency', { header: 'Currency' })],
    },
    cell: ({ row }) => <Money value={row.original.totals?.grandTotal} currency={row.original.currency} />,
  }),
  column.accessor('lineItemCount', { header: 'Lines', meta: { holds: 'number' } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time' } }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay', isExtra: true } }),
])

export const loader = listLoader(budget)

export const Component = () => (
  <ListPage
    recordType={budget}
    columns={columns}
    filters={{
      search: { label: 'Title' },
      titleOrCompany: { label: 'Title or company', searches: true },
      status: { label: 'Status', words: budgetStatus.labels, tabs: true },
      fiscalYear: { label: 'Year' },
      periodType: { label: 'Period', words: periodLabels },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    origin="Create budgets in the portal, under Planning. They’ll appear in this list."
  />
)
