import { filterValues } from '../../contract/filter-values'
import { enrollments } from '../../contract/training'
import { CompanyPicker } from '../domain/company-picker'
import { duePeriods, pastPeriods } from '../domain/period-presets'
import { PersonPicker } from '../domain/person-picker'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { dateRange } from '../list/filters/date-range'
import { valueFilter } from '../list/filters/value-filter'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { dayFrom } from '../ui/format/days-from-today'
import { Missing } from '../ui/format/format'
import { Progress } from '../ui/states/progress'
import { formatDuration } from './duration'
import { EnrollmentState, recordType as enrollment } from './enrollment-record'
import { enrollmentState } from './labels'

const column = columnsOf<RowOf<typeof enrollments.list>>()

/** The person has a separate column. */
const byCourse: typeof enrollment = { ...enrollment, name: ({ course }) => course?.title }

const columns = column.columns([
  column.accessor('course.title', { header: 'Course', meta: { width: 13.75 }, cell: nameCell(byCourse) }),
  column.accessor('user.fullName', {
    header: 'Person',
    meta: { width: 9.5, card: 'whole' },
    cell: ({ row: { original } }) => (
      <RecordLink to="/company-users" id={original.user?.id} name={original.user?.fullName} />
    ),
  }),
  column.accessor((row) => enrollmentState(row).word, {
    id: 'state',
    header: 'State',
    meta: { width: 9.5, card: 'line' },
    cell: ({ row }) => <EnrollmentState enrollment={row.original} />,
  }),
  column.accessor('progress', {
    header: 'Progress',
    meta: { width: 9.4, align: 'start', holds: 'number', card: 'end', exportUnit: '%' },
    cell: ({ getValue }) => <Progress value={getValue()} />,
  }),
  column.accessor('score', { header: 'Score', meta: { width: 3.75, holds: 'number' } }),
  column.accessor('dueDate', { header: 'Due', meta: { holds: 'day', isAhead: true } }),
  column.accessor('enrolledAt', { header: 'Enrolled', meta: { holds: 'localDay' } }),
  column.accessor('startedAt', { header: 'Started', meta: { holds: 'localDay', isExtra: true } }),
  column.accessor('completedAt', { header: 'Completed', meta: { holds: 'localDay' } }),
  column.accessor('timeSpentSeconds', {
    header: 'Time spent',
    meta: { holds: 'number', exportUnit: 'seconds' },
    cell: ({ getValue }) => {
      const seconds = getValue()
      return typeof seconds === 'number' ? formatDuration(seconds) : <Missing />
    },
  }),
])

const courseFilter = valueFilter(
  enrollments.list,
  filterValues.enrollments,
  'courseId',
  ({ course }) => course && { id: course.id, name: course.title },
)

const dueFilter = dateRange(duePeriods)
const completedFilter = dateRange(pastPeriods)

export const loader = listLoader(enrollment)

export const Component = () => (
  <ListPage
    recordType={enrollment}
    columns={columns}
    presets={() => [{ name: 'Overdue', query: { isCompleted: 'false', dueBefore: dayFrom(-1) } }]}
    filters={{
      companyId: { label: 'Company', control: CompanyPicker },
      userId: { label: 'Person', control: PersonPicker },
      courseId: { label: 'Course', control: courseFilter },
      isCompleted: { label: 'Completed', words: { true: 'Yes', false: 'No' } },
      dueAfter: { label: 'Due from', range: { label: 'Due', holds: 'day', to: 'dueBefore', control: dueFilter } },
      dueBefore: { label: 'Due by', endsRange: true },
      completedAfter: {
        label: 'Completed from',
        range: { label: 'Completion', holds: 'localDay', to: 'completedBefore', control: completedFilter },
      },
      completedBefore: { label: 'Completed by', endsRange: true },
      ids: { label: 'IDs', linked: true },
    }}
    origin="Enroll people in the portal, under Training. Enrollments will appear in this list."
  />
)
