import { filterValues } from '../../contract/filter-values'
import { companyUsers } from '../../contract/users'
import { CompanyPicker } from '../domain/company-picker'
import { personStatus } from '../domain/people/person-status'
import { silences } from '../domain/period-presets'
import { columnsOf } from '../list/columns/columns'
import { dateRange } from '../list/filters/date-range'
import { valueFilter } from '../list/filters/value-filter'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { NameLink } from '../record/record-link'
import { Avatar } from './avatar'
import { recordType as companyUser } from './company-user-record'
import * as styles from './person.module.css'
import { personColumns } from './person-columns'

const column = columnsOf<RowOf<typeof companyUsers.list>>()
const { status, role, company, email, lastLogin, createdAt, updatedAt } = personColumns(companyUser.path, {
  role: 6,
  company: 13,
  email: 17.5,
})

const columns = column.columns([
  column.accessor('fullName', {
    header: 'Name',
    meta: { width: 12.5 },
    cell: ({ row }) => (
      <span className={styles.name}>
        <Avatar person={row.original} />
        <NameLink recordType={companyUser} record={row.original} />
      </span>
    ),
  }),
  { ...company, meta: { ...company.meta, card: 'whole' } },
  status,
  role,
  lastLogin,
  email,
  createdAt,
  updatedAt,
])

const lastLoginFilter = dateRange(silences)
const roleFilter = valueFilter(companyUsers.list, filterValues.companyUsers, 'roleId', (row) => row.role)

export const loader = listLoader(companyUser)

export const Component = () => (
  <ListPage
    recordType={companyUser}
    columns={columns}
    filters={{
      search: { label: 'Name or email' },
      status: { label: 'Status', words: personStatus.labels },
      roleId: { label: 'Role', control: roleFilter },
      companyId: { label: 'Company', control: CompanyPicker },
      lastLoginAfter: {
        label: 'Last login from',
        range: { label: 'Last login', holds: 'localDay', to: 'lastLoginBefore', control: lastLoginFilter },
      },
      lastLoginBefore: { label: 'Last login until', endsRange: true },
    }}
    origin="Invite company users in the portal, or import them from a client’s directory. They’ll appear in this list."
  />
)
