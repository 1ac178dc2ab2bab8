import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { briefDeliveries } from '../../contract/brief-deliveries'
import { basePath } from '../../contract/core/base-path'
import type { ApiHandler } from '../api/passed'
import { Problem } from '../api/problem'
import { startLoop } from '../db/background'
import type { Database } from '../db/database'
import { findRecord } from '../db/repository'
import { type ApiFetch, findRecipients, makeFile } from './compose'
import { beginWaiting, outcomeOf, recordOutcome, send } from './deliver'
import { endLease, takeLease } from './leases'
import { type Mailer, NotSent } from './mailer'
import { clientDeleted, readerFor, runOneDue } from './schedules'
import { briefDeliveriesTable, briefSchedulesTable, type Delivery, type Schedule } from './tables'

const stoppedWhileSending =
  'The server stopped while sending, so the brief may have arrived. Ask the client before you send it again.'

export const noMail = 'Email is not set up on this server. Ask whoever runs the server to set it up.'

type Options = {
  database: Pick<Database, 'sql' | 'transaction'>
  api: ApiHandler
  mailer: Mailer | null
  log: Pick<Logger, 'warn' | 'info'>
  everyMs?: number
}

/** Runs the schedules that are due and sends what waits, until it is stopped. Every instance has one; leases keep them apart. */
export const startBriefSender = ({ everyMs = 5000, ...o }: Options) => {
  const sender = createSender(o)
  /** What last went wrong with each task, so that it is logged once. */
  const failures = new Map<() => Promise<boolean>, string>()
  const tasks = [() => runOneDue(o.database), sender.sendOne]
  return startLoop(
    () => (failures.size === 0 ? everyMs : 6 * everyMs),
    async (signal) => {
      for (const doOne of tasks)
        try {
          while (!signal.aborted && (await doOne()));
          failures.delete(doOne)
        } catch (err) {
          // Such as a database that is away, or a standby. Whatever was begun is found again by its lease.
          const { message } = err as Error
          if (message !== failures.get(doOne)) o.log.warn({ err }, 'briefs could not be sent')
          failures.set(doOne, message)
        }
    },
  )
}

const createSender = ({ database, api, mailer, log }: Omit<Options, 'everyMs'>) => {
  const holder = randomUUID()

  const find = async (id: string) => {
    const found = await findRecord(database.sql, briefDeliveriesTable, id)
    return found === undefined ? null : (JSON.parse(found) as Delivery)
  }

  const scheduleOf = async ({ scheduleId }: Delivery) => {
    const found = scheduleId ? await findRecord(database.sql, briefSchedulesTable, scheduleId) : undefined
    return found === undefined ? null : (JSON.parse(found) as Schedule)
  }

  /** Takes on one delivery. False if there is none to do. */
  const sendOne = async () => {
    const id = await takeLease(database.sql, holder)
    if (id === null) return false
    const delivery = await find(id)
    if (delivery?.status === 'sending')
      await recordOutcome(database, delivery, { status: 'unknown', reason: stoppedWhileSending })
    else if (delivery?.status === 'waiting') await deliver(delivery)
    else await endLease(database.sql, id)
    return true
  }

  const deliver = async (delivery: Delivery) => {
    const schedule = await scheduleOf(delivery)
    try {
      if (!schedule) throw new NotSent('permanent', 'The schedule was removed before this was sent.')
      if (!mailer) throw new NotSent('permanent', noMail)
      const author = { caller: readerFor(schedule), operation: `POST ${briefDeliveries.send.path}`, resource: 'briefs' }
      const { email, day, unreachable } = await write(delivery, schedule, author.caller)
      const sending = await beginWaiting(database, author, delivery, holder, {
        recipients: email.to,
        subject: email.subject,
        // A retry for some recipients doesn’t move the day from which the next brief tells the others.
        briefDay: delivery.recipients.length > 0 ? (delivery.briefDay ?? day) : day,
      })
      if (!sending) return
      const outcome = await send(mailer, email, sending.attempts, true)
      const reason = [outcome.reason, ...unreachable].filter(Boolean).join(' ') || null
      await recordOutcome(database, delivery, { ...outcome, reason })
      log.info({ delivery: delivery.id, status: outcome.status }, 'brief')
    } catch (error) {
      const refusal = error instanceof Problem ? refusalOf(error) : error
      const stop = error instanceof ClientDeleted
      await recordOutcome(database, delivery, outcomeOf(refusal, delivery.attempts + 1, true), { stop, holder })
    }
  }

  const write = async (delivery: Delivery, schedule: Schedule, person: ReturnType<typeof readerFor>) => {
    const authMemo = new Map()
    const fetchApi: ApiFetch = (path, accept) =>
      api(new Request(`http://localhost${basePath}${path}`, { headers: { accept } }), { person, authMemo })
    const company = await fetchApi(`/companies/${schedule.companyId}`, 'application/json')
    if (company.status === 404) throw new ClientDeleted('permanent', clientDeleted)
    const { file, day } = await makeFile(fetchApi, schedule)
    const { recipients, unreachable } = await findRecipients(fetchApi, schedule)
    // One that names recipients already is a retry for them alone; who can't be reached was reported with the first.
    const deferred = delivery.recipients.map((address) => address.toLowerCase())
    const to =
      deferred.length === 0 ? recipients : recipients.filter((address) => deferred.includes(address.toLowerCase()))
    if (to.length === 0)
      throw new NotSent(
        'permanent',
        deferred.length === 0
          ? `No recipient is left. ${unreachable.join(' ')} Change the schedule.`
          : `It was still to be sent to ${delivery.recipients.join(' and ')}, no longer among the recipients of this schedule.`,
      )
    const subject = schedule.subject ?? file.name.replace(/\.pdf$/, '')
    const { replyTo, message: text } = schedule
    return {
      email: { id: delivery.id, to, replyTo, subject, text, file, isAutomatic: true },
      day,
      unreachable: deferred.length === 0 ? unreachable : [],
    }
  }

  return { sendOne }
}

class ClientDeleted extends NotSent {}

/** A brief that couldn't be made: later if the server was busy. */
const refusalOf = ({ status, detail }: Problem) =>
  new NotSent(status >= 500 || status === 429 ? 'temporary' : 'permanent', detail)
