import * as z from 'zod/mini'
import { documented, text, uuid } from './endpoint'
import { isMailAddress } from './mail-address'

/** Recipients of one email, contacts and other addresses together. */
export const mostRecipients = 50

const error = 'must be an email address, such as anna@client.example'

/** One address without a name. Letters beyond ASCII are refused, because many mail servers don't deliver them. */
export const mailAddress = z.string({ error }).check(
  z.refine((address: string) => !/\P{ASCII}/u.test(address), {
    error: 'must be an email address in plain ASCII letters (a domain may be written as xn--…)',
    abort: true,
  }),
  z.refine(isMailAddress, { error }),
)
documented.add(mailAddress, { format: 'email', maxLength: 254 })

const few = <T extends z.ZodMiniType>(item: T) =>
  z
    .array(item, { error: 'must be a list' })
    .check(z.maxLength(mostRecipients, { error: `must name at most ${mostRecipients}` }))

/** Who gets an email: contacts of the company by their ids, and other addresses. */
export const recipientFields = () => ({ userIds: few(uuid), addresses: few(mailAddress) })

export const mailSubject = text({ min: 1, max: 200 }).check(
  z.refine((subject: string) => !/\p{Cc}/u.test(subject), { error: 'must be one line without control characters' }),
)

export const mailMessage = text({ max: 5000 })
