import { Link } from 'react-router-dom'
import { budgets } from '../../contract/budgets'
import { CompanyPicker } from '../kit/company-picker'
import { DateTime, Missing, Numeric } from '../kit/format'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { Money } from '../kit/money'
import { State } from '../kit/ui/state'
import { periodWords, statusLook, statusWords } from './words'

type Budget = RowOf<typeof budgets.list>

const href = ({ id }: { id: string }) => `/budgets/${encodeURIComponent(id)}`
const column = columnsOf<Budget>()

const columns = column.columns([
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: budget } }) => (
      <Link to={href(budget)} title={budget.title ?? undefined}>
        {budget.title || <Missing />}
      </Link>
    ),
  }),
  column.accessor('company.name', {
    header: 'Company',
    meta: { card: 'whole' },
    cell: ({ row }) => row.original.company?.name || <Missing />,
  }),
  column.accessor('fiscalYear', {
    header: 'Year',
    meta: { align: 'end', holds: 'number' },
    cell: ({ getValue }) => getValue() ?? <Missing />,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { card: 'line' },
    cell: ({ getValue }) => {
      const status = getValue()
      return status ? <State look={statusLook(status)} /> : <Missing />
    },
  }),
  column.accessor('totals.grandTotal', {
    id: 'grandTotal',
    header: 'Total',
    meta: { align: 'end', holds: 'number', card: 'end' },
    cell: ({ row: { original: budget } }) => <Money value={budget.totals?.grandTotal} currency={budget.currency} />,
  }),
  column.accessor('lineItemCount', {
    header: 'Lines',
    meta: { align: 'end', holds: 'number' },
    cell: ({ getValue }) => <Numeric value={getValue()} />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'date' },
    cell: ({ getValue }) => <DateTime value={getValue()} />,
  }),
])

export const BudgetsPage = () => (
  <ListPage
    endpoint={budgets.list}
    title="Budgets"
    crumbs={[{ label: 'Planning' }]}
    noun={['budget', 'budgets']}
    columns={columns}
    filters={{
      search: { label: 'Title' },
      status: { label: 'Status', words: statusWords },
      fiscalYear: { label: 'Year' },
      periodType: { label: 'Period', words: periodWords },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    rowHref={href}
    detail={budgets.get}
    origin="They are made in the portal, under Planning. As soon as the first exists, it appears here."
  />
)
