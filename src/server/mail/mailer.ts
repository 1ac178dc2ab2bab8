import { Readable } from 'node:stream'
import type { From, MailConfig } from './settings'

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

export const mailerOf = ({ smtpUrl, mailFrom }: MailConfig) =>
  smtpUrl && mailFrom ? createMailer(smtpUrl, mailFrom) : null

export type EmailMessage = {
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
    readonly kind: 'temporary' | 'permanent' | 'unknown',
    sentence: string,
  ) {
    super(sentence)
  }
}

type Refusal = { address: string; said: string }

/** Recipients `refused` for good (5xx) or `deferred` for now (4xx). `isSent`: the others, of whom there are some, were accepted. */
export type Sent = { isSent: boolean; refused: Refusal[]; deferred: Refusal[] }

export type Mailer = {
  from: From
  /** Connects and signs in. Rejects with NotSent. */
  verify: () => Promise<void>
  /** Rejects with NotSent unless recipients fared differently. */
  send: (email: EmailMessage) => Promise<Sent>
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
        const { rejectedErrors } = await (await open()).sendMail({
          from,
          to,
          replyTo,
          subject,
          text,
          messageId: `<${id}@${from.address.split('@')[1]}>`,
          attachments: [{ filename: file.name, contentType: file.type, content: Readable.from(bytes()) }],
          ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
        })
        return { isSent: true, ...refusalsIn(rejectedErrors) }
      } catch (error) {
        const { refused, deferred } = refusalsIn((error as Failure).rejectedErrors)
        if (refused.length > 0 && deferred.length > 0) return { isSent: false, refused, deferred }
        throw notSent(error as Failure, host, isHandedOver)
      }
    },
  }
}

type Failure = Partial<Error> & {
  code?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
  recipient?: string | undefined
  rejectedErrors?: Failure[] | undefined
}

const isForNow = (responseCode: number) => responseCode < 500

const refusalsIn = (failures: Failure[] = []) => {
  const of = (isDeferred: boolean): Refusal[] =>
    failures
      .filter(({ responseCode }) => isForNow(responseCode || 500) === isDeferred)
      .map(({ recipient = '', response }) => ({ address: recipient, said: quoted(response) }))
  return { refused: of(false), deferred: of(true) }
}

const quoted = (response = '') => response.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed()

const notSent = ({ code = '', message = '', response, responseCode }: Failure, host: string, isHandedOver: boolean) => {
  if (code === 'EAUTH')
    return new NotSent(
      responseCode && isForNow(responseCode) ? 'temporary' : 'permanent',
      `The mail server ${host} refused the sign-in${response ? `: “${quoted(response)}”` : ''}. Check the user and password in QUARTERDECK_SMTP_URL.`,
    )
  if (responseCode) {
    const said = `The mail server said “${quoted(response)}”.`
    return new NotSent(isForNow(responseCode) ? 'temporary' : 'permanent', said)
  }
  if (isHandedOver)
    return new NotSent(
      'unknown',
      `The connection to the mail server ${host} broke after the email was handed over (${message}). It may have arrived: ask the client before you send it again.`,
    )
  return new NotSent(
    'temporary',
    `The mail server ${host} could not be reached (${message || code}). Check QUARTERDECK_SMTP_URL and the network in between.`,
  )
}
