import { certificates } from '../../contract/training'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { InlineCopyButton } from '../ui/copy-button'
import { Field } from '../ui/facts/details'
import { Missing } from '../ui/format/format'
import { StatusBadge } from '../ui/status-badge'
import { certificateState } from './labels'
import { certificates as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  get: certificates.get,
  list: certificates.list,
  noun: ['certificate', 'certificates'],
  name: ({ certificateNumber }) => certificateNumber,
  state: (record) => <CertificateState certificate={record} />,
  facts: ({ course, user, verificationCode, issuedAt, expiresAt }) => (
    <>
      <Field label="Course" value={course?.title} />
      <Field label="Person">
        <RecordLink to="/company-users" id={user?.id} name={user?.fullName} />
      </Field>
      <Field label="Verification code">
        <Code value={verificationCode} />
      </Field>
      <Field label="Issued" value={issuedAt} holds="localDay" />
      <Field label="Expires" value={expiresAt} holds="day" />
    </>
  ),
})

export const CertificateState = ({ certificate: record }: { certificate: Parameters<typeof certificateState>[0] }) => {
  const badge = certificateState(record)
  return <StatusBadge badge={badge} loud={badge.tone === 'bad'} />
}

/** Code with which others verify the certificate. */
export const Code = ({ value }: { value: string | null | undefined }) => {
  if (!value) return <Missing />
  return (
    <>
      {value} <InlineCopyButton text={value} what="verification code" />
    </>
  )
}
