import { companies } from '../../contract/companies'
import { dateTime, day, number, state, text } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { EditLink } from '../kit/record/edit-link'
import { NameLink } from '../kit/record/record-link'
import { hrefOf, nameOf } from '../kit/record/view'
import { Icon } from '../kit/ui/icon'
import { companyBulk } from './bulk'
import { company } from './company'
import { statusLook, statusWords } from './words'

type Company = RowOf<typeof companies.list>

const column = columnsOf<Company>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row }) => <NameLink view={company} record={row.original} />,
  }),
  column.accessor('status', {
    header: 'Status',
    meta: { width: 6, card: 'line', names: statusWords },
    cell: state(statusLook),
  }),
  column.accessor('employeeCount', {
    header: 'Employees',
    meta: { align: 'end', holds: 'number', card: 'line', unit: 'people' },
    cell: number,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'time', card: 'end' },
    cell: dateTime,
  }),
  column.accessor('domain', {
    header: 'Domain',
    meta: { width: 12, card: 'whole' },
    cell: text,
  }),
  column.accessor('industry', { header: 'Industry', meta: { width: 9.5 }, cell: text }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'day' },
    cell: day,
  }),
])

export const CompaniesPage = () => (
  <ListPage
    view={company}
    columns={columns}
    filters={{
      search: { label: 'Name or domain' },
      status: { label: 'Status', words: statusWords },
      industry: { label: 'Industry' },
    }}
    actions={(row) => (
      <a
        className="icon-button"
        href={`${hrefOf(company, row)}/edit`}
        title="Edit"
        aria-label={`Edit ${nameOf(company, row)}`}
      >
        <Icon name="pencil" />
      </a>
    )}
    panelActions={(record) => <EditLink endpoint={companies.update} view={company} record={record} />}
    bulk={companyBulk}
    origin="They are made in the portal. As soon as the first exists, it appears here."
  />
)
