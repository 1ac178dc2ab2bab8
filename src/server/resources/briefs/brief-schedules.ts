import { randomUUID } from 'node:crypto'
import { briefSchedules } from '../../../contract/brief-schedules'
import { mostRecipients } from '../../../contract/core/mail'
import { isMailAddress } from '../../../contract/core/mail-address'
import { implement } from '../../api/implement'
import { type Caller, keyOrRole } from '../../api/keys'
import { listHandler } from '../../api/list-handler'
import { invalid, notAllowed, Problem } from '../../api/problem'
import type { Executor } from '../../db/database'
import { equals } from '../../db/list-engine/conditions'
import {
  createRecord,
  findRecord,
  getHandler,
  mergeChanges,
  RecordNotFound,
  removeRecord,
  updateRecord,
} from '../../db/repository'
import { addLease } from '../../mail/leases'
import { hasNextRun, nextRun } from '../../mail/next-run'
import { addDelivery, briefReads, findDelivery, withdrawHeld } from '../../mail/schedules'
import { briefDeliveriesTable, briefSchedulesTable, type Schedule, setFields } from '../../mail/tables'
import { companiesTable } from '../companies'

const what = 'brief schedule'

export const briefScheduleRoutes = implement(briefSchedules, {
  list: listHandler(briefSchedules.list, briefSchedulesTable, {
    sorts: { next_run_at: 't.next_run_at', last_run_at: 't.last_run_at', created_at: 't.created_at' },
    filters: {
      companyId: equals('t.company_id'),
      status: equals('t.status'),
      lastResult: equals('t.last_result'),
    },
  }),
  get: getHandler(briefSchedulesTable, what),
  create: (context, { body }) => {
    const { caller } = context
    requireReads(caller)
    const now = new Date()
    const made: Schedule = {
      ...body,
      id: randomUUID(),
      companyName: null,
      status: 'active',
      replyTo: body.replyTo ?? caller.email ?? noReplyTo(),
      nextRunAt: nextRun(body, now).toISOString(),
      lastRunAt: null,
      lastResult: null,
      lastReason: null,
      createdBy: caller.name,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    requireSendable(caller, made)
    return createRecord(context, briefSchedulesTable, made, async (executor) => {
      if ((await findRecord(executor, companiesTable, made.companyId)) === undefined)
        throw invalid('companyId', 'must be the id of a company that exists', made.companyId)
    })
  },
  update: (context, { id, body: { isPaused, ...changes } }) => {
    requireReads(context.caller)
    return updateRecord(context, briefSchedulesTable, what, id, async (schedule, executor) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      if (given.length > 0) await requireUnapproved(executor, context.caller, id)
      const changed = { ...schedule, ...(Object.fromEntries(given) as Partial<Schedule>) }
      // Whoever may remove a schedule may pause it, whatever it lacks.
      if (given.length > 0 || !isPaused) requireSendable(context.caller, changed)
      const status = isPaused === undefined ? schedule.status : isPaused ? 'paused' : resumed(schedule)
      const isStopped = schedule.status === 'error' && schedule.nextRunAt === null
      const isRetimed = (['rhythm', 'daysFromEnd', 'time', 'zone'] as const).some(
        (key) => changed[key] !== schedule[key],
      )
      const isAwake = status !== 'paused' && schedule.companyName !== null && (!isStopped || isRetimed)
      const nextRunAt = !isAwake
        ? null
        : isRetimed || schedule.nextRunAt === null
          ? requiredRun(changed)
          : schedule.nextRunAt
      const restarted = isStopped && isAwake && ({ status: 'active', lastReason: null } as const)
      // Resuming clears why it was paused, but not the warning that its held brief may already have been sent.
      const resumes = schedule.status === 'paused' && status === 'active' && schedule.lastResult !== 'held'
      return mergeChanges(schedule, {
        ...changed,
        status,
        nextRunAt,
        ...restarted,
        ...(resumes && { lastReason: null }),
      })
    })
  },
  remove: (context, { id }) =>
    removeRecord(context, briefSchedulesTable, what, id, (executor) =>
      withdrawHeld(executor, id, 'The schedule was removed before this was approved.'),
    ),
  approve: (context, { id }) =>
    updateRecord(context, briefSchedulesTable, what, id, async (schedule, executor) => {
      requireRunning(schedule)
      const held = await heldDelivery(executor, id)
      await setFields(executor, briefDeliveriesTable, held, { status: 'waiting' })
      await addLease(executor, held.id)
      return sentSoon(schedule)
    }),
  discard: (context, { id }) =>
    updateRecord(context, briefSchedulesTable, what, id, async (schedule, executor) => {
      const held = await heldDelivery(executor, id)
      const reason = `Discarded by ${context.caller.name}.`
      await setFields(executor, briefDeliveriesTable, held, { status: 'discarded', reason })
      return { ...schedule, lastResult: 'discarded', lastReason: null, updatedAt: new Date().toISOString() }
    }),
  send: (context, { id }) =>
    updateRecord(context, briefSchedulesTable, what, id, async (schedule, executor) => {
      if (schedule.companyName === null) throw new RecordNotFound('company', schedule.companyId)
      requireRunning(schedule)
      if (await findDelivery(executor, id, ['waiting', 'sending']))
        throw new Problem(
          409,
          'Already being sent',
          'A brief of this schedule is being sent or will be tried again soon. Nothing more was sent. Wait for its result first.',
        )
      await withdrawHeld(executor, id, 'A new brief was sent instead.')
      await addDelivery(executor, schedule, { status: 'waiting', sentBy: context.caller.name })
      return sentSoon(schedule)
    }),
})

