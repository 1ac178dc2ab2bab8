/**
 * Comma-separated values (RFC 4180) that Excel opens correctly: a byte order mark, so that it reads UTF-8; dates in ISO form;
 * and text that would be taken for a formula led by an apostrophe (OWASP, CSV injection). Numbers stay numbers.
 */
export const csvOf = (heads: string[], rows: unknown[][]) =>
  `\uFEFF${[heads, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`

const cell = (value: unknown): string => {
  const text = textOf(value)
  const safe = typeof value !== 'number' && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('; ')
  if (typeof value === 'object') return 'name' in value ? textOf(value.name) : JSON.stringify(value)
  return String(value)
}
