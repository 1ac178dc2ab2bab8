import type { dashboards } from '../../../contract/dashboards'
import { columnsOf } from '../../list/columns/columns'
import { listLoader } from '../../list/list-loader'
import { ListPage, type RowOf } from '../../list/list-page'
import { NameLink } from '../../record/record-link'
import { Missing, Numeric, Text } from '../../ui/format/format'
import { StatusBadge } from '../../ui/status-badge'
import { recordType as dashboard, opensText, rolesText } from '../dashboard-record'
import { activeLook } from '../labels'
import { YesNo } from '../yes-no'
import * as styles from './dashboards-page.module.css'
import { hostOf } from './frame'
import { NewTab } from './new-tab'

const column = columnsOf<RowOf<typeof dashboards.list>>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { width: 16.5 },
    cell: ({ row: { original } }) => (
      <>
        <NameLink recordType={dashboard} record={original} />
        {original.isDefault && <span className={styles.tag}>Default</span>}
      </>
    ),
  }),
  column.accessor('isActive', {
    header: 'State',
    meta: { width: 6, card: 'line', names: { true: 'Active', false: 'Inactive' } },
    cell: ({ getValue }) => {
      const isActive = getValue()
      return typeof isActive === 'boolean' ? <StatusBadge badge={activeLook(isActive)} /> : <Missing />
    },
  }),
  column.accessor(({ url }) => hostOf(url), {
    id: 'url',
    header: 'Host',
    meta: { width: 12.5, card: 'whole', beside: [column.accessor('url', { header: 'Address' })] },
  }),
  column.accessor((row) => opensText(row), {
    id: 'opens',
    header: 'Opens',
    meta: { width: 6.25, card: 'end' },
    cell: ({ getValue }) => getValue(),
  }),
  column.accessor('roleNames', {
    header: 'Roles',
    meta: { width: 9 },
    cell: ({ getValue }) => <Text value={rolesText(getValue())} />,
  }),
  column.accessor(({ companyUrls }) => companyUrls?.map(({ url }) => url), {
    id: 'companyUrls',
    header: 'Company addresses',
    meta: {
      width: 6.5,
      align: 'end',
      beside: [
        column.accessor(
          ({ companyUrls }) => companyUrls?.map(({ companyName, companyId }) => companyName || companyId),
          {
            id: 'ofCompanies',
            header: 'Companies',
          },
        ),
      ],
    },
    cell: ({ getValue }) => <Numeric value={getValue()?.length} />,
  }),
  column.accessor('isDefault', {
    header: 'Default',
    meta: { width: 4.5, isExtra: true, names: { true: 'Yes', false: 'No' } },
    cell: ({ getValue }) => <YesNo value={getValue()} />,
  }),
  column.accessor('displayOrder', { header: 'Order', meta: { align: 'end' } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time' } }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay', isExtra: true } }),
])

export const loader = listLoader(dashboard)

export const Component = () => (
  <ListPage
    recordType={dashboard}
    columns={columns}
    filters={{ search: { label: 'Name' } }}
    panelActions={({ url }) => <NewTab address={url} />}
    origin="Add dashboards in the portal, under Reporting. They’ll appear in this list."
  />
)
