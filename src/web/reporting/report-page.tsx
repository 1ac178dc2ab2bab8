import { useState } from 'react'
import type { reports } from '../../contract/reports'
import { users } from '../../contract/users'
import { query } from '../lib/api/client'
import { imageOf } from '../lib/browser/image'
import { consoleOrigin } from '../lib/request-context'
import { RecordById } from '../record/by-id/record-by-id'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Related, relatedQuery } from '../record/related'
import { Field } from '../ui/facts/details'
import { RecordFacts } from '../ui/facts/record-facts'
import { spanText } from '../ui/format/day'
import * as layout from '../ui/layout.module.css'
import { FactSection } from '../ui/page/section'
import { Description } from './description'
import * as styles from './report-page.module.css'
import { recordType as report } from './report-record'
import { YesNo } from './yes-no'

type Report = RecordOf<typeof reports.get>

export const loader = recordLoader(report, ({ authorUserId, companyId }) => [
  authorUserId && query(users.get, { id: authorUserId }),
  companyId && relatedQuery(report.list, { companyId }),
])

export const Component = () => (
  <RecordPage recordType={report}>
    {(record) => (
      <>
        <div className={layout.columns}>
          <div>
            <Cover report={record} />
            <Description text={record.description} />
            <FactSection title="Report">
              <Field label="Author">
                <RecordById to="/users" get={users.get} id={record.authorUserId} name={({ fullName }) => fullName} />
              </Field>
              <Field label="Shared">
                <YesNo value={record.isShared} yes="With the client" no="Not with the client" />
              </Field>
              <Field label="Cover image" value={record.coverImageUrl} holds="url" />
            </FactSection>
            <RecordFacts record={record} />
          </div>
          <div>
            {record.companyId && (
              <Related
                title="Same company"
                recordType={report}
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

/** Omitted if the image is cross-origin, which the CSP blocks, or fails to load. */
const Cover = ({ report: { coverImageUrl, title } }: { report: Report }) => {
  const [broken, setBroken] = useState(false)
  const address = imageOf(coverImageUrl, consoleOrigin())
  if (!address || broken) return null
  return <img className={styles.cover} src={address} alt={`Cover of ${title}`} onError={() => setBroken(true)} />
}
