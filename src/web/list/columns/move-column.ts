import { moveId } from './column-state'
import type { Table } from './columns'

/** Moves a column to the place of another, among those that are pinned or those that are not. */
export const moveColumn = <Row extends object>(table: Table<Row>, id: string, other: string) => {
  const pinned = table.getStartLeafColumns().map((column) => column.id)
  const others = table.getCenterLeafColumns().map((column) => column.id)
  if (pinned.includes(id)) table.setColumnPinning({ start: moveId(pinned, id, other), end: [] })
  else table.setColumnOrder(moveId(others, id, other))
}
