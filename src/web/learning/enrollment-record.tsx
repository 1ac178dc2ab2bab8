import { enrollments } from '../../contract/training'
import { CompanyById } from '../domain/company-by-id'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { Progress } from '../ui/states/progress'
import { StatusBadge } from '../ui/status-badge'
import { courseAndPerson, enrollmentState } from './labels'
import { enrollments as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  get: enrollments.get,
  list: enrollments.list,
  noun: ['enrollment', 'enrollments'],
  name: ({ course, user }) => courseAndPerson(course, user),
  state: (record) => <EnrollmentState enrollment={record} />,
  facts: ({ user, companyId, progress, score, dueDate }) => (
    <>
      <Field label="Person">
        <RecordLink to="/company-users" id={user?.id} name={user?.fullName} />
      </Field>
      <Field label="Company">
        <CompanyById id={companyId} />
      </Field>
      <Field label="Progress">
        <Progress value={progress} />
      </Field>
      <Field label="Score" value={score} />
      <Field label="Due" value={dueDate} holds="day" />
    </>
  ),
})

export const EnrollmentState = ({ enrollment: record }: { enrollment: Parameters<typeof enrollmentState>[0] }) => {
  const badge = enrollmentState(record)
  return <StatusBadge badge={badge} loud={badge.tone === 'bad'} />
}
