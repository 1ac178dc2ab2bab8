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
    cell: ({ row }) => <NameLink view={dashboard} record={row.original} />,
  }),
  column.accessor('isActive', {
    header: 'State',
    meta: { card: 'line' },
    cell: ({ getValue }) => {
      const isActive = getValue()
      return typeof isActive === 'boolean' ? <State look={activeLook(isActive)} /> : <Missing />
    },
  }),
  column.accessor('url', {
    header: 'Host',
    meta: { card: 'whole' },
    cell: ({ getValue }) => <Text value={hostOf(getValue())} />,
  }),
  column.accessor((row) => opensText(row), {
    id: 'opens',
    header: 'Opens',
    meta: { card: 'end' },
    cell: ({ getValue }) => getValue(),
  }),
  column.accessor('roleNames', {
    header: 'Roles',
    cell: ({ getValue }) => <Text value={rolesText(getValue())} />,
  }),
  column.accessor('companyUrls', {
    header: 'Own addresses',
    meta: { align: 'end' },
    cell: ({ getValue }) => <Numeric value={getValue()?.length} />,
  }),
  column.accessor('isDefault', {
    header: 'Default',
    cell: ({ getValue }) => <YesNo value={getValue()} />,
  }),
  column.accessor('displayOrder', {
    header: 'Place',
    meta: { align: 'end' },
    cell: number,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    meta: { holds: 'date' },
    cell: dateTime,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { holds: 'date' },
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
