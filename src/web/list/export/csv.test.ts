import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from './csv'
import type { ExportTable, ExportValue } from './export-table'

const table = (headers: string[], rows: ExportValue[][]) => ({
  columns: headers.map((header) => ({ header, kind: 'text' as const })),
  rows,
})

const written = (table: ExportTable, separator: ',' | ';' = ',') =>
  csvOf(table, separator, new AbortController().signal)

describe('a CSV', () => {
  it('begins with a byte order mark and ends each line as RFC 4180 says', async () => {
    expect(await written(table(['Name', 'Employees'], [['Bramley', 342]]))).toBe(
      '\uFEFFName,Employees\r\nBramley,342\r\n',
    )
  })

  it.each([
    [null, ''],
    [0, '0'],
    [-5.5, '-5.5'],
    [true, 'true'],
    ['2026-11-23T09:41:00.000Z', '2026-11-23T09:41:00.000Z'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [' spaces ', '" spaces "'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['-5', "'-5"],
    ['+44 20 7946 0000', "'+44 20 7946 0000"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['\t=1', "'\t=1"],
    [{ local: '2026-11-23 09:41:00' }, '2026-11-23 09:41:00'],
  ])('writes %j as %s', async (value, text) => {
    expect((await written(table(['x'], [[value]]))).split('\r\n').slice(1, -1).join('\r\n')).toBe(text)
  })

  it('is separated by semicolons with decimal commas where Excel expects that', async () => {
    const rows = [['a,b', -1234.5, { local: '2026-11-23' }, 'x;y']]
    expect(await written(table(['Name', 'Cost', 'Day', 'Note'], rows), ';')).toBe(
      '\uFEFFName;Cost;Day;Note\r\n"a,b";-1234,5;2026-11-23;"x;y"\r\n',
    )
  })

  it('can be read back, whatever is in it, and holds no formula', async () => {
    const cells = fc.array(
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      { minLength: 2, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 5 }), async (rows) => {
        const read = parse(await written(table(['head'], rows))).slice(1)
        for (const line of read) for (const text of line) expect(text).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        expect(read.map((line) => line.map(unled))).toEqual(rows.map((line) => line.map(unled)))
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})

const unled = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')

/** The reader that RFC 4180 describes. */
const parse = (csv: string) => {
  const rows: string[][] = [['']]
  let quoted = false
  for (let at = 1; at < csv.length; at++) {
    const row = rows.at(-1) as string[]
    const char = csv[at]
    const next = csv[at + 1]
    if (quoted && char === '"' && next === '"') at += 1
    else if (char === '"') {
      quoted = !quoted
      continue
    } else if (!quoted && char === ',') {
      row.push('')
      continue
    } else if (!quoted && char === '\r' && next === '\n') {
      at += 1
      rows.push([''])
      continue
    }
    row.push(row.pop() + String(char))
  }
  return rows.slice(0, -1)
}
