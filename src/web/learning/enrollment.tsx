import { enrollments } from '../../contract/training'
import { CompanyById } from '../kit/company-by-id'
import { Day } from '../kit/day'
import { Numeric } from '../kit/format'
import { Progress } from '../kit/progress'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { courseAndPerson, enrollmentState } from './words'

export const enrollment = recordView({
  get: enrollments.get,
  list: enrollments.list,
  path: '/training/enrollments',
  title: 'Enrollments',
  area: 'Learning',
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
      <Field label="Score">
        <Numeric value={score} />
      </Field>
      <Field label="Due">
        <Day value={dueDate} />
      </Field>
    </>
  ),
})

export const EnrollmentState = ({ enrollment: record }: { enrollment: Parameters<typeof enrollmentState>[0] }) => {
  const look = enrollmentState(record)
  return <State look={look} loud={look.tone === 'bad'} />
}
