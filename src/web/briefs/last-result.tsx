import type { briefSchedules } from '../../contract/brief-schedules'
import type { RecordOf } from '../record/record-type'
import { Notice } from '../ui/facts/details'

type Schedule = RecordOf<typeof briefSchedules.get>

/** What someone has to know or do about the last run. */
export const LastResult = ({ schedule: { lastResult, lastReason, status } }: { schedule: Schedule }) => {
  if (lastResult === 'held')
    return (
      <Notice>
        A brief is waiting for approval and won’t be sent without it. {lastReason}
        {status === 'paused' && ' The schedule is paused: resume it to approve the brief.'}
      </Notice>
    )
  if (!lastReason) return null
  return (
    <Notice bad={status === 'error'}>
      {status === 'error' && (
        <b>{lastResult === 'unknown' ? 'The last brief may or may not have arrived. ' : 'The last run failed. '}</b>
      )}
      {lastReason}
    </Notice>
  )
}
