import { certificates } from '../../contract/training'
import { Day } from '../kit/day'
import { text } from '../kit/list/cells'
import { columnsOf } from '../kit/list/columns'
import { ListPage, type RowOf } from '../kit/list/list-page'
import { namedFilter } from '../kit/list/named-filter'
import { PersonPicker } from '../kit/person-picker'
import { NameLink, RecordLink } from '../kit/record/record-link'
import { CertificateState, Code, certificate } from './certificate'
import { RevokedToo } from './revoked-too'
import { certificateState } from './words'

type Certificate = RowOf<typeof certificates.list>

const column = columnsOf<Certificate>()

const columns = column.columns([
  column.accessor('certificateNumber', {
    header: 'Number',
    meta: { width: 12 },
    cell: ({ row }) => <NameLink view={certificate} record={row.original} />,
  }),
  column.accessor('user.fullName', {
    header: 'Person',
    meta: { card: 'whole' },
    cell: ({ row: { original } }) => (
      <RecordLink to="/company-users" id={original.user?.id} name={original.user?.fullName} />
    ),
  }),
  column.accessor('course.title', {
    header: 'Course',
    meta: { width: 13, card: 'whole' },
    cell: text,
  }),
  column.accessor((row) => certificateState(row).word, {
    id: 'state',
    header: 'State',
    meta: { width: 5.5, card: 'line' },
    cell: ({ row }) => <CertificateState certificate={row.original} />,
  }),
  column.accessor('expiresAt', {
    header: 'Expires',
    meta: { holds: 'day', card: 'end' },
    cell: ({ getValue }) => <Day value={getValue()} />,
  }),
  column.accessor('issuedAt', {
    header: 'Issued',
    meta: { holds: 'day' },
    cell: ({ getValue }) => <Day value={getValue()} />,
  }),
  column.accessor('verificationCode', {
    header: 'Code',
    meta: { width: 8 },
    cell: ({ getValue }) => <Code value={getValue()} />,
  }),
])

const courseFilter = namedFilter(certificates.list, ({ course }) => course && { id: course.id, name: course.title })

export const CertificatesPage = () => (
  <ListPage
    view={certificate}
    columns={columns}
    filters={{
      includeRevoked: { label: 'Revoked too', words: { true: 'yes' }, control: RevokedToo },
      userId: { label: 'Person', control: PersonPicker },
      courseId: { label: 'Course', control: courseFilter },
    }}
    origin="They are issued in the portal when somebody completes a course. As soon as the first is, it appears here."
  />
)
