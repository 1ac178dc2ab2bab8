import type { CellContext } from '@tanstack/react-table'
import { type NamedType, NameLink } from '../../record/record-link'
import type { ReadById, RecordOf } from '../../record/record-type'
import { type PlainValue, renderValue } from '../../ui/format/render-value'
import { StatusBadge } from '../../ui/status-badge'
import type { features } from './columns'

/** The cell of every column that has none of its own: a number, a status, a day, a time or a text. */
export const valueCell = <Row extends object>({ column, getValue }: CellContext<typeof features, Row, unknown>) => {
  const value = getValue() as PlainValue
  const { holds, statuses } = column.columnDef.meta ?? {}
  return statuses && value ? <StatusBadge badge={statuses.badge(String(value))} /> : renderValue(value, holds)
}

/** The first cell of a row: the name, linked to the record. */
export const nameCell =
  <G extends ReadById>(recordType: NamedType<G>) =>
  ({ row }: { row: { original: RecordOf<G> } }) => <NameLink recordType={recordType} record={row.original} />
