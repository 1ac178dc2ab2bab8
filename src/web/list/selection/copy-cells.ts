import * as styles from '../table/list-table.module.css'

/** The text of a cell that can be selected, on one line. */
const textOf = (cell: Element) => selectable(cell).replace(/\s+/g, ' ').trim()

const selectable = (node: Node): string => {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return ''
  const style = getComputedStyle(node)
  if (style.display === 'none' || style.getPropertyValue('-webkit-user-select') === 'none') return ''
  const text = [...node.childNodes].map(selectable).join('')
  return style.display === 'inline' ? text : ` ${text} `
}

/** Whether something in the cell is selected. */
const isIn = (range: Range, cell: Element) => {
  const part = document.createRange()
  part.selectNodeContents(cell)
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0)
    part.setStart(range.startContainer, range.startOffset)
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0) part.setEnd(range.endContainer, range.endOffset)
  return String(part) !== ''
}

const tableOf = ({ commonAncestorContainer: within }: Range) =>
  (within instanceof Element ? within : within.parentElement)?.closest<HTMLTableElement>(`.${styles.grid}`)

/** The selected cells of a list, whole; null where the browser's own copy is left alone. */
const selectedCells = (): string[][] | null => {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return null
  // Firefox divides a selection where something in it can't be selected.
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at))
  const tables = new Set(ranges.map(tableOf))
  const [table] = tables
  if (!table || tables.size > 1) return null
  const isSelected = (cell: Element) => cell.checkVisibility() && ranges.some((range) => isIn(range, cell))
  const rows = [...table.rows]
    // Without the checkbox and the actions.
    .map((row) => [...row.cells].slice(1, -1).map((cell) => (isSelected(cell) ? textOf(cell) : null)))
    .filter((row) => row.some((text) => text !== null))
  const columns = [...(rows[0] ?? []).keys()].filter((at) => rows.some((row) => row[at] !== null))
  if (rows.length * columns.length < 2) return null
  return rows.map((row) => columns.map((at) => row[at] ?? ''))
}

const htmlOf = (rows: string[][]) => {
  const table = document.createElement('table')
  for (const row of rows) {
    const line = table.insertRow()
    for (const text of row) line.insertCell().textContent = text
  }
  return table.outerHTML
}

/** Copies cells as a table: rows are laid out with CSS grid, and a browser then copies each cell on a line of its own. */
export const copyCells = (event: ClipboardEvent) => {
  const rows = event.defaultPrevented ? null : selectedCells()
  if (!rows) return
  event.clipboardData?.setData('text/plain', rows.map((row) => row.join('\t')).join('\n'))
  event.clipboardData?.setData('text/html', htmlOf(rows))
  event.preventDefault()
}
