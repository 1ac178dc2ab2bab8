import { useQuery } from '@tanstack/react-query'
import { reportSchedules } from '../../contract/report-schedules'
import { query } from '../lib/api/client'
import { fewRows, RowsAbove } from '../list/rows-above'
import { NameLink } from '../record/record-link'
import { DateTime } from '../ui/format/format'
import { recordType as schedule } from './schedule-record'

const failing = { status: 'error' }

export const failingQuery = query(reportSchedules.list, { query: { ...failing, limit: String(fewRows) } })

export const FailingSchedules = () => (
  <RowsAbove
    read={useQuery(failingQuery)}
    filter={failing}
    tone="bad"
    glyph="error"
    words={['failing schedule', 'failing schedules']}
  >
    {(one) => (
      <>
        <NameLink recordType={schedule} record={one} />
        <span>{one.lastError}</span>
        {one.nextRunAt && (
          <span>
            next run <DateTime value={one.nextRunAt} weekday />
          </span>
        )}
      </>
    )}
  </RowsAbove>
)
