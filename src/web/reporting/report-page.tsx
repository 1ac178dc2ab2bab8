import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { reports } from '../../contract/reports'
import { users } from '../../contract/users'
import { query } from '../kit/api'
import { spanText } from '../kit/day'
import { WebLink } from '../kit/format'
import { imageOf } from '../kit/image'
import { ownOrigin } from '../kit/reader'
import { Facts, Field, RecordFacts, Section } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { RecordPage } from '../kit/record/record-page'
import { Related } from '../kit/record/related'
import type { RecordOf } from '../kit/record/view'
import { Description } from './description'
import { report } from './report'
import styles from './report-page.module.css'
import { YesNo } from './yes-no'

type Report = RecordOf<typeof reports.get>

export const ReportPage = () => (
  <RecordPage view={report}>
    {(record) => (
      <>
        <div className="columns">
          <div>
            <Cover report={record} />
            <Description text={record.description} />
            <Section title="Report">
              <Facts>
                <Field label="Author">
                  <Author id={record.authorUserId} />
                </Field>
                <Field label="Shared">
                  <YesNo value={record.isShared} yes="With the client" no="Not with the client" />
                </Field>
                <Field label="Cover image">
                  <WebLink href={record.coverImageUrl} />
                </Field>
              </Facts>
            </Section>
            <RecordFacts record={record} />
          </div>
          <div>
            {record.companyId && (
              <Related
                title="Same company"
                view={report}
                having={{ companyId: record.companyId }}
                except={record.id}
                icon="file-text"
                end={({ dateStart, dateEnd }) => <small>{spanText(dateStart, dateEnd)}</small>}
              />
            )}
          </div>
        </div>
      </>
    )}
  </RecordPage>
)

/** The API gives the author's ID alone; where the name cannot be read, the ID leads there all the same. */
const Author = ({ id }: { id: string | null | undefined }) => {
  const user = useQuery({ ...query(users.get, { id: id ?? '' }), enabled: Boolean(id) })
  return <RecordLink to="/users" id={id} name={user.data?.data.fullName} isBeingRead={user.isPending} />
}

/** Left out where the image is elsewhere, which the page's Content-Security-Policy forbids, or does not load. */
const Cover = ({ report: { coverImageUrl, title } }: { report: Report }) => {
  const [broken, setBroken] = useState(false)
  const address = imageOf(coverImageUrl, ownOrigin())
  if (!address || broken) return null
  return <img className={styles.cover} src={address} alt={`Cover of ${title}`} onError={() => setBroken(true)} />
}
