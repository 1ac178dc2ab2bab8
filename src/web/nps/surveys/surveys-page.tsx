import type { npsSurveys } from '../../../contract/nps'
import { surveyBadge } from '../../domain/nps/labels'
import { nameCell } from '../../list/columns/cells'
import { columnsOf } from '../../list/columns/columns'
import { listLoader } from '../../list/list-loader'
import { ListPage, type RowOf } from '../../list/list-page'
import { Day } from '../../ui/format/day'
import { Missing, Text } from '../../ui/format/format'
import { formatPercentTenths } from '../../ui/format/percent'
import { StatusBadge } from '../../ui/status-badge'
import * as typography from '../../ui/typography.module.css'
import { Nps, recordType as survey } from '../survey-record'

const column = columnsOf<RowOf<typeof npsSurveys.list>>()

const stateWords = { true: 'Active', false: 'Closed' }

const columns = column.columns([
  column.accessor('title', { header: 'Title', meta: { width: 12.75 }, cell: nameCell(survey) }),
  column.accessor('isActive', {
    header: 'State',
    meta: { width: 6, card: 'line', names: stateWords },
    cell: ({ getValue }) => {
      const isActive = getValue()
      return typeof isActive === 'boolean' ? <StatusBadge badge={surveyBadge(isActive)} /> : <Missing />
    },
  }),
  column.accessor('npsScore', {
    header: 'Score',
    meta: { width: 5.5, holds: 'number', card: 'line' },
    cell: ({ row }) => <Nps survey={row.original} />,
  }),
  column.accessor('responseCount', {
    header: 'Responses',
    meta: { holds: 'number', card: 'end', unit: 'responses' },
  }),
  column.accessor('inviteCount', { header: 'Invited', meta: { holds: 'number' } }),
  column.accessor('responseRate', {
    header: 'Response rate',
    meta: { holds: 'number', exportUnit: '%' },
    cell: ({ getValue }) => {
      const rate = getValue()
      return <Text value={typeof rate === 'number' ? formatPercentTenths(rate) : null} />
    },
  }),
  column.accessor('startDate', { header: 'Starts', meta: { holds: 'day' } }),
  column.accessor('endDate', {
    header: 'Ends',
    meta: { holds: 'day' },
    cell: ({ getValue }) =>
      getValue() ? (
        <Day value={getValue()} />
      ) : (
        <span className={typography.dim} data-empty>
          open
        </span>
      ),
  }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay' } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time' } }),
])

export const loader = listLoader(survey)

export const Component = () => (
  <ListPage
    recordType={survey}
    columns={columns}
    filters={{
      search: { label: 'Title' },
      isActive: { label: 'State', words: stateWords, tabs: true },
    }}
    origin="Create surveys in the portal, under Experience. They’ll appear in this list."
  />
)
