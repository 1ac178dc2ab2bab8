import { certificates } from '../../contract/training'
import { CopySign } from '../kit/copy'
import { Day } from '../kit/day'
import { Missing, Text } from '../kit/format'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { certificateState } from './words'

export const certificate = recordView({
  get: certificates.get,
  list: certificates.list,
  path: '/training/certificates',
  title: 'Certificates',
  area: 'Learning',
  noun: ['certificate', 'certificates'],
  name: ({ certificateNumber }) => certificateNumber,
  state: (record) => <CertificateState certificate={record} />,
  facts: ({ course, user, verificationCode, issuedAt, expiresAt }) => (
    <>
      <Field label="Course">
        <Text value={course?.title} />
      </Field>
      <Field label="Person">
        <RecordLink to="/company-users" id={user?.id} name={user?.fullName} />
      </Field>
      <Field label="Verification code">
        <Code value={verificationCode} />
      </Field>
      <Field label="Issued">
        <Day value={issuedAt} />
      </Field>
      <Field label="Expires">
        <Day value={expiresAt} />
      </Field>
    </>
  ),
})

export const CertificateState = ({ certificate: record }: { certificate: Parameters<typeof certificateState>[0] }) => {
  const look = certificateState(record)
  return <State look={look} loud={look.tone === 'bad'} />
}

/** What somebody types in to check that a certificate is real. */
export const Code = ({ value }: { value: string | null | undefined }) => {
  if (!value) return <Missing />
  return (
    <>
      {value} <CopySign text={value} what="verification code" />
    </>
  )
}
