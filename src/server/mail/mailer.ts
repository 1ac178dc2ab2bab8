import { Readable } from 'node:stream'
import { isMailAddress } from '../../contract/core/mail'
import { setting, urlOf, wrong } from '../setting'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** "Northwind IT <briefs@northwind.example>", or the address alone. */
const senderPattern = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u

/** Environment variables of email; part of the table in `config.ts`. */
export const mailSettings = {
  smtpUrl: setting({
    name: 'QUARTERDECK_SMTP_URL',
    meaning:
      'The mail server that sends briefs, such as smtp://user:password@smtp.example.com:587, or smtps:// for TLS from the start. With a password, TLS is required unless the server is on this machine.',
    secret: true,
    read: (text) => {
      const url = urlOf(text)
      return url && /^smtps?:$/.test(url.protocol) && url.hostname && !url.search && !url.hash
        ? text
        : wrong('must be an address such as smtp://user:password@smtp.example.com:587 or smtps://smtp.example.com')
    },
  }),
  mailFrom: setting({
    name: 'QUARTERDECK_MAIL_FROM',
    meaning:
      'The sender of briefs, such as briefs@northwind.example or Northwind IT <briefs@northwind.example>. Replies go to the person who sends them.',
    read: (text) => {
      const [, name = '', inside, alone] = senderPattern.exec(text.trim()) ?? []
      const address = inside ?? alone ?? ''
      return isMailAddress(address)
        ? { name: name.trim(), address }
        : wrong('must be an email address, such as briefs@northwind.example, or a name with one in angle brackets')
    },
  }),
}

type From = { name: string; address: string }
type Config = { smtpUrl: string | undefined; mailFrom: From | undefined; upstream: string | undefined }

/** What is wrong with the settings together. */
export const mailFaults = ({ smtpUrl, mailFrom, upstream }: Config) => {
  if (smtpUrl && upstream)
    return ['QUARTERDECK_SMTP_URL and QUARTERDECK_UPSTREAM cannot be used together. Remove one of them.']
  if (smtpUrl && !mailFrom) return ['QUARTERDECK_SMTP_URL needs QUARTERDECK_MAIL_FROM. Set it to the sender’s address.']
  return []
}

export const mailerOf = ({ smtpUrl, mailFrom }: Config) =>
  smtpUrl && mailFrom ? createMailer(smtpUrl, mailFrom) : null

export type Letter = {
  /** The same each time that one delivery is tried. */
  id: string
  to: string[]
  replyTo: string
  subject: string
  text: string
  file: { name: string; type: string; bytes: Uint8Array }
  /** Written by no person, so that no one's absence is answered to it. */
  isAutomatic: boolean
}

/** Why an email wasn't sent. `unknown`: the connection broke after all of it was handed over. */
export class NotSent extends Error {
  constructor(
    readonly kind: 'later' | 'never' | 'unknown',
    sentence: string,
  ) {
    super(sentence)
  }
}

export type Mailer = {
  from: From
  /** Connects and signs in. Rejects with NotSent. */
  verify: () => Promise<void>
  /** Resolves to a sentence about recipients that were refused, or null. Rejects with NotSent. */
  send: (letter: Letter) => Promise<string | null>
}

const createMailer = (url: string, from: From): Mailer => {
  const { hostname, username, host } = new URL(url)
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      requireTLS: username !== '' && !loopback.test(hostname),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    from,
    verify: async () => {
      try {
        await (await open()).verify()
      } catch (error) {
        throw notSent(error as Failure, host, false)
      }
    },
    send: async ({ id, to, replyTo, subject, text, file, isAutomatic }) => {
      let isHandedOver = false
      const bytes = async function* () {
        yield file.bytes
        isHandedOver = true
      }
      try {
        const { rejectedErrors = [] } = await (await open()).sendMail({
          from,
          to,
          replyTo,
          subject,
          text,
          messageId: `<${id}@${from.address.split('@')[1]}>`,
          attachments: [{ filename: file.name, contentType: file.type, content: Readable.from(bytes()) }],
          ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
        })
        const refused = rejectedErrors.map(({ recipient, response }: Failure) => `${recipient} (${quoted(response)})`)
        return refused.length > 0
          ? `The mail server refused ${refused.join(' and ')}. It was sent to everyone else.`
          : null
      } catch (error) {
        throw notSent(error as Failure, host, isHandedOver)
      }
    },
  }
}

type Failure = Partial<Error> & { code?: string; response?: string; responseCode?: number; recipient?: string }

const quoted = (response = '') => response.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed()

const notSent = ({ code = '', message = '', response, responseCode }: Failure, host: string, isHandedOver: boolean) => {
  if (code === 'EAUTH')
    return new NotSent(
      responseCode && responseCode < 500 ? 'later' : 'never',
      `The mail server ${host} refused the sign-in${response ? `: “${quoted(response)}”` : ''}. Check the user and password in QUARTERDECK_SMTP_URL.`,
    )
  if (responseCode) {
    const said = `The mail server said “${quoted(response)}”.`
    return new NotSent(responseCode < 500 ? 'later' : 'never', said)
  }
  if (isHandedOver)
    return new NotSent(
      'unknown',
      `The connection to the mail server ${host} broke after the email was handed over (${message}). It may have arrived: ask the client before you send it again.`,
    )
  return new NotSent(
    'later',
    `The mail server ${host} could not be reached (${message || code}). Check QUARTERDECK_SMTP_URL and the network in between.`,
  )
}
