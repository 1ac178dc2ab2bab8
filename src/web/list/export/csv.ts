import { type ExportTable, type ExportValue, textOf } from './export-table'
import { inSlices } from './in-slices'

/**
 * Comma-separated values (RFC 4180) that Excel opens correctly: a byte order mark, so that it reads UTF-8, and text that
 * would be taken for a formula led by an apostrophe (OWASP, CSV injection). Numbers stay numbers; separated by
 * semicolons, they have a decimal comma.
 */
export const csvOf = async ({ columns, rows }: ExportTable, separator: ',' | ';', signal: AbortSignal) => {
  const lines = ['\uFEFF']
  for await (const cells of inSlices([columns.map(({ header }) => header), ...rows], signal))
    lines.push(`${cells.map((value: ExportValue) => cell(value, separator)).join(separator)}\r\n`)
  return lines.join('')
}

const cell = (value: ExportValue, separator: string): string => {
  if (typeof value === 'number') return separator === ';' ? String(value).replace('.', ',') : String(value)
  const text = textOf(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
