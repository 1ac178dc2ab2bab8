import { filterValues } from '../../contract/filter-values'
import { goals } from '../../contract/goals'
import { CompanyPicker } from '../domain/company-picker'
import { goalState } from '../domain/goal-due'
import { duePeriods } from '../domain/period-presets'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { dateRange } from '../list/filters/date-range'
import { valueFilter } from '../list/filters/value-filter'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { ButtonLink } from '../ui/button'
import { dayFrom } from '../ui/format/days-from-today'
import { Progress } from '../ui/states/progress'
import { GoalState, recordType as goal } from './goal-record'
import { periodText } from './labels'

const column = columnsOf<RowOf<typeof goals.list>>()

const columns = column.columns([
  column.accessor('title', { header: 'Title', meta: { width: 17 }, cell: nameCell(goal) }),
  column.accessor('company.name', {
    header: 'Company',
    meta: { width: 11, card: 'whole' },
    cell: ({ row: { original } }) => (
      <RecordLink to="/companies" id={original.company?.id} name={original.company?.name} />
    ),
  }),
  column.accessor('progressPercentage', {
    header: 'Progress',
    meta: { width: 8.25, align: 'start', holds: 'number', card: 'line', exportUnit: '%' },
    cell: ({ getValue }) => <Progress value={getValue()} />,
  }),
  column.accessor((row) => goalState(row)?.word, {
    // Its ID from when it was called Time, which people's stored settings of columns use.
    id: 'time',
    header: 'State',
    meta: { width: 10.75, card: 'end' },
    cell: ({ row }) => <GoalState goal={row.original} />,
  }),
  column.accessor('dueDate', { header: 'Due', meta: { holds: 'day', isAhead: true } }),
  column.accessor('priority.name', { header: 'Priority', meta: { width: 5 } }),
  column.accessor('category.name', { header: 'Category', meta: { width: 8.75 } }),
  column.accessor((row) => periodText(row.quarter, row.year), {
    id: 'period',
    header: 'Period',
    meta: { width: 4.75 },
  }),
  column.accessor('createdAt', { header: 'Created', meta: { holds: 'localDay', isExtra: true } }),
  column.accessor('updatedAt', { header: 'Updated', meta: { holds: 'time', isExtra: true } }),
  column.accessor('status.name', { header: 'Status', meta: { width: 6, isExtra: true } }),
  column.accessor('description', { header: 'Description', meta: { width: 18, isExtra: true } }),
])

const quarterFilter = valueFilter(goals.list, filterValues.goals, 'quarter', ({ quarter }) => ({
  id: quarter,
  name: quarter,
}))

const soonest = { sortColumn: 'due_date', sortDesc: 'false' }
const dueFilter = dateRange(duePeriods)

export const loader = listLoader(goal)

export const Component = () => (
  <ListPage
    recordType={goal}
    columns={columns}
    filters={{
      search: { label: 'Title' },
      year: { label: 'Year' },
      quarter: { label: 'Quarter', control: quarterFilter },
      dueAfter: { label: 'Due from', range: { label: 'Due', holds: 'day', to: 'dueBefore', control: dueFilter } },
      dueBefore: { label: 'Due by', endsRange: true },
      isOpen: { label: 'Open', words: { true: 'Yes', false: 'No' } },
      companyId: { label: 'Company', control: CompanyPicker },
    }}
    presets={() => [
      { name: 'Open', query: { isOpen: 'true', ...soonest } },
      { name: 'Overdue', query: { isOpen: 'true', dueBefore: dayFrom(-1), ...soonest } },
    ]}
    headLink={({ companyId }) => (
      <ButtonLink
        icon="chart-no-axes-gantt"
        small
        kind="bare"
        href={`/goals/road-map${companyId ? `?${new URLSearchParams({ companyId })}` : ''}`}
      >
        Road map
      </ButtonLink>
    )}
    origin="Agree goals with a client and create them in the portal, under Planning. They’ll appear in this list."
  />
)