const requireRunning = ({ status }: Schedule) => {
  if (status === 'paused')
    throw new Problem(
      409,
      'Schedule is paused',
      'This schedule is paused, so its briefs aren’t sent. Nothing was changed. Resume the schedule first.',
    )
}

const heldDelivery = async (executor: Executor, id: string) => {
  const held = await findDelivery(executor, id, ['held'])
  if (held?.status === 'held') return held
  throw new Problem(
    409,
    'Nothing is waiting for approval',
    'No brief of this schedule is waiting for approval. It may have been approved or discarded already. Nothing was changed.',
  )
}

const sentSoon = (schedule: Schedule): Schedule => {
  const now = new Date().toISOString()
  return { ...schedule, lastResult: 'waiting', lastReason: null, lastRunAt: now, updatedAt: now }
}

/** A schedule whose last run failed says so until the next that succeeds. */
const resumed = ({ status, lastResult }: Schedule) =>
  status === 'paused' ? (lastResult === 'failed' || lastResult === 'unknown' ? 'error' : 'active') : status

/** A scheduled brief contains everything a brief can, so its author needs every scope that a brief reads. */
const requireReads = (caller: Caller) => {
  const missing = briefReads.filter((scope) => !caller.scopes.includes(scope))
  if (missing.length > 0)
    throw notAllowed(
      `A scheduled brief contains everything a brief can, and your ${keyOrRole(caller)} lacks ${missing.join(', ')}. Nothing was changed. Ask someone who has these scopes.`,
    )
}

/** A brief that was approved is sent as its schedule says when it is sent, so only those who may send change that meanwhile. */
const requireUnapproved = async (executor: Executor, caller: Caller, id: string) => {
  if (caller.scopes.includes('briefs:send') || !(await findDelivery(executor, id, ['waiting', 'sending']))) return
  throw new Problem(
    409,
    'Brief on its way',
    `An approved brief of this schedule is still to be sent, and your ${keyOrRole(caller)} lacks the scope briefs:send. Nothing was changed. Change the schedule once that brief has been sent, or have someone do it who may send briefs.`,
  )
}

const requireSendable = (caller: Caller, { needsApproval, userIds, addresses, replyTo }: Schedule) => {
  if (!needsApproval && !caller.scopes.includes('briefs:send'))
    throw notAllowed(
      `Your ${keyOrRole(caller)} lacks the scope briefs:send, so it can’t have briefs sent without approval. Nothing was changed. Require approval instead.`,
    )
  // As after the person who got them was erased.
  if (!isMailAddress(replyTo)) throw unsendable('Name an address for replies first.')
  const count = userIds.length + addresses.length
  if (count === 0) throw unsendable('Name at least one recipient.')
  if (count > mostRecipients)
    throw unsendable(
      `A brief goes to at most ${mostRecipients} people at once, and you named ${count}. Leave some out.`,
    )
}

const unsendable = (sentence: string) => new Problem(422, 'Invalid values', `${sentence} Nothing was changed.`)

const requiredRun = (schedule: Schedule) => {
  if (hasNextRun(schedule)) return nextRun(schedule, new Date()).toISOString()
  throw unsendable('This server can’t tell when this schedule runs next. Choose its day, time and time zone again.')
}

const noReplyTo = () => {
  throw unsendable('A key has no address for replies. Name one in replyTo.')
}
