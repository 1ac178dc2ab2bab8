import { localDayText } from '../../../ui/format/local-day-text'

type Answer = {
  respondentName?: string | null
  respondentEmail?: string | null
  feedbackText?: string | null
  responseDate?: string | null
}

/** Some email clients truncate long mailto links; the full feedback is on the page. */
const quoted = 800

/**
 * mailto link with the feedback quoted (RFC 6068). Null unless it is a single address: commas or question marks could
 * add recipients.
 */
export const mailTo = ({ respondentName, respondentEmail, feedbackText, responseDate }: Answer): string | null => {
  const address = respondentEmail?.trim() ?? ''
  if (!/^[^\s@,;:?&<>()[\]"\\]+@[^\s@,;:?&<>()[\]"\\]+$/.test(address)) return null
  const name = respondentName?.replaceAll(/\s+/g, ' ').trim()
  const day = localDayText(responseDate)
  const lines = [
    name ? `Hello ${name},` : 'Hello,',
    '',
    `Thank you for your response${day && ` of ${day}`}.`,
    ...(feedbackText?.trim() ? ['You wrote:', '', ...quote(feedbackText.trim())] : []),
    '',
    '',
  ]
  const body = encode(lines.join('\r\n'))
  return `mailto:${encode(address).replace('%40', '@')}?subject=${encode('Your response to our survey')}&body=${body}`
}

const quote = (text: string) => {
  const points = [...text]
  const kept = points.length > quoted ? `${points.slice(0, quoted).join('').trimEnd()} …` : text
  return kept.split(/\r\n|\r|\n/).map((line) => `> ${line}`)
}

/** Lone surrogates cannot be encoded. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())
