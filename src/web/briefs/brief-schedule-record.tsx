import { briefSchedules } from '../../contract/brief-schedules'
import { deliveryStatus, runsText } from '../domain/brief-mail/labels'
import { briefScheduleBasics } from '../domain/brief-mail/schedule-basics'
import { ScheduleState } from '../domain/schedule-status'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { DateTime, Missing } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { StatusBadge } from '../ui/status-badge'
import * as badges from '../ui/status-badge.module.css'
import { LastResult } from './last-result'
import { briefSchedules as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  ...briefScheduleBasics,
  get: briefSchedules.get,
  list: briefSchedules.list,
  noun: ['brief schedule', 'brief schedules'],
  state: ({ status }) => status && <ScheduleState status={status} />,
  summary: (schedule) => <LastResult schedule={schedule} />,
  facts: ({ companyId, companyName, nextRunAt, lastRunAt, lastResult, ...timing }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </Field>
      <Field label="Runs" value={runsText(timing)} />
      <Field label="Next run">
        <DateTime value={nextRunAt} weekday />
      </Field>
      <Field label="Last run">
        <DateTime value={lastRunAt} weekday />
      </Field>
      <Field label="Result">
        <Result value={lastResult} />
      </Field>
    </>
  ),
})

type Run = { lastRunAt?: string | null; lastResult?: string | null }

/** When it last ran and, unless the brief was sent, the result. */
export const LastRun = ({ schedule: { lastRunAt, lastResult } }: { schedule: Run }) => {
  if (!lastRunAt || !lastResult) return lastResult ? <Result value={lastResult} /> : <DateTime value={lastRunAt} />
  const isSent = lastResult === 'sent'
  const { tone, glyph, word } = deliveryStatus.badge(lastResult)
  return (
    <span className={badges.badge} data-tone={tone}>
      <Glyph name={glyph} />
      <span className={isSent ? 'visually-hidden' : undefined}>{word}</span>
      <DateTime value={lastRunAt} dateOnly={!isSent} />
    </span>
  )
}

export const Result = ({ value }: { value: string | null | undefined }) =>
  value ? <StatusBadge badge={deliveryStatus.badge(value)} /> : <Missing />
