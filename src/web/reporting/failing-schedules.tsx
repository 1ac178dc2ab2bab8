import { useQuery } from '@tanstack/react-query'
import { reportSchedules } from '../../contract/report-schedules'
import { query } from '../lib/api/client'
import { CountAbove } from '../list/count-above'

const failing = { status: 'error' }

export const failingQuery = query(reportSchedules.list, { query: { ...failing, limit: '1' } })

export const FailingSchedules = () => (
  <CountAbove
    read={useQuery(failingQuery)}
    filter={failing}
    tone="bad"
    glyph="error"
    words={['failing schedule', 'failing schedules']}
  />
)
