import type { CellContext } from '@tanstack/react-table'
import { type NamedType, NameLink } from '../../record/record-link'
import type { ReadById, RecordOf } from '../../record/record-type'
import { Day } from '../../ui/format/day'
import { DateTime, Numeric, Text } from '../../ui/format/format'
import { StatusBadge } from '../../ui/status-badge'
import type { features } from './columns'

/** The cell of every column that has none of its own: a number, a status, a day, a time or a text. */
export const valueCell = <Row extends object>({ column, getValue }: CellContext<typeof features, Row, unknown>) => {
  const value = getValue()
  if (typeof value === 'number') return <Numeric value={value} />
  const text = value as string | null | undefined
  const { holds, statuses } = column.columnDef.meta ?? {}
  if (text && statuses) return <StatusBadge badge={statuses.badge(text)} />
  return holds === 'day' ? <Day value={text} /> : holds === 'time' ? <DateTime value={text} /> : <Text value={text} />
}

/** The first cell of a row: the name, linked to the record. */
export const nameCell =
  <G extends ReadById>(recordType: NamedType<G>) =>
  ({ row }: { row: { original: RecordOf<G> } }) => <NameLink recordType={recordType} record={row.original} />
