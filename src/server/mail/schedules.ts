import { sql } from 'kysely'
import type { Scope } from '../../contract/core/scopes'
import { keyCaller } from '../api/keys'
import type { Database, Executor } from '../db/database'
import { writeRecords } from '../db/write'
import { afterRun } from './deliver'
import { addLease } from './leases'
import { hasNextRun, nextRun } from './next-run'
import {
  briefDeliveriesTable,
  briefSchedulesTable,
  type Delivery,
  databaseNow,
  lockedRecord,
  newDelivery,
  type Schedule,
  setFields,
} from './tables'

/** What a brief is made from. */
export const briefReads: Scope[] = [
  ...(['briefs:read', 'companies:read', 'users:read', 'nps-responses:read', 'nps-surveys:read'] as const),
  ...(['budgets:read', 'goals:read', 'devices:read', 'reports:read', 'enrollments:read'] as const),
]

/** Reads the brief of a schedule. It may read what a brief has, and nothing else. */
export const readerFor = ({ id, createdBy }: Schedule) =>
  keyCaller({
    ...{ id, name: `Brief schedule of ${createdBy}`, prefix: 'schedule', scopes: briefReads, expiresAt: null },
  })

export const clientDeleted =
  'The client has been deleted, so this schedule has stopped. Remove it, or create one for another client.'
const stoppedBefore = 'The schedule stopped before this was approved.'
const noNextRun =
  'This server can’t tell when the next brief is due, so this schedule has stopped. Choose its day, time and time zone again.'
const withdrawn = 'It wasn’t approved before the next one was due.'

/** Notes a delivery of the schedule that its run is, or that a person asked for. */
export const addDelivery = async (
  executor: Executor,
  schedule: Schedule,
  { status, sentBy }: { status: 'held' | 'waiting'; sentBy: string },
) => {
  const { id: scheduleId, companyId, replyTo, subject } = schedule
  const delivery = newDelivery({ companyId, scheduleId, status, recipients: [], replyTo, subject, attempts: 0, sentBy })
  await writeRecords(executor, briefDeliveriesTable, [delivery], 'new')
  if (status === 'waiting') await addLease(executor, delivery.id)
  return delivery
}

/** The newest delivery of a schedule with one of these statuses, locked. */
export const findDelivery = async (executor: Executor, scheduleId: string, statuses: Delivery['status'][]) => {
  const { rows } = await sql<{ id: string }>`
    select id from brief_deliveries where schedule_id = ${scheduleId} and status = any (${statuses})
    order by created_at desc limit 1`.execute(executor)
  return rows[0] ? lockedRecord(executor, briefDeliveriesTable, rows[0].id) : null
}

/** Ends what waits for an approval that will not come. */
export const withdrawHeld = async (executor: Executor, scheduleId: string, reason: string) => {
  const held = await findDelivery(executor, scheduleId, ['held'])
  if (held?.status === 'held') await setFields(executor, briefDeliveriesTable, held, { status: 'failed', reason })
}

/**
 * Runs one schedule that is due: its delivery is noted and the next run set in one transaction, so that of several instances one does it.
 * Runs that were missed are made up for once. False if none is due.
 */
export const runOneDue = (database: Pick<Database, 'transaction'>) =>
  database.transaction(async (executor) => {
    const { rows } = await sql<{ id: string }>`
      select id from brief_schedules where next_run_at <= clock_timestamp()
      order by next_run_at limit 1 for update skip locked`.execute(executor)
    const schedule = rows[0] && (await lockedRecord(executor, briefSchedulesTable, rows[0].id))
    if (!schedule) return false
    const now = await databaseNow(executor)
    const lastRunAt = now.toISOString()
    // The name is the client's own, so it is missing where the client is.
    if (schedule.companyName === null) {
      await withdrawHeld(executor, schedule.id, stoppedBefore)
      const stopped = afterRun(schedule, 'failed', clientDeleted, true)
      await setFields(executor, briefSchedulesTable, schedule, { ...stopped, lastRunAt })
      return true
    }
    if (!hasNextRun(schedule)) {
      await withdrawHeld(executor, schedule.id, stoppedBefore)
      await setFields(executor, briefSchedulesTable, schedule, afterRun(schedule, 'failed', noNextRun, true))
      return true
    }
    await withdrawHeld(executor, schedule.id, withdrawn)
    const status = schedule.needsApproval ? 'held' : 'waiting'
    await addDelivery(executor, schedule, { status, sentBy: schedule.createdBy })
    await setFields(executor, briefSchedulesTable, schedule, {
      ...afterRun(schedule, status, null),
      lastRunAt,
      nextRunAt: nextRun(schedule, now).toISOString(),
    })
    return true
  })
