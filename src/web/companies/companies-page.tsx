import { Link } from 'react-router-dom'
import { companies } from '../../contract/companies'
import { CopyIcon } from '../kit/copy'
import { DateTime, Missing, Numeric, Text } from '../kit/format'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { Icon } from '../kit/ui/icon'
import { State } from '../kit/ui/state'
import { statusLook, statusWords } from './words'

type Company = RowOf<typeof companies.list>

const href = ({ id }: { id: string }) => `/companies/${encodeURIComponent(id)}`
const column = columnsOf<Company>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row }) => (
      <Link to={href(row.original)} title={row.original.name ?? undefined}>
        {row.original.name || <Missing />}
      </Link>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { card: 'line' },
    cell: ({ getValue }) => {
      const status = getValue()
      return status ? <State look={statusLook(status)} /> : <Missing />
    },
  }),
  column.accessor('employeeCount', {
    header: 'Employees',
    meta: { align: 'end', holds: 'number', card: 'line', unit: 'people' },
    cell: ({ getValue }) => <Numeric value={getValue()} />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'date', card: 'end' },
    cell: ({ getValue }) => <DateTime value={getValue()} />,
  }),
  column.accessor('domain', {
    header: 'Domain',
    meta: { card: 'whole' },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  column.accessor('industry', { header: 'Industry', cell: ({ getValue }) => <Text value={getValue()} /> }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'date' },
    cell: ({ getValue }) => <DateTime value={getValue()} dateOnly />,
  }),
])

export const CompaniesPage = () => (
  <ListPage
    endpoint={companies.list}
    title="Companies"
    crumbs={[{ label: 'Clients' }]}
    noun={['company', 'companies']}
    columns={columns}
    filters={{
      search: { label: 'Name or domain' },
      status: { label: 'Status', words: statusWords },
      industry: { label: 'Industry' },
    }}
    rowHref={href}
    actions={(company) => (
      <>
        <Link
          className="icon-button"
          to={`${href(company)}/edit`}
          title="Edit"
          aria-label={`Edit ${company.name ?? 'this company'}`}
        >
          <Icon name="pencil" />
        </Link>
        <CopyIcon text={company.id} what="ID" />
      </>
    )}
    detail={companies.get}
    origin="They are made in the portal. As soon as the first exists, it appears here."
  />
)
