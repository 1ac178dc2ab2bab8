import { certificates, enrollments } from '../../contract/training'
import { Related, type RelatedRecordType, relatedQuery } from '../record/related'
import { Day } from '../ui/format/day'
import { daysUntil } from '../ui/format/days-from-today'
import { DateTime } from '../ui/format/format'
import { Progress } from '../ui/states/progress'

const enrollment: RelatedRecordType<typeof enrollments.get, typeof enrollments.list> = {
  list: enrollments.list,
  path: '/training/enrollments',
  noun: ['enrollment', 'enrollments'],
  name: ({ course }) => course?.title,
}

const certificate: RelatedRecordType<typeof certificates.get, typeof certificates.list> = {
  list: certificates.list,
  path: '/training/certificates',
  noun: ['certificate', 'certificates'],
  name: ({ course, certificateNumber }) => course?.title || certificateNumber,
}

export const learningQueries = (userId: string) => [
  relatedQuery(enrollments.list, { userId }),
  relatedQuery(certificates.list, { userId }),
]

/** Enrollments and certificates of a person. */
export const Learning = ({ userId }: { userId: string }) => (
  <>
    <Related
      title="Training"
      recordType={enrollment}
      having={{ userId }}
      icon="graduation-cap"
      end={({ completedAt, progress }) =>
        completedAt ? (
          <small>
            completed <DateTime value={completedAt} dateOnly />
          </small>
        ) : (
          <Progress value={progress} />
        )
      }
    />
    <Related
      title="Certificates"
      recordType={certificate}
      having={{ userId }}
      icon="stamp"
      end={({ expiresAt }) =>
        expiresAt && (
          <small>
            {(daysUntil(expiresAt) ?? 0) < 0 ? 'expired' : 'valid until'} <Day value={expiresAt} />
          </small>
        )
      }
    />
  </>
)
