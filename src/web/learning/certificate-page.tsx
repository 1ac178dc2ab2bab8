import type { certificates } from '../../contract/training'
import { Day } from '../kit/day'
import { DateTime, WebLink } from '../kit/format'
import { Facts, Field, RecordFacts, Section } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { RecordPage } from '../kit/record/record-page'
import { Related } from '../kit/record/related'
import type { RecordOf } from '../kit/record/view'
import { Glyph } from '../kit/ui/glyph'
import { CertificateState, Code, certificate } from './certificate'
import { courseAndPerson, revocation } from './words'

type Certificate = RecordOf<typeof certificates.get>

export const CertificatePage = () => (
  <RecordPage view={certificate}>
    {(record) => (
      <>
        <Revocation certificate={record} />
        <div className="columns">
          <div>
            <Section title="Certificate">
              <Facts>
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
                <Field label="Issued">
                  <DateTime value={record.issuedAt} />
                </Field>
                <Field label="Counts until">
                  <Day value={record.expiresAt} />
                </Field>
                <Field label="Certificate">
                  <WebLink href={record.certificateUrl} />
                </Field>
                <Field label="Image">
                  <WebLink href={record.imageUrl} />
                </Field>
              </Facts>
            </Section>
            <RecordFacts record={record} />
          </div>
          <div>
            {record.user?.id && (
              <Related
                title="Same person"
                view={certificate}
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
    <p className="notice" data-tone="bad">
      <Glyph name="gone" />
      <span>
        <b>{revoked.what}</b> {revoked.why}
      </span>
    </p>
  )
}
