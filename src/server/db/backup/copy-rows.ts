import { BadArchive } from './archive'
import type { TableShape } from './schema'

/** Lines of JSON, one for each row, as rows in PostgreSQL's text format for COPY. */
export const copyRows = ({ name: table, columns }: TableShape, lines: Buffer) => {
  const names = columns.map(({ name }) => name)
  const encoding = encodingOf(lines)
  const rows = []
  for (const line of lines.toString(encoding).split('\n')) {
    if (line === '') continue
    const row = parsed(table, line)
    rows.push(names.map((name) => escaped(row[name])).join('\t'))
  }
  return Buffer.from(`${rows.join('\n')}\n`, encoding)
}

/**
 * Only ASCII characters are special here, so bytes can be read and written as Latin-1, which takes half the time, unless the JSON
 * escapes other characters, which PostgreSQL never does.
 */
const encodingOf = (lines: Buffer) => (/\\u(?!00[01])/.test(lines.toString('latin1')) ? 'utf8' : 'latin1')

const parsed = (table: string, line: string): Record<string, unknown> => {
  const row = readRow(line)
  if (typeof row === 'object' && row !== null) return row
  throw new BadArchive(`The backup was changed or damaged: a row of ${table} cannot be read. Use another backup.`)
}

const readRow = (line: string) => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const escaped = (value: unknown) => {
  if (value === null || value === undefined) return '\\N'
  const text = Array.isArray(value) ? arrayOf(value) : String(value)
  return special.test(text) ? text.replace(specials, (character) => escapes[character] ?? '') : text
}

const special = /[\\\n\r\t]/
const specials = new RegExp(special, 'g')
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Of texts, numbers and further arrays. */
const arrayOf = (values: unknown[]): string =>
  `{${values.map((value) => (Array.isArray(value) ? arrayOf(value) : elementOf(value))).join(',')}}`

const elementOf = (value: unknown) => (value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`)
