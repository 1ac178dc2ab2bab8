import { companies } from '../../contract/companies'
import { certificates, type enrollments } from '../../contract/training'
import { query } from '../lib/api/client'
import { humanize } from '../lib/text/humanize'
import { RecordById } from '../record/by-id/record-by-id'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Related, relatedQuery } from '../record/related'
import { Field } from '../ui/facts/details'
import { RecordFacts } from '../ui/facts/record-facts'
import { Missing, Text } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import { FactSection } from '../ui/page/section'
import { CertificateState } from './certificate-record'
import { formatDuration } from './duration'
import { EnrollmentState, recordType as enrollment } from './enrollment-record'

type Enrollment = RecordOf<typeof enrollments.get>

export const loader = recordLoader(enrollment, ({ certificateId, companyId, course, user }) => [
  companyId && query(companies.get, { id: companyId }),
  certificateId && query(certificates.get, { id: certificateId }),
  user?.id && relatedQuery(enrollment.list, { userId: user.id }),
  course?.id && relatedQuery(enrollment.list, { courseId: course.id }),
])

export const Component = () => (
  <RecordPage recordType={enrollment}>
    {(record) => (
      <div className={layout.columns}>
        <div>
          <Training enrollment={record} />
          <RecordFacts record={record} />
        </div>
        <Others enrollment={record} />
      </div>
    )}
  </RecordPage>
)

const Training = ({ enrollment: { course, user, timeSpentSeconds, ...record } }: { enrollment: Enrollment }) => (
  <>
    <FactSection title="Training">
      <Field label="Course">
        {course?.id ? (
          <Link href={`${enrollment.path}?courseId=${encodeURIComponent(course.id)}`}>{course.title || course.id}</Link>
        ) : (
          <Text value={course?.title} />
        )}
      </Field>
      <Field label="Kind" value={course?.courseType && humanize(course.courseType)} />
      <Field label="Email" value={user?.email} />
      <Field label="Certificate">
        <RecordById
          to="/training/certificates"
          get={certificates.get}
          id={record.certificateId}
          name={({ certificateNumber }) => certificateNumber}
          end={(certificate) => <CertificateState certificate={certificate} />}
        />
      </Field>
    </FactSection>
    <FactSection title="Time">
      <Field label="Enrolled" value={record.enrolledAt} holds="time" />
      <Field label="Started" value={record.startedAt} holds="time" />
      <Field label="Completed" value={record.completedAt} holds="time" />
      <Field label="Due" value={record.dueDate} holds="day" />
      <Field label="Time spent">
        {typeof timeSpentSeconds === 'number' ? formatDuration(timeSpentSeconds) : <Missing />}
      </Field>
    </FactSection>
  </>
)

const Others = ({ enrollment: { id, course, user } }: { enrollment: Enrollment }) => (
  <div>
    {user?.id && (
      <Related
        title="Same person"
        recordType={enrollment}
        having={{ userId: user.id }}
        except={id}
        icon="graduation-cap"
        name={(other) => other.course?.title}
        end={(other) => <EnrollmentState enrollment={other} />}
      />
    )}
    {course?.id && (
      <Related
        title="Same course"
        recordType={enrollment}
        having={{ courseId: course.id }}
        except={id}
        icon="users-round"
        name={(other) => other.user?.fullName}
        end={(other) => <EnrollmentState enrollment={other} />}
      />
    )}
  </div>
)
