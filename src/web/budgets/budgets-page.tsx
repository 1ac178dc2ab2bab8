import { budgets } from '../../contract/budgets'
import { CompanyPicker } from '../kit/company-picker'
import { Missing } from '../kit/format'
import { dateTime, number, state } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { Money } from '../kit/money'
import { EditLink } from '../kit/record/edit-link'
import { NameLink, RecordLink } from '../kit/record/record-link'
import { budget } from './budget'
import { periodWords, statusLook, statusWords } from './words'

type Budget = RowOf<typeof budgets.list>

const column = columnsOf<Budget>()

const columns = column.columns([
  column.accessor('title', {
    header: 'Title',
    meta: { width: 14 },
    cell: ({ row }) => <NameLink view={budget} record={row.original} />,
  }),
  column.accessor('company.name', {
    header: 'Company',
    meta: { width: 13, card: 'whole' },
    cell: ({ row: { original } }) => (
      <RecordLink to="/companies" id={original.company?.id} name={original.company?.name} />
    ),
  }),
  column.accessor('fiscalYear', {
    header: 'Year',
    meta: { align: 'end', holds: 'number' },
    cell: ({ getValue }) => getValue() ?? <Missing />,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 9, card: 'line', names: statusWords },
    cell: state(statusLook),
  }),
  column.accessor('totals.grandTotal', {
    id: 'grandTotal',
    header: 'Total',
    meta: {
      width: 7,
      align: 'end',
      holds: 'number',
      card: 'end',
      beside: [column.accessor('currency', { header: 'Currency' })],
    },
    cell: ({ row }) => <Money value={row.original.totals?.grandTotal} currency={row.original.currency} />,
  }),
  column.accessor('lineItemCount', {
    header: 'Lines',
    meta: { align: 'end', holds: 'number' },
    cell: number,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'time' },
    cell: dateTime,
  }),
])

export const BudgetsPage = () => (
  <ListPage
    view={budget}
    columns={columns}
    filters={{
      search: { label: 'Title' },
      status: { label: 'Status', words: statusWords },
      fiscalYear: { label: 'Year' },
      periodType: { label: 'Period', words: periodWords },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    panelActions={(record) => <EditLink endpoint={budgets.update} view={budget} record={record} />}
    origin="They are made in the portal, under Planning. As soon as the first exists, it appears here."
  />
)
