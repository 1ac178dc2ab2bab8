import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  rowSelectionFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { QueryContext } from '../../lib/api/client'

export type Names = Record<string, string>

type Meta = {
  /** Numbers stand at the end of their cell. */
  align?: 'end'
  /** What the column holds, where it is not text: numbers, days and times are sorted from the largest first. */
  holds?: 'number' | 'day' | 'time'
  /** Its least width in rem, where that is not what such columns usually have. */
  width?: number
  /** What a card shows of it on a narrow screen; columns without it stay on wide ones. */
  card?: 'line' | 'end' | 'whole'
  /** What a card counts, where there is no head to say it. */
  unit?: string
  /** Further columns that stand beside it in a file: the currency of an amount, the ID of what is named. */
  beside?: { header?: unknown }[]
  /** What a file calls its values, as the cells do: words of an enum, or what is read of the IDs of others. The rest stays as it is. */
  names?: Names | ((values: unknown[], context: QueryContext) => Promise<Names>)
}

export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<Meta>(),
})

export type Table<Row extends object> = ReactTable<typeof features, Row>

// biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own, which only its cell knows
export type Column<Row extends object> = ColumnDef<typeof features, Row, any>

/** Columns of one kind of row: a field that the row does not have is a compile error. */
export const columnsOf = <Row extends object>() => createColumnHelper<typeof features, Row>()

/** As the table names it: `company.name` is `company_name`. */
export const columnId = <Row extends object>(column: Column<Row>) =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey).replaceAll('.', '_') : '')

/** The definitions of the visible columns, pinned ones first, as the table shows them. */
export const visibleColumns = <Row extends object>(table: Table<Row>) =>
  [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()].map(
    ({ columnDef }) => columnDef as Column<Row>,
  )

/** What a row holds in a column: as the API gave it, or what the column makes of the row. */
export const columnValue = <Row extends object>(column: Column<Row>, row: Row): unknown => {
  if ('accessorFn' in column) return column.accessorFn(row, 0)
  if (!('accessorKey' in column)) return undefined
  return String(column.accessorKey)
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)
}
