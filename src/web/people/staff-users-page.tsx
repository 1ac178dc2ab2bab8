import { users } from '../../contract/users'
import { CompanyPicker } from '../kit/company-picker'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { namedFilter } from '../kit/list/named-filter'
import { NameLink } from '../kit/record/record-link'
import { Avatar } from './avatar'
import styles from './person.module.css'
import { personColumns } from './person-columns'
import { PrimaryAdmin } from './primary-admin'
import { staffUser } from './staff-user'
import { statusWords } from './words'

const column = columnsOf<RowOf<typeof users.list>>()
const { status, role, company, email, lastLogin, createdAt, updatedAt } = personColumns(staffUser.path, {
  role: 9.5,
  company: 5.5,
  email: 16.25,
})

const columns = column.columns([
  column.accessor('fullName', {
    header: 'Name',
    meta: { width: 17.5 },
    cell: ({ row }) => (
      <span className={styles.name}>
        <Avatar person={row.original} />
        <NameLink view={staffUser} record={row.original} />
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
  company,
])

const roleFilter = namedFilter(users.list, (row) => row.role)

export const StaffUsersPage = () => (
  <ListPage
    view={staffUser}
    columns={columns}
    filters={{
      search: { label: 'Name or mail' },
      status: { label: 'Status', words: statusWords },
      roleId: { label: 'Role', control: roleFilter },
      isPrimaryAdmin: { label: 'Primary admin', words: { true: 'Yes', false: 'No' } },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    origin="They are added in the portal, under Settings. As soon as the first exists, it appears here."
  />
)
