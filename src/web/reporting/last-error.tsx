import type { reportSchedules } from '../../contract/report-schedules'
import type { RecordOf } from '../record/record-type'
import * as notices from '../ui/facts/notice.module.css'
import { Glyph } from '../ui/icon/glyph'

type Schedule = RecordOf<typeof reportSchedules.get>

/** The server’s error message. */
export const LastError = ({ schedule: { status, lastError } }: { schedule: Schedule }) => {
  const isFailing = status === 'error'
  if (!isFailing && !lastError) return null
  return (
    <p className={notices.notice} data-tone={isFailing ? 'bad' : 'attention'}>
      <Glyph name={isFailing ? 'error' : 'pending'} />
      <span>
        <b>{isFailing ? 'The last run failed.' : 'An earlier run failed.'}</b>{' '}
        {lastError ? `“${lastError}”` : 'The server gives no reason.'}
      </span>
    </p>
  )
}
