import { certificates, enrollments } from '../../contract/training'
import { Day, daysUntil } from '../kit/day'
import { Progress } from '../kit/progress'
import { Related, type RelatedView } from '../kit/record/related'

const enrollment: RelatedView<typeof enrollments.get, typeof enrollments.list> = {
  list: enrollments.list,
  path: '/training/enrollments',
  noun: ['enrollment', 'enrollments'],
  name: ({ course }) => course?.title,
}

const certificate: RelatedView<typeof certificates.get, typeof certificates.list> = {
  list: certificates.list,
  path: '/training/certificates',
  noun: ['certificate', 'certificates'],
  name: ({ course, certificateNumber }) => course?.title || certificateNumber,
}

/** What somebody learns and has learned. */
export const Learning = ({ userId }: { userId: string }) => (
  <>
    <Related
      title="Training"
      view={enrollment}
      having={{ userId }}
      icon="graduation-cap"
      end={({ completedAt, progress }) =>
        completedAt ? (
          <small>
            completed <Day value={completedAt} />
          </small>
        ) : (
          <Progress value={progress} />
        )
      }
    />
    <Related
      title="Certificates"
      view={certificate}
      having={{ userId }}
      icon="stamp"
      end={({ expiresAt }) =>
        expiresAt && (
          <small>
            {(daysUntil(expiresAt) ?? 0) < 0 ? 'expired' : 'valid till'} <Day value={expiresAt} />
          </small>
        )
      }
    />
  </>
)
