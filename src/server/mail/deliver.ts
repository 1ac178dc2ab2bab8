import { randomUUID } from 'node:crypto'
import { type Author, logAuditEvent } from '../db/audit-log'
import type { Database, Executor } from '../db/database'
import { createRecord } from '../db/repository'
import { writeRecords } from '../db/write'
import { addHeldLease, addLease, endLease, keepLease } from './leases'
import { type EmailMessage, type Mailer, NotSent, type Sent } from './mailer'
import {
  briefDeliveriesTable,
  briefSchedulesTable,
  type Delivery,
  lockedRecord,
  type Schedule,
  setFields,
} from './tables'

type Writing = Pick<Database, 'transaction'>

/** Minutes until an email is tried again that the mail server could not take now. */
const pauses = [1, 5, 15, 60, 240]

/** The result of an attempt. With `retryInMinutes` the delivery waits; with `deferred` as well, only those recipients do. */
type Outcome = {
  status: Delivery['status']
  reason: string | null
  retryInMinutes?: number | undefined
  deferred?: { recipients: string[]; reason: string } | undefined
}

export const outcomeOf = (error: unknown, attempts: number, isScheduled: boolean): Outcome => {
  if (!(error instanceof NotSent)) throw error
  if (error.kind === 'unknown') return { status: 'unknown', reason: error.message }
  const retryInMinutes = isScheduled && error.kind === 'temporary' ? pauses[attempts - 1] : undefined
  if (retryInMinutes !== undefined) return { status: 'waiting', reason: error.message, retryInMinutes }
  const advice = !isScheduled && error.kind === 'temporary' && 'Send it again in a few minutes.'
  return { status: 'failed', reason: joined(error.message, advice, tries(attempts)) }
}

const outcomeFor = ({ isSent, refused, deferred }: Sent, attempts: number, isScheduled: boolean): Outcome => {
  const status = isSent ? 'sent' : 'failed'
  const others = isSent && refused.length + deferred.length > 0 && 'It was sent to everyone else.'
  const refusal =
    refused.length > 0 &&
    `The mail server refused ${listed(refused.map(({ address, said }) => `${address} (${said})`))}.`
  if (deferred.length === 0) return { status, reason: joined(refusal, others) }
  const recipients = deferred.map(({ address }) => address)
  const said = [...new Set(deferred.map(({ said }) => said))].join('; ')
  const deferral = `The mail server could not take ${listed(recipients)} yet (${said}).`
  const retryInMinutes = isScheduled ? pauses[attempts - 1] : undefined
  if (retryInMinutes !== undefined)
    return { status, retryInMinutes, deferred: { recipients, reason: deferral }, reason: refusal || null }
  const advice = !isScheduled && `Send it to ${listed(recipients)} again in a few minutes.`
  return { status, reason: joined(refusal, deferral, advice, others, tries(attempts)) }
}

const tries = (attempts: number) => attempts > 1 && `It was tried ${attempts} times.`

const listed = (items: string[]) => new Intl.ListFormat('en-GB').format(items)

const joined = (...sentences: (string | false | null)[]) => sentences.filter(Boolean).join(' ') || null

/** Notes a delivery before it is sent, so that one whose result is never noted is not sent again. */
export const beginDelivery = (database: Writing, author: Author, delivery: Delivery, holder: string) =>
  createRecord({ ...author, database }, briefDeliveriesTable, delivery, (executor) =>
    addHeldLease(executor, delivery.id, holder),
  )

/** The same for one that waited: null if another instance has its lease by now, it no longer waits, or its schedule is paused. */
export const beginWaiting = (
  database: Writing,
  author: Author,
  { id, scheduleId }: Delivery,
  holder: string,
  changes: Pick<Delivery, 'recipients' | 'subject' | 'briefDay'>,
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
    const sending = await setFields(executor, briefDeliveriesTable, delivery, begun)
    await logAuditEvent(executor, author, id, {}, sending)
    return sending
  })

/** Hands the email to the mail server; what became of it is only noted after that. */
export const send = async (
  mailer: Mailer,
  email: EmailMessage,
  attempts: number,
  isScheduled: boolean,
): Promise<Outcome> => {
  try {
    return outcomeFor(await mailer.send(email), attempts, isScheduled)
  } catch (error) {
    return outcomeOf(error, attempts, isScheduled)
  }
}

/**
 * Notes what became of a delivery, given as it was before, with its schedule. Returns the delivery; null if it is gone, or if another
 * instance has the lease that `holder` had. `stop` ends the schedule.
 */
export const recordOutcome = (
  database: Writing,
  { id, scheduleId, recipients: recipientsBefore }: Pick<Delivery, 'id' | 'scheduleId' | 'recipients'>,
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
    const isLate = delivery?.status === 'unknown'
    const { status, reason, retryInMinutes, deferred } = isLate ? withoutRetry(outcome) : outcome
    if (retryInMinutes === undefined || deferred) await endLease(executor, id)
    else await addLease(executor, id, retryInMinutes)
    if (!delivery) return null
    const attempts = delivery.status === 'waiting' ? delivery.attempts + 1 : delivery.attempts
    // Back to the recipients that it had before this attempt; none means everyone on the schedule.
    const recipients = status === 'waiting' ? recipientsBefore : without(delivery.recipients, deferred?.recipients)
    const recorded = await setFields(executor, briefDeliveriesTable, delivery, {
      status,
      reason,
      attempts,
      recipients,
    })
    if (deferred) await addDeferred(executor, { ...recorded, ...deferred }, retryInMinutes)
    if (!schedule) return recorded
    const lastResult = deferred ? 'waiting' : status
    // The outcome for deferred recipients is added to what the schedule says of the others.
    const wasDeferred = recipientsBefore.length > 0 && !isLate && outcome.status !== 'unknown'
    const failure = status === 'failed' && reason && `Not sent to ${listed(recipientsBefore)}: ${reason}`
    const lastReason = wasDeferred ? joined(schedule.lastReason, status !== 'waiting' && (failure || reason)) : reason
    await setFields(executor, briefSchedulesTable, schedule, afterRun(schedule, lastResult, lastReason, stop))
    return recorded
  })

/** The outcome without a retry, for one that a person may have sent again meanwhile. */
const withoutRetry = ({ status, reason, deferred }: Outcome): Outcome => ({
  status: status === 'waiting' ? 'failed' : status,
  reason: joined(deferred?.reason ?? null, reason),
})

/** A delivery for the deferred recipients, in the transaction that notes the first. */
const addDeferred = async (executor: Executor, delivery: Delivery, inMinutes: number | undefined) => {
  const now = new Date().toISOString()
  const waiting: Delivery = { ...delivery, id: randomUUID(), status: 'waiting', createdAt: now, updatedAt: now }
  await writeRecords(executor, briefDeliveriesTable, [waiting], 'new')
  await addLease(executor, waiting.id, inMinutes)
}

/** Addresses but for some, in whatever case. */
const without = (addresses: string[], some: string[] = []) => {
  const removed = new Set(some.map((address) => address.toLowerCase()))
  return addresses.filter((address) => !removed.has(address.toLowerCase()))
}

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
