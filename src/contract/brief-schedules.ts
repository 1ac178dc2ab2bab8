import * as z from 'zod/mini'
import { DeliveryStatus } from './brief-deliveries'
import { briefLanguages, papers } from './core/brief-document'
import { byUuid, endpoint, instant, list, object, one, oneOf, orderBy, read, uuid } from './core/endpoint'
import { mailAddress, mailMessage, mailSubject, recipientFields } from './core/mail'
import { timeZone } from './core/time-zone'

const rhythms = ['monthly', 'quarterly'] as const

/** `error`: the last run failed or its result is unknown, or the client was deleted. */
const statuses = ['active', 'paused', 'error'] as const
const Status = oneOf(statuses)

/** Days between the end of a period and the run: before it if negative. */
export const mostDaysFromEnd = 28

const days = { error: `must be a whole number from -${mostDaysFromEnd} to ${mostDaysFromEnd}` }
const time = { error: 'must be a time of day, such as 08:30' }

/** When it runs. */
export const scheduleTiming = () => ({
  rhythm: oneOf(rhythms),
  daysFromEnd: z.int(days).check(z.gte(-mostDaysFromEnd, days), z.lte(mostDaysFromEnd, days)),
  time: z.string(time).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, time)),
  zone: timeZone,
})

/** What a person chooses. */
export const scheduleSettings = () => ({
  ...scheduleTiming(),
  ...recipientFields(),
  replyTo: mailAddress,
  /** Null for the title of the brief and the client's name. */
  subject: z.nullable(mailSubject),
  message: mailMessage,
  /** Null for what the brief is made with when nothing is said. */
  language: z.nullable(oneOf(briefLanguages)),
  paper: z.nullable(oneOf(papers)),
  /** Whether each brief waits until a person approves it. */
  needsApproval: z.boolean({ error: 'must be true or false' }),
})

/** Emails the brief of a client at the end of each month or quarter. */
export const BriefSchedule = object(() => ({
  id: uuid,
  companyId: uuid,
  companyName: z.nullable(z.string()),
  status: Status,
  rhythm: oneOf(rhythms),
  daysFromEnd: z.int(),
  time: z.string(),
  zone: z.string(),
  userIds: z.array(uuid),
  addresses: z.array(z.string()),
  replyTo: z.string(),
  subject: z.nullable(z.string()),
  message: z.string(),
  language: z.nullable(oneOf(briefLanguages)),
  paper: z.nullable(oneOf(papers)),
  needsApproval: z.boolean(),
  /** Null while it is paused, and once its client was deleted. */
  nextRunAt: z.nullable(instant),
  lastRunAt: z.nullable(instant),
  lastResult: z.nullable(DeliveryStatus),
  lastReason: z.nullable(z.string()),
  /** By the name of the key or person. */
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
}))

const action = <const P extends `/${string}`>(path: P, summary: string, scope: 'briefs:write' | 'briefs:send') =>
  endpoint({
    method: 'POST',
    path,
    summary,
    scope,
    readScope: 'briefs:read',
    addition: true,
    conditional: true,
    conflicts: true,
    params: byUuid,
    body: object(() => ({})),
    response: one(BriefSchedule),
  })

export const briefSchedules = {
  list: list({
    path: '/brief-schedules',
    summary: 'List brief schedules',
    scope: 'briefs:read',
    addition: true,
    item: BriefSchedule,
    limit: [20, 100],
    sort: orderBy(['next_run_at', 'last_run_at', 'created_at'], 'next_run_at', 'asc'),
    filters: () => ({
      companyId: z.optional(uuid),
      status: z.optional(Status),
      lastResult: z.optional(DeliveryStatus),
    }),
  }),
  get: read({
    path: '/brief-schedules/:id',
    summary: 'Read a brief schedule',
    scope: 'briefs:read',
    item: BriefSchedule,
    addition: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/brief-schedules',
    summary: 'Email the brief of a client on schedule',
    scope: 'briefs:write',
    readScope: 'briefs:read',
    addition: true,
    body: object(() => ({ companyId: uuid, ...scheduleSettings(), replyTo: z.optional(mailAddress) })),
    response: one(BriefSchedule),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/brief-schedules/:id',
    summary: 'Change, pause or resume a brief schedule',
    scope: 'briefs:write',
    readScope: 'briefs:read',
    addition: true,
    conflicts: true,
    params: byUuid,
    body: object(() => ({
      ...(Object.fromEntries(
        Object.entries(scheduleSettings()).map(([name, schema]) => [name, z.optional(schema)]),
      ) as {
        [K in keyof ReturnType<typeof scheduleSettings>]: z.ZodMiniOptional<ReturnType<typeof scheduleSettings>[K]>
      }),
      isPaused: z.optional(z.boolean({ error: 'must be true or false' })),
    })),
    response: one(BriefSchedule),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/brief-schedules/:id/remove',
    summary: 'Remove a brief schedule; what it has sent stays listed',
    scope: 'briefs:write',
    readScope: 'briefs:read',
    addition: true,
    conditional: true,
    params: byUuid,
    body: object(() => ({})),
    response: one(BriefSchedule),
  }),
  approve: action('/brief-schedules/:id/approve', 'Send the brief that waits for approval', 'briefs:send'),
  discard: action('/brief-schedules/:id/discard', 'Discard the brief that waits for approval', 'briefs:write'),
  send: action('/brief-schedules/:id/send', 'Send the brief of a schedule now, or again', 'briefs:send'),
}
