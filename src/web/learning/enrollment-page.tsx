import type { enrollments } from '../../contract/training'
import { Day } from '../kit/day'
import { DateTime, formatDuration, Missing, Text } from '../kit/format'
import { readable } from '../kit/readable'
import { Facts, Field, RecordFacts, Section } from '../kit/record/parts'
import { RecordPage } from '../kit/record/record-page'
import { Related } from '../kit/record/related'
import type { RecordOf } from '../kit/record/view'
import { CertificateById } from './certificate-by-id'
import { EnrollmentState, enrollment } from './enrollment'

type Enrollment = RecordOf<typeof enrollments.get>

export const EnrollmentPage = () => (
  <RecordPage view={enrollment}>
    {(record) => (
      <div className="columns">
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
    <Section title="Training">
      <Facts>
        <Field label="Course">
          {course?.id ? (
            <a href={`${enrollment.path}?courseId=${encodeURIComponent(course.id)}`}>{course.title || course.id}</a>
          ) : (
            <Text value={course?.title} />
          )}
        </Field>
        <Field label="Kind">
          <Text value={course?.courseType && readable(course.courseType)} />
        </Field>
        <Field label="Mail">
          <Text value={user?.email} />
        </Field>
        <Field label="Certificate">
          <CertificateById id={record.certificateId} />
        </Field>
      </Facts>
    </Section>
    <Section title="Time">
      <Facts>
        <Field label="Enrolled">
          <DateTime value={record.enrolledAt} />
        </Field>
        <Field label="Started">
          <DateTime value={record.startedAt} />
        </Field>
        <Field label="Completed">
          <DateTime value={record.completedAt} />
        </Field>
        <Field label="Due">
          <Day value={record.dueDate} />
        </Field>
        <Field label="Time spent">
          {typeof timeSpentSeconds === 'number' ? formatDuration(timeSpentSeconds) : <Missing />}
        </Field>
      </Facts>
    </Section>
  </>
)

const Others = ({ enrollment: { id, course, user } }: { enrollment: Enrollment }) => (
  <div>
    {user?.id && (
      <Related
        title="Same person"
        view={enrollment}
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
        view={enrollment}
        having={{ courseId: course.id }}
        except={id}
        icon="users-round"
        name={(other) => other.user?.fullName}
        end={(other) => <EnrollmentState enrollment={other} />}
      />
    )}
  </div>
)
