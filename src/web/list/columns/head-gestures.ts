import { columnId, type Table, visibleColumns } from './columns'
import { moveColumn } from './move-column'

/** Lets a dragged head drop onto another and take its place. The name stays first, and pinned columns stay among themselves. */
export const dragColumn = <Row extends object>(dragged: EventTarget, table: Table<Row>) => {
  const head = dragged instanceof Element ? dragged.closest('th') : null
  if (!head || head.cellIndex < 2) return
  const row = head.parentElement
  const ids = visibleColumns(table).map(columnId)
  const idOf = (cell: HTMLTableCellElement) => ids[cell.cellIndex - 1] ?? ''
  const end = new AbortController()
  let marked: HTMLTableCellElement | null = null
  const mark = (cell: HTMLTableCellElement | null) => {
    marked?.removeAttribute('data-drop')
    marked = cell
    cell?.setAttribute('data-drop', cell.cellIndex < head.cellIndex ? 'before' : 'after')
  }
  const on = (
    type: 'dragover' | 'dragleave' | 'drop' | 'dragend' | 'dragstart',
    listener: (event: DragEvent) => void,
  ) => row?.addEventListener(type, listener, { signal: end.signal })
  on('dragover', (event) => {
    const cell = (event.target as Element).closest('th')
    // The head’s drag may have ended before this was loaded: a link or file that is dragged later is no column.
    const isPlace =
      event.dataTransfer?.types.includes('column') &&
      cell &&
      cell !== head &&
      cell.cellIndex > 1 &&
      idOf(cell) &&
      cell.hasAttribute('data-pinned') === head.hasAttribute('data-pinned')
    mark(isPlace ? cell : null)
    if (isPlace) event.preventDefault()
  })
  on('dragleave', ({ relatedTarget }) => row?.contains(relatedTarget as Node | null) || mark(null))
  on('drop', (event) => {
    event.preventDefault()
    if (marked) moveColumn(table, idOf(head), idOf(marked))
  })
  const stop = () => {
    mark(null)
    end.abort()
  }
  on('dragend', stop)
  // Also ends a drag that finished before this module loaded.
  on('dragstart', stop)
}

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
