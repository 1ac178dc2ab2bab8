import { type ColumnDef, writeXlsxStream } from 'hucre/xlsx'
import { type ExportTable, type ExportValue, textOf } from './export-table'
import { inSlices } from './in-slices'

const days = 'yyyy-mm-dd'
const formats = { text: undefined, number: undefined, day: days, localDay: days, time: `${days} hh:mm:ss` }
const wholeAmounts = '#,##0'
/** Some currencies have three decimal places. */
const amounts = '#,##0.00#'

/** The most that a cell of Excel holds. */
const longest = 32_767
const widest = 60

/**
 * An Excel workbook with one sheet: numbers as numbers, dates as dates, the head frozen. It is written in slices, so the page
 * stays responsive.
 */
export const xlsxOf = async ({ columns, rows }: ExportTable, name: string, signal: AbortSignal): Promise<Blob> => {
  const definitions: ColumnDef[] = []
  for await (const [index, { header, kind, isAmount }] of inSlices(columns.entries(), signal)) {
    const values = rows.map((row) => row[index] ?? null)
    const numFmt = isAmount ? (values.every(isWhole) ? wholeAmounts : amounts) : formats[kind]
    definitions.push({ header, width: widthOf(header, values), ...(numFmt && { numFmt }) })
  }
  const source = async function* () {
    for await (const row of inSlices(rows, signal)) yield row.map(cell)
  }
  const stream = writeXlsxStream(source(), { name, columns: definitions, freezePane: { rows: 1 } })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>, { headers: { 'content-type': type } }).blob()
}

const isWhole = (value: ExportValue) => typeof value !== 'number' || Number.isInteger(value)

const widthOf = (header: string, values: ExportValue[]) =>
  Math.min(widest, values.reduce((most: number, value) => Math.max(most, textOf(value).length), header.length) + 2)

/** Control characters are not allowed in XML. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const cut = (text: string) =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** Excel reads `_x000D_` as the character of this number. */
const escaped = (text: string) => text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** Excel has dates of the years 1900 to 9999; others are text. */
const knownYear = /^(19|[2-9]\d)\d\d-/

/** Times have no zone in Excel, so a local time is written as if it were UTC. */
const cell = (value: ExportValue) => {
  if (typeof value === 'string') return escaped(cut(value.replace(forbidden, '')))
  if (value === null || typeof value !== 'object') return value
  if (!knownYear.test(value.local)) return value.local
  return new Date(value.local.length === 10 ? value.local : `${value.local.replace(' ', 'T')}Z`)
}
