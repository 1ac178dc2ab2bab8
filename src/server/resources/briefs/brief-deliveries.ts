import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import { briefDeliveries } from '../../../contract/brief-deliveries'
import { basePath } from '../../../contract/core/base-path'
import { implement, type Requester, type Route } from '../../api/implement'
import { listHandler } from '../../api/list-handler'
import type { ApiHandler } from '../../api/passed'
import { Problem } from '../../api/problem'
import type { Database } from '../../db/database'
import { json } from '../../db/json'
import { equals } from '../../db/list-engine/conditions'
import { type ApiFetch, findRecipients, makeFile } from '../../mail/compose'
import { beginDelivery, recordOutcome, send } from '../../mail/deliver'
import type { Mailer } from '../../mail/mailer'
import { noMail } from '../../mail/sender'
import { briefDeliveriesTable, newDelivery } from '../../mail/tables'
import { fetchAs } from './briefs'

type Sending = { id: string; body: z.output<typeof briefDeliveries.send.body> }

const { list, mail } = briefDeliveries

/** Emails briefs, read with the caller’s permissions. */
export const briefDeliveryRoutes = (
  mailer: Mailer | null,
  database: Pick<Database, 'transaction'>,
  api: ApiHandler,
): Route[] => [
  ...implement(
    { list, mail },
    {
      list: listHandler(list, briefDeliveriesTable, {
        sorts: { created_at: 't.created_at' },
        filters: { companyId: equals('t.company_id'), scheduleId: equals('t.schedule_id') },
      }),
      mail: async () => {
        const from = mailer && (mailer.from.name ? `${mailer.from.name} <${mailer.from.address}>` : mailer.from.address)
        return json({ data: { from, whyNot: mailer ? null : noMail } })
      },
    },
  ),
  {
    endpoint: briefDeliveries.send,
    respond: async (request, { id: companyId, body }: Sending, passed, author) => {
      if (!mailer) throw new Problem(409, 'No email', noMail)
      const replyTo = replyToOf(author, body.replyTo)
      const fetchAsCaller = fetchAs(request, passed, api)
      const fetchApi: ApiFetch = (path, accept) => fetchAsCaller(basePath + path, accept)
      const { file, day: briefDay } = await makeFile(fetchApi, { ...body, companyId })
      const to = body.test ? [replyTo] : await allRecipients(fetchApi, companyId, body)
      const delivery = newDelivery({
        ...{ companyId, scheduleId: null, status: 'sending', isTest: body.test ?? false, recipients: to, replyTo },
        ...{ subject: body.subject, briefDay, attempts: 1, sentBy: author.caller.name },
      })
      await beginDelivery(database, author, delivery, randomUUID())
      const { subject, message: text } = body
      const letter = { id: delivery.id, to, replyTo, subject, text, file, isAutomatic: false }
      const outcome = await send(mailer, letter, 1, false)
      const noted = await recordOutcome(database, delivery, outcome)
      return Response.json({ data: noted })
    },
  },
]

const invalid = (sentence: string) => new Problem(422, 'Invalid values', `${sentence} Nothing was sent.`)

/** A person's own address; the one that a key names. */
const replyToOf = ({ caller }: Requester, given: string | undefined) => {
  if (caller.email) {
    if (given && given.toLowerCase() !== caller.email.toLowerCase())
      throw invalid(`Replies go to your own address, ${caller.email}. Leave replyTo out.`)
    return caller.email
  }
  if (given) return given
  throw invalid(
    caller.kind === 'key'
      ? 'A key has no address for replies. Name one in replyTo.'
      : 'Your sign-in has no email address, so replies couldn’t reach you. Name one in replyTo.',
  )
}

const allRecipients = async (
  fetchApi: ApiFetch,
  companyId: string,
  { userIds = [], addresses = [] }: Sending['body'],
) => {
  const { recipients, unreachable } = await findRecipients(fetchApi, { companyId, userIds, addresses })
  if (unreachable.length > 0) throw invalid(unreachable.join(' '))
  if (recipients.length === 0) throw invalid('Name at least one recipient.')
  return recipients
}
