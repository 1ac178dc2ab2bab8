import type { companyUsers } from '../../contract/users'
import { MailLink } from '../kit/format'
import { dateTime, day, state } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import type { RowOf } from '../kit/list/list-page'
import { RecordLink } from '../kit/record/record-link'
import { LastLogin, RoleLink } from './person'
import { statusLook, statusWords } from './words'

const column = columnsOf<RowOf<typeof companyUsers.list>>()

/** The columns that both kinds of people have; `path` is the table's, which a role leads to. */
export const personColumns = (path: string, widths: { role: number; company: number; email: number }) => ({
  status: column.accessor('status', {
    header: 'Status',
    meta: { width: 6, card: 'line', names: statusWords },
    cell: state(statusLook),
  }),
  role: column.accessor('role.name', {
    header: 'Role',
    meta: { width: widths.role, card: 'end' },
    cell: ({ row }) => <RoleLink path={path} role={row.original.role ?? null} />,
  }),
  company: column.accessor('company.name', {
    header: 'Company',
    meta: { width: widths.company, card: 'whole' },
    cell: ({ row: { original } }) => (
      <RecordLink to="/companies" id={original.company?.id} name={original.company?.name} />
    ),
  }),
  email: column.accessor('email', {
    header: 'Mail',
    meta: { width: widths.email, card: 'whole' },
    cell: ({ getValue }) => <MailLink address={getValue()} />,
  }),
  lastLogin: column.accessor('lastLogin', {
    header: 'Last login',
    meta: { holds: 'time' },
    cell: ({ getValue }) => <LastLogin value={getValue()} />,
  }),
  createdAt: column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'day' },
    cell: day,
  }),
  updatedAt: column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'time' },
    cell: dateTime,
  }),
})
