import * as z from 'zod/mini'
import { briefLanguages, papers } from './core/brief-document'
import { byUuid, endpoint, instant, list, object, one, oneOf, sortColumn, uuid } from './core/endpoint'
import { mailAddress, mailMessage, mailSubject, recipientFields } from './core/mail'
import { timeZone } from './core/time-zone'

/**
 * `held`: waits for approval. `waiting`: is sent soon, or again after the mail server asked to wait. `sent`: to all of its recipients
 * but those whom its reason names. `unknown`: the server stopped or the connection broke while sending, so it may have arrived; only a
 * person sends it again. `discarded`: was not approved.
 */
const deliveryStatuses = ['held', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'discarded'] as const
export const DeliveryStatus = oneOf(deliveryStatuses)
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A brief that was emailed, or is about to be. */
export const BriefDelivery = object(() => ({
  id: uuid,
  companyId: uuid,
  companyName: z.nullable(z.string()),
  /** The schedule that it is of; null if a person sent it from the brief. */
  scheduleId: z.nullable(uuid),
  /** Whether it went to its sender alone, to try it out. */
  isTest: z.boolean(),
  status: DeliveryStatus,
  /** What went wrong, with the mail server's own words, or what the status needs said. */
  reason: z.nullable(z.string()),
  /** Empty: everyone on the schedule. Otherwise only these; the others got it by an earlier delivery. */
  recipients: z.array(z.string()),
  replyTo: z.string(),
  subject: z.nullable(z.string()),
  /** The day of the brief in its time zone, from which the next one counts. Null before it is made, and of earlier releases. */
  briefDay: z.nullable(z.string()),
  attempts: z.int(),
  /** Who sent it or made its schedule, by the name of the key or person. */
  sentBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
}))

export const briefDeliveries = {
  list: list({
    path: '/brief-deliveries',
    summary: 'List emailed briefs',
    scope: 'briefs:read',
    addition: true,
    item: BriefDelivery,
    limit: [20, 100],
    sort: sortColumn(['created_at'], 'created_at', true),
    filters: () => ({ companyId: z.optional(uuid), scheduleId: z.optional(uuid) }),
  }),
  mail: endpoint({
    method: 'GET',
    path: '/brief-mail',
    summary: 'Say whether briefs can be emailed, and from which address',
    scope: 'briefs:read',
    addition: true,
    response: one(object(() => ({ from: z.nullable(z.string()), whyNot: z.nullable(z.string()) }))),
  }),
  send: endpoint({
    method: 'POST',
    path: '/companies/:id/brief/send',
    summary: 'Email a client brief as a PDF',
    scope: 'briefs:send',
    addition: true,
    conflicts: true,
    params: byUuid,
    body: object(() => ({
      userIds: z.optional(recipientFields().userIds),
      addresses: z.optional(recipientFields().addresses),
      subject: mailSubject,
      message: mailMessage,
      language: z.optional(oneOf(briefLanguages)),
      paper: z.optional(oneOf(papers)),
      /** Of the days in the brief; UTC where none is given. */
      zone: z.optional(timeZone),
      /** For a key, which has no address of its own. Replies to a person's email go to the person's own address. */
      replyTo: z.optional(mailAddress),
      /** Sends it to the reply-to address alone. */
      test: z.optional(z.boolean({ error: 'must be true or false' })),
    })),
    response: one(BriefDelivery),
  }),
}
