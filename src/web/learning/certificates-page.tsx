import { filterValues } from '../../contract/filter-values'
import { certificates } from '../../contract/training'
import { duePeriods } from '../domain/period-presets'
import { PersonPicker } from '../domain/person-picker'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { dateRange } from '../list/filters/date-range'
import { valueFilter } from '../list/filters/value-filter'
import { listLoader } from '../list/list-loader'
import { ListPage, type RowOf } from '../list/list-page'
import { RecordLink } from '../record/record-link'
import { CertificateState, Code, recordType as certificate } from './certificate-record'
import { certificateState } from './labels'
import { RevokedToo } from './revoked-too'

const column = columnsOf<RowOf<typeof certificates.list>>()

const columns = column.columns([
  column.accessor('certificateNumber', { header: 'Number', meta: { width: 12 }, cell: nameCell(certificate) }),
  column.accessor('user.fullName', {
    header: 'Person',
    meta: { card: 'whole' },
    cell: ({ row: { original } }) => (
      <RecordLink to="/company-users" id={original.user?.id} name={original.user?.fullName} />
    ),
  }),
  column.accessor('course.title', { header: 'Course', meta: { width: 13, card: 'whole' } }),
  column.accessor((row) => certificateState(row).word, {
    id: 'state',
    header: 'State',
    meta: { width: 9.5, card: 'line' },
    cell: ({ row }) => <CertificateState certificate={row.original} />,
  }),
  column.accessor('expiresAt', { header: 'Expires', meta: { holds: 'day', isAhead: true, card: 'end' } }),
  column.accessor('issuedAt', { header: 'Issued', meta: { holds: 'localDay' } }),
  column.accessor('verificationCode', {
    header: 'Code',
    meta: { width: 8 },
    cell: ({ getValue }) => <Code value={getValue()} />,
  }),
])

const courseFilter = valueFilter(
  certificates.list,
  filterValues.certificates,
  'courseId',
  ({ course }) => course && { id: course.id, name: course.title },
)

const expiryFilter = dateRange(duePeriods)

export const loader = listLoader(certificate)

export const Component = () => (
  <ListPage
    recordType={certificate}
    columns={columns}
    filters={{
      search: { label: 'Number or verification code' },
      includeRevoked: { label: 'Include revoked', words: { true: 'yes' }, control: RevokedToo, always: true },
      userId: { label: 'Person', control: PersonPicker },
      courseId: { label: 'Course', control: courseFilter },
      expiresAfter: {
        label: 'Expires from',
        range: { label: 'Expiry', holds: 'day', to: 'expiresBefore', control: expiryFilter },
      },
      expiresBefore: { label: 'Expires by', endsRange: true },
    }}
    origin="Certificates are issued in the portal when someone completes a course. They’ll appear in this list."
  />
)
