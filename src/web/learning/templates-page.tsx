import type { complianceTemplates } from '../../contract/compliance'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { recordType as template } from './template-record'

const column = columnsOf<RowOf<typeof complianceTemplates.list>>()

const columns = column.columns([
  column.accessor('title', { header: 'Title', meta: { width: 18 }, cell: nameCell(template) }),
  column.accessor('groupName', { header: 'Group', meta: { width: 9.5, card: 'line' } }),
  column.accessor('criticality', {
    header: 'Criticality',
    meta: { holds: 'number', card: 'end', unit: 'criticality' },
  }),
  column.accessor('frequency', { header: 'Frequency', meta: { width: 6, card: 'line' } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time' } }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay' } }),
])

export const loader = listLoader(template)

export const Component = () => (
  <ListPage
    recordType={template}
    columns={columns}
    filters={{ search: { label: 'Title' } }}
    origin="Create compliance templates in the portal, under Compliance. They’ll appear in this list."
  />
)
