import { isMailAddress } from '../../contract/core/mail-address'
import { fail, setting, urlOf } from '../setting'

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
        : fail('must be an address such as smtp://user:password@smtp.example.com:587 or smtps://smtp.example.com')
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
        : fail('must be an email address, such as briefs@northwind.example, or a name with one in angle brackets')
    },
  }),
}

export type From = { name: string; address: string }
export type MailConfig = { smtpUrl: string | undefined; mailFrom: From | undefined; upstream: string | undefined }

/** What is wrong with the settings together. */
export const mailFaults = ({ smtpUrl, mailFrom, upstream }: MailConfig) => {
  if (smtpUrl && upstream)
    return ['QUARTERDECK_SMTP_URL and QUARTERDECK_UPSTREAM cannot be used together. Remove one of them.']
  if (smtpUrl && !mailFrom) return ['QUARTERDECK_SMTP_URL needs QUARTERDECK_MAIL_FROM. Set it to the sender’s address.']
  return []
}
