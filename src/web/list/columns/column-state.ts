import * as z from 'zod/mini'
import { type Column, columnId } from './columns'

/** How one person likes the columns of one table; the first column is always there, first and pinned. */
export type ColumnState = { order: string[]; hidden: string[]; pinned: string[]; widths: Record<string, number> }

const ids = z._default(z.array(z.string()), [])
const schema = z.object({
  order: ids,
  hidden: ids,
  pinned: ids,
  widths: z._default(z.record(z.string(), z.number()), {}),
})

/** Whatever was kept: what cannot be read counts as nothing. */
export const parseColumnState = (text: string): ColumnState => {
  try {
    return schema.parse(JSON.parse(text || '{}'))
  } catch {
    return { order: [], hidden: [], pinned: [], widths: {} }
  }
}

/** All columns in the person's order: the first, then pinned ones, then the others; those she never moved at their own place. */
export const orderColumns = <Row extends object>(columns: Column<Row>[], { order, pinned }: ColumnState) => {
  const own = new Map(columns.map((column, at) => [columnId(column), at]))
  const rank = (column: Column<Row>) => {
    const id = columnId(column)
    const at = own.get(id) ?? 0
    const moved = order.indexOf(id)
    return (at === 0 ? 0 : pinned.includes(id) ? 1000 : 2000) + (moved === -1 ? at : moved + 1)
  }
  return [...columns].sort((a, b) => rank(a) - rank(b))
}

/** A column one place up or down among those of its kind, pinned or not. */
export const moveColumn = <Row extends object>(
  columns: Column<Row>[],
  columnState: ColumnState,
  id: string,
  step: 1 | -1,
) => {
  const order = orderColumns(columns, columnState).map(columnId).slice(1)
  const from = order.indexOf(id)
  const to = from + step
  const other = order[to]
  if (from === -1 || other === undefined) return columnState
  if (columnState.pinned.includes(id) !== columnState.pinned.includes(other)) return columnState
  order.splice(from, 1)
  order.splice(to, 0, id)
  return { ...columnState, order }
}

const narrowest = 64
const widest = 640
export const clampWidth = (width: number) => Math.round(Math.min(Math.max(width, narrowest), widest))
