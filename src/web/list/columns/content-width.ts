/** Width of a column’s widest content, measured with max-content columns. */
export const contentWidth = (head: HTMLTableCellElement) => {
  const table = head.closest('table')
  if (!table) return 0
  const tracks = table.style.getPropertyValue('--tracks')
  table.style.setProperty('--tracks', `repeat(${head.parentElement?.childElementCount ?? 0}, max-content)`)
  const width = Math.max(...Array.from(table.rows, ({ cells }) => cells[head.cellIndex]?.offsetWidth ?? 0))
  table.style.setProperty('--tracks', tracks)
  return width
}
