import type { certificates } from '../../contract/training'
import { RecordLink } from '../record/record-link'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Related, relatedQuery } from '../record/related'
import { Field } from '../ui/facts/details'
import * as notices from '../ui/facts/notice.module.css'
import { RecordFacts } from '../ui/facts/record-facts'
import { Glyph } from '../ui/icon/glyph'
import * as layout from '../ui/layout.module.css'
import { FactSection } from '../ui/page/section'
import { CertificateState, Code, recordType as certificate } from './certificate-record'
import { courseAndPerson, revocation } from './labels'

type Certificate = RecordOf<typeof certificates.get>

export const loader = recordLoader(certificate, ({ user }) => [
  user?.id && relatedQuery(certificate.list, { userId: user.id, includeRevoked: 'true' }),
])

export const Component = () => (
  <RecordPage recordType={certificate}>
    {(record) => (
      <>
        <Revocation certificate={record} />
        <div className={layout.columns}>
          <div>
            <FactSection title="Certificate">
              <Field label="Enrollment">
                <RecordLink
                  to="/training/enrollments"
                  id={record.enrollmentId}
                  name={courseAndPerson(record.course, record.user)}
                />
              </Field>
              <Field label="Verification code">
                <Code value={record.verificationCode} />
              </Field>
              <Field label="Issued" value={record.issuedAt} holds="time" />
              <Field label="Valid until" value={record.expiresAt} holds="day" />
              <Field label="Certificate" value={record.certificateUrl} holds="url" />
              <Field label="Image" value={record.imageUrl} holds="url" />
            </FactSection>
            <RecordFacts record={record} />
          </div>
          <div>
            {record.user?.id && (
              <Related
                title="Same person"
                recordType={certificate}
                having={{ userId: record.user.id, includeRevoked: 'true' }}
                except={record.id}
                icon="graduation-cap"
                name={({ course }) => course?.title}
                end={(other) => <CertificateState certificate={other} />}
              />
            )}
          </div>
        </div>
      </>
    )}
  </RecordPage>
)

const Revocation = ({ certificate: record }: { certificate: Certificate }) => {
  const revoked = revocation(record)
  if (!revoked) return null
  return (
    <p className={notices.notice} data-tone="bad">
      <Glyph name="gone" />
      <span>
        <b>{revoked.what}</b> {revoked.why}
      </span>
    </p>
  )
}
