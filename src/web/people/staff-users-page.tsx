import { filterValues } from '../../contract/filter-values'
import { users } from '../../contract/users'
import { CompanyPicker } from '../domain/company-picker'
import { personStatus } from '../domain/people/person-status'
import { columnsOf } from '../list/columns/columns'
import { valueFilter } from '../list/filters/value-filter'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { NameLink } from '../record/record-link'
import { Avatar } from './avatar'
import * as styles from './person.module.css'
import { personColumns } from './person-columns'
import { PrimaryAdmin } from './primary-admin'
import { recordType as staffUser } from './staff-user-record'

const column = columnsOf<RowOf<typeof users.list>>()
const {
  status,
  role,
  company: anyCompany,
  email,
  lastLogin,
  createdAt,
  updatedAt,
} = personColumns(staffUser.path, {
  role: 9.5,
  company: 5.5,
  email: 16.25,
})

const columns = column.columns([
  column.accessor('fullName', {
    header: 'Name',
    meta: { width: 22 },
    cell: ({ row }) => (
      <span className={styles.name}>
        <Avatar person={row.original} />
        <NameLink recordType={staffUser} record={row.original} />
        {row.original.isPrimaryAdmin && <PrimaryAdmin />}
      </span>
    ),
  }),
  status,
  role,
  lastLogin,
  email,
  createdAt,
  updatedAt,
  { ...anyCompany, meta: { ...anyCompany.meta, isExtra: true } },
])

const roleFilter = valueFilter(users.list, filterValues.users, 'roleId', (row) => row.role)

export const loader = listLoader(staffUser)

export const Component = () => (
  <ListPage
    recordType={staffUser}
    columns={columns}
    filters={{
      search: { label: 'Name or email' },
      status: { label: 'Status', words: personStatus.labels },
      roleId: { label: 'Role', control: roleFilter },
      isPrimaryAdmin: { label: 'Primary admin', words: { true: 'Yes', false: 'No' } },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    origin="Add staff users in the portal, under Settings. They’ll appear in this list."
  />
)
