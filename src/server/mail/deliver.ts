import { type Author, logAuditEvent } from '../db/audit-log'
import type { Database } from '../db/database'
import { writeRecords } from '../db/write'
import { addHeldLease, addLease, endLease, keepLease } from './leases'
import { type Letter, type Mailer, NotSent } from './mailer'
import {
  briefDeliveriesTable,
  briefSchedulesTable,
  changeLocked,
  type Delivery,
  lockedRecord,
  type Schedule,
} from './tables'

type Writing = Pick<Database, 'transaction'>

/** Minutes until an email is tried again that the mail server could not take now. */
const pauses = [1, 5, 15, 60, 240]

/** What becomes of a delivery: its status with a reason, and what its schedule shows. */
type Outcome = { status: Delivery['status']; reason: string | null; again?: number | undefined }

export const outcomeOf = (error: unknown, attempts: number, isScheduled: boolean): Outcome => {
  if (!(error instanceof NotSent)) throw error
  if (error.kind === 'unknown') return { status: 'unknown', reason: error.message }
  const again = isScheduled && error.kind === 'later' ? pauses[attempts - 1] : undefined
  if (again !== undefined) return { status: 'waiting', reason: error.message, again }
  const tries = attempts > 1 ? ` It was tried ${attempts} times.` : ''
  return { status: 'failed', reason: `${error.message}${tries}` }
}

/** Notes a delivery before it is sent, so that one whose result is never noted is not sent again. */
export const beginDelivery = (database: Writing, author: Author, delivery: Delivery, holder: string) =>
  database.transaction(async (executor) => {
    await writeRecords(executor, briefDeliveriesTable, [delivery], 'new')
    await addHeldLease(executor, delivery.id, holder)
    await logAuditEvent(executor, author, delivery.id, {}, delivery)
  })

/** The same for one that waited: null if another instance has its lease by now, it no longer waits, or its schedule is paused. */
export const beginWaiting = (
  database: Writing,
  author: Author,
  { id, scheduleId }: Delivery,
  holder: string,
  changes: Pick<Delivery, 'recipients' | 'subject'>,
) =>
  database.transaction(async (executor) => {
    if (!(await keepLease(executor, id, holder))) return null
    const schedule = scheduleId && (await lockedRecord(executor, briefSchedulesTable, scheduleId))
    if (schedule && schedule.status === 'paused') {
      // Freed, so that any instance can take it once the schedule is resumed.
      await addLease(executor, id)
      return null
    }
    const delivery = await lockedRecord(executor, briefDeliveriesTable, id)
    if (delivery?.status !== 'waiting') return null
    const begun = { ...changes, status: 'sending' as const, reason: null, attempts: delivery.attempts + 1 }
    const sending = await changeLocked(executor, briefDeliveriesTable, delivery, begun)
    await logAuditEvent(executor, author, id, {}, sending)
    return sending
  })

/** Hands the email to the mail server; what became of it is only noted after that. */
export const send = async (
  mailer: Mailer,
  letter: Letter,
  attempts: number,
  isScheduled: boolean,
): Promise<Outcome> => {
  try {
    return { status: 'sent', reason: await mailer.send(letter) }
  } catch (error) {
    return outcomeOf(error, attempts, isScheduled)
  }
}

/**
 * Notes what became of a delivery, with its schedule. Returns the delivery; null if it is gone, or if another instance has the lease that
 * `holder` had. `stop` ends the schedule.
 */
export const noteOutcome = (
  database: Writing,
  { id, scheduleId }: Pick<Delivery, 'id' | 'scheduleId'>,
  outcome: Outcome,
  { stop = false, holder }: { stop?: boolean; holder?: string } = {},
) =>
  database.transaction(async (executor) => {
    if (holder && !(await keepLease(executor, id, holder))) return null
    // The schedule first, as everywhere.
    const schedule = scheduleId && (await lockedRecord(executor, briefSchedulesTable, scheduleId))
    const delivery = await lockedRecord(executor, briefDeliveriesTable, id)
    // The sending instance has noted the result meanwhile.
    if (delivery && outcome.status === 'unknown' && delivery.status !== 'sending') return delivery
    // Another instance has noted it as unknown, and a person may have sent it again.
    const isLate = delivery?.status === 'unknown' && outcome.status === 'waiting'
    const { status, reason, again } = isLate ? { ...outcome, status: 'failed' as const, again: undefined } : outcome
    if (again === undefined) await endLease(executor, id)
    else await addLease(executor, id, again)
    if (!delivery) return null
    const attempts = delivery.status === 'waiting' ? delivery.attempts + 1 : delivery.attempts
    const noted = await changeLocked(executor, briefDeliveriesTable, delivery, { status, reason, attempts })
    if (schedule) await changeLocked(executor, briefSchedulesTable, schedule, afterRun(schedule, status, reason, stop))
    return noted
  })

/** What a schedule shows after a run: a failure until the next success. */
export const afterRun = (
  { status: before, nextRunAt, lastReason: reasonBefore }: Schedule,
  lastResult: Delivery['status'],
  lastReason: string | null,
  stop = false,
): Partial<Schedule> => {
  const hasFailed = lastResult === 'failed' || lastResult === 'unknown'
  const status = hasFailed ? 'error' : before === 'error' && lastResult === 'sent' && nextRunAt ? 'active' : before
  const isStillStopped = status === 'error' && nextRunAt === null && !hasFailed
  return {
    lastResult,
    lastReason: isStillStopped ? reasonBefore : lastReason,
    status: before === 'paused' && !stop ? 'paused' : status,
    nextRunAt: stop ? null : nextRunAt,
  }
}
