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
import type { Holds } from '../../ui/format/render-value'
import type { Statuses } from '../../ui/status-badge'

export type Names = Record<string, string>

type Meta = {
  /** Numbers align to the end unless told otherwise, and all else to the start. */
  align?: 'start' | 'end'
  /** Type of value; numbers, days and times sort descending first. */
  holds?: Holds
  /** Usually in the future, so sorted “soonest first”, not “oldest first”. */
  isAhead?: boolean
  /** An amount of money; its currency is in a column beside it. */
  isAmount?: boolean
  /** Minimum width in rem, if not the default. */
  width?: number
  /** Place on the card on narrow screens; columns without it are hidden there. */
  card?: 'line' | 'end' | 'whole'
  /** Shown once someone chooses it. An export of all columns has it. */
  isExtra?: boolean
  /** Unit on the card, which has no column header. */
  unit?: string
  /** Unit in the header of an export, whose numbers have none: "seconds". */
  exportUnit?: string
  /** Companion columns in an export, such as currency or ID. */
  beside?: { header?: unknown }[]
  /** The statuses that its values are, each shown as a badge. */
  statuses?: Statuses
  /** Labels of values in an export; otherwise values other than statuses are exported as they are. */
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

/** Column definitions; unknown fields fail to compile. */
export const columnsOf = <Row extends object>() => createColumnHelper<typeof features, Row>()

/** React Table’s ID: `company.name` is `company_name`. */
export const columnId = <Row extends object>(column: Column<Row>) =>
  column.id ?? ('accessorKey' in column ? String(column.accessorKey).replaceAll('.', '_') : '')

/** Visible columns in table order, pinned first. */
export const visibleColumns = <Row extends object>(table: Table<Row>) =>
  [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()].map(
    ({ columnDef }) => columnDef as Column<Row>,
  )

/** All columns, the visible ones first. */
export const allColumns = <Row extends object>(table: Table<Row>) => {
  const visible = visibleColumns(table)
  const hidden = table.getAllLeafColumns().map(({ columnDef }) => columnDef as Column<Row>)
  return [...new Set([...visible, ...hidden])]
}

/** A row’s value in a column. */
export const columnValue = <Row extends object>(column: Column<Row>, row: Row): unknown => {
  if ('accessorFn' in column) return column.accessorFn(row, 0)
  if (!('accessorKey' in column)) return undefined
  return String(column.accessorKey)
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)
}
