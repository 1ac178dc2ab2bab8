import type { companies } from '../../contract/companies'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { hrefOf } from '../record/record-type'
import { ButtonLink } from '../ui/button'
import { recordType as company } from './company-record'
import { companyStatus } from './labels'

const column = columnsOf<RowOf<typeof companies.list>>()

const columns = column.columns([
  column.accessor('name', { header: 'Name', cell: nameCell(company) }),
  column.accessor('status', { header: 'Status', meta: { width: 6, card: 'line', statuses: companyStatus } }),
  column.accessor('employeeCount', { header: 'Employees', meta: { holds: 'number', card: 'line', unit: 'people' } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time', card: 'end' } }),
  column.accessor('domain', { header: 'Domain', meta: { width: 12, card: 'whole' } }),
  column.accessor('industry', { header: 'Industry', meta: { width: 9.5 } }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay' } }),
  column.accessor('website', { header: 'Website', meta: { width: 12, isExtra: true } }),
])

export const loader = listLoader(company)

export const Component = () => (
  <ListPage
    recordType={company}
    columns={columns}
    filters={{
      search: { label: 'Name or domain' },
      status: { label: 'Status', words: companyStatus.labels },
      industry: { label: 'Industry' },
      ids: { label: 'IDs', linked: true },
    }}
    panelActions={(record) => (
      <ButtonLink icon="file-text" kind="bare" href={`${hrefOf(company, record)}/brief`}>
        Client brief
      </ButtonLink>
    )}
    origin="Create companies in the portal. They’ll appear in this list."
  />
)
