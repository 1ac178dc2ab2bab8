import { useQuery } from '@tanstack/react-query'
import { reportSchedules } from '../../contract/report-schedules'
import { query } from '../lib/api/client'
import { NameLink } from '../record/record-link'
import { DateTime, formatNumber } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import * as notices from '../ui/notice.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './failing-schedules.module.css'
import { recordType as schedule } from './schedule-record'

const failing = { status: 'error' }
const few = 3

export const failingQuery = query(reportSchedules.list, { query: { ...failing, limit: String(few) } })

/** The failing schedules, which come before all others whatever the list is sorted by. */
export const FailingSchedules = () => {
  const { data } = useQuery(failingQuery)
  const total = data?.pagination.totalCount ?? 0
  if (!data || total === 0) return null
  return (
    <section className={notices.notice} data-tone="bad" aria-labelledby="failing">
      <Glyph name="error" />
      <div>
        <h2 id="failing">
          {formatNumber(total)} failing {total === 1 ? 'schedule' : 'schedules'}
        </h2>
        <ul className={styles.schedules}>
          {data.data.map((one) => (
            <li key={one.id}>
              <NameLink recordType={schedule} record={one as typeof one & { id: string }} />
              <span>{one.lastError}</span>
              {one.nextRunAt && (
                <span>
                  next run <DateTime value={one.nextRunAt} weekday />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {total > few && (
        <Link className={typography.more} href={`?${new URLSearchParams(failing)}`}>
          All {formatNumber(total)} failing
        </Link>
      )}
    </section>
  )
}
