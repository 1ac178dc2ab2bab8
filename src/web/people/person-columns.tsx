import type { companyUsers } from '../../contract/users'
import { personStatus } from '../domain/people/person-status'
import { columnsOf } from '../list/columns/columns'
import type { RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { MailLink } from '../ui/format/format'
import { LastLogin, RoleLink } from './person'

const column = columnsOf<RowOf<typeof companyUsers.list>>()

/** Columns shared by company users and staff users; `path` is the table’s, used to filter by role. */
export const personColumns = (path: string, widths: { role: number; company: number; email: number }) => ({
  status: column.accessor('status', { header: 'Status', meta: { width: 6, card: 'line', statuses: personStatus } }),
  role: column.accessor('role.name', {
    header: 'Role',
    meta: { width: widths.role, card: 'end' },
    cell: ({ row }) => <RoleLink path={path} role={row.original.role ?? null} />,
  }),
  company: column.accessor('company.name', {
    header: 'Company',
    meta: { width: widths.company },
    cell: ({ row: { original } }) => (
      <RecordLink to="/companies" id={original.company?.id} name={original.company?.name} />
    ),
  }),
  email: column.accessor('email', {
    header: 'Email',
    meta: { width: widths.email, card: 'whole' },
    cell: ({ getValue }) => <MailLink address={getValue()} />,
  }),
  lastLogin: column.accessor('lastLogin', {
    header: 'Last login',
    meta: { holds: 'time' },
    cell: ({ getValue }) => <LastLogin value={getValue()} />,
  }),
  createdAt: column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay' } }),
  updatedAt: column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time', isExtra: true } }),
})
