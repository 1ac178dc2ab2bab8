import type { dashboards } from '../../contract/dashboards'
import { Missing, Numeric, Text } from '../kit/format'
import { dateTime, day, number } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { NameLink } from '../kit/record/record-link'
import { State } from '../kit/ui/state'
import { dashboard, opensText, rolesText } from './dashboard'
import { hostOf } from './frame'
import { NewTab } from './new-tab'
import { activeLook } from './words'
import { YesNo } from './yes-no'

type Dashboard = RowOf<typeof dashboards.list>

const column = columnsOf<Dashboard>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { width: 12 },
    cell: ({ row }) => <NameLink view={dashboard} record={row.original} />,
  }),
  column.accessor('isActive', {
    header: 'State',
    meta: { width: 6, card: 'line', names: { true: 'Active', false: 'Inactive' } },
    cell: ({ getValue }) => {
      const isActive = getValue()
      return typeof isActive === 'boolean' ? <State look={activeLook(isActive)} /> : <Missing />
    },
  }),
  column.accessor(({ url }) => hostOf(url), {
    id: 'url',
    header: 'Host',
    meta: { width: 12.5, card: 'whole', beside: [column.accessor('url', { header: 'Address' })] },
    cell: ({ getValue }) => <Text value={getValue()} />,
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
    header: 'Own addresses',
    meta: {
      align: 'end',
      beside: [
        column.accessor(
          ({ companyUrls }) => companyUrls?.map(({ companyName, companyId }) => companyName || companyId),
          {
            id: 'ofCompanies',
            header: 'Of companies',
          },
        ),
      ],
    },
    cell: ({ getValue }) => <Numeric value={getValue()?.length} />,
  }),
  column.accessor('isDefault', {
    header: 'Default',
    meta: { width: 4.5, names: { true: 'Yes', false: 'No' } },
    cell: ({ getValue }) => <YesNo value={getValue()} />,
  }),
  column.accessor('displayOrder', {
    header: 'Place',
    meta: { align: 'end' },
    cell: number,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'time' },
    cell: dateTime,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'day' },
    cell: day,
  }),
])

export const DashboardsPage = () => (
  <ListPage
    view={dashboard}
    columns={columns}
    filters={{ search: { label: 'Name' } }}
    panelActions={({ url }) => <NewTab address={url} />}
    origin="They are added in the portal, under Reporting. As soon as the first exists, it can be opened here."
  />
)
