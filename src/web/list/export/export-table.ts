import type { QueryContext } from '../../lib/api/client'
import { dateFormat } from '../../lib/request-context'
import { getOwn } from '../../lib/text/get-own'
import type { WithId } from '../../lib/with-id'
import { dayOf } from '../../ui/format/day'
import type { Holds } from '../../ui/format/render-value'
import { type Column, columnValue, type Names } from '../columns/columns'
import type { ExportOptions } from './export-options'
import { inSlices } from './in-slices'

type Kind = 'text' | Holds

/** A date as a spreadsheet has it: a day, or a local time without a zone. */
type LocalDate = { local: string }
export type ExportValue = string | number | boolean | null | LocalDate
export type ExportTable = { columns: { header: string; kind: Kind; isAmount?: boolean }[]; rows: ExportValue[][] }

/** The columns with their companions, and the ID last. Values use the labels on screen, else the API’s. */
export const exportTable = async <R extends WithId>(
  columns: Column<R>[],
  rows: R[],
  dates: ExportOptions['dates'],
  context: QueryContext,
): Promise<ExportTable> => {
  const all: { column: Column<R>; names: Names | undefined }[] = []
  for (const column of columns.flatMap((one) => [one, ...((one.meta?.beside ?? []) as Column<R>[])]))
    all.push({ column, names: await namesOf(column, rows, context) })
  const exported = (row: R, { column, names }: (typeof all)[number]) => {
    const value = columnValue(column, row)
    return plain((names && getOwn(names, String(value))) ?? dated(value, column.meta?.holds, dates))
  }
  const lines: ExportValue[][] = []
  for await (const row of inSlices(rows, context.signal)) lines.push([...all.map((one) => exported(row, one)), row.id])
  return {
    columns: [
      ...all.map(({ column: { header, meta } }) => ({
        header: meta?.exportUnit ? `${header} (${meta.exportUnit})` : String(header),
        kind: meta?.holds ?? ('text' as const),
        ...(meta?.isAmount && { isAmount: true }),
      })),
      { header: 'ID', kind: 'text' },
    ],
    rows: lines,
  }
}

const namesOf = async <R extends WithId>(column: Column<R>, rows: R[], context: QueryContext) => {
  const { statuses, names = statuses?.labels } = column.meta ?? {}
  if (typeof names !== 'function') return names
  return names([...new Set(rows.map((row) => columnValue(column, row)))], context)
}

/** The sv-SE format is ISO 8601, with a space before the time. */
const localTimes = dateFormat({ dateStyle: 'short', timeStyle: 'medium' }, () => 'sv-SE')

/** Days stay days; instants are in the user’s time zone unless ISO is chosen. Anything else stays as it is. */
const dated = (value: unknown, holds: Kind | undefined, dates: ExportOptions['dates']): unknown => {
  if (typeof value !== 'string' || !holds || holds === 'number') return value
  const day = dayOf(value)
  if (!day) return value
  if (holds === 'day') return { local: day.toISOString().slice(0, 10) }
  if (dates === 'iso') return value
  // Intl writes the year 50 as "50".
  const time = localTimes().format(new Date(value)).padStart('2026-11-23 09:41:07'.length, '0')
  return { local: holds === 'time' ? time : time.replace(/ .*/, '') }
}

/** A table of values as they were read, with its dates as they are exported. */
export const withDates = ({ columns, rows }: ExportTable, dates: ExportOptions['dates']): ExportTable => ({
  columns,
  rows: rows.map((row) => row.map((value, at) => plain(dated(value, columns[at]?.kind, dates)))),
})

/** With a row in the end for each sentence that says which part of all it has. */
export const withParts = ({ columns, rows }: ExportTable, parts: string[]): ExportTable => ({
  columns,
  rows: [...rows, ...parts.map((part) => [`Incomplete: ${part}`, ...columns.slice(1).map(() => null)])],
})

const isLocalDate = (value: object): value is LocalDate => 'local' in value && typeof value.local === 'string'

/** Lists and objects as text. */
const plain = (value: unknown): ExportValue => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((one) => textOf(plain(one))).join('; ')
  if (typeof value !== 'object') return String(value)
  if (isLocalDate(value)) return value
  return 'name' in value ? plain(value.name) : JSON.stringify(value)
}

export const textOf = (value: ExportValue): string =>
  value === null ? '' : typeof value === 'object' ? value.local : String(value)
