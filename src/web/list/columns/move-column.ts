import type { Table } from './columns'

/** Moves an ID to the place of another, if both are there. */
export const moveId = (ids: string[], id: string, other: string) => {
  const to = ids.indexOf(other)
  return to < 0 || !ids.includes(id) ? ids : ids.filter((each) => each !== id).toSpliced(to, 0, id)
}

/** Moves a column to the place of another, among those that are pinned or those that are not. */
export const moveColumn = <Row extends object>(table: Table<Row>, id: string, other: string) => {
  const pinned = table.getStartLeafColumns().map((column) => column.id)
  const others = table.getCenterLeafColumns().map((column) => column.id)
  if (pinned.includes(id)) table.setColumnPinning({ start: moveId(pinned, id, other), end: [] })
  else table.setColumnOrder(moveId(others, id, other))
}
