import type { Cell, Row } from '@tanstack/react-table'
import { type MouseEvent, memo, type ReactNode, type RefObject, useState } from 'react'
import { useServerDay } from '../../lib/api/server-clock'
import * as fields from '../../ui/input/fields.module.css'
import type { ColumnState } from '../columns/column-state'
import type { Column, features } from '../columns/columns'
import * as styles from './list-table.module.css'

export type Listed = { id: string }

/** Row callbacks in a ref, so that changing them doesn’t re-render rows. */
export type RowHandlers<R extends Listed> = {
  onOpen: (row: R) => void
  onApproach: (row: R) => void
  actions: (row: R) => ReactNode
  nameOf: (row: R) => string
}

type Props<R extends Listed> = {
  row: Row<typeof features, R>
  columnState: ColumnState
  isSelected: boolean
  /** True while the row’s panel is open. */
  isCurrent: boolean
  on: RefObject<RowHandlers<R>>
}

/** Calls the cell function directly (it has no hooks), which saves hundreds of components per page. */
const contentOf = <R extends Listed>(cell: Cell<typeof features, R, unknown>): ReactNode => {
  const content = cell.column.columnDef.cell
  return typeof content === 'function' ? content(cell.getContext()) : content
}

export const classOf = <R extends object>({ meta }: Pick<Column<R>, 'meta'>, index: number) => {
  if (index === 0) return styles.name
  return meta?.align === 'end' || (meta?.holds === 'number' && !meta.align) ? styles.number : undefined
}

/** Where a pinned column’s cells begin and end. One that has no room to stay passes under those before it. */
export const pinOf = ({ columnPinning }: ColumnState, id: string, index: number) =>
  columnPinning.start.includes(id)
    ? {
        'data-pinned': true,
        style: { '--at': `var(--at-${index})`, '--end': `var(--at-${index + 1})`, zIndex: 98 - index },
      }
    : {}

type CellsProps<R extends Listed> = Pick<Props<R>, 'row' | 'columnState'>

/** The cells, memoised: selecting or hovering a row doesn’t re-render them, a new day does. */
const CellsOfRow = <R extends Listed>({ row, columnState }: CellsProps<R>): ReactNode => {
  useServerDay()
  return row.getVisibleCells().map((cell, index) => {
    const { column } = cell
    const { header, meta } = column.columnDef
    const className = classOf(column.columnDef, index)
    if (index === 0)
      return (
        <th key={column.id} scope="row" className={className}>
          {contentOf(cell)}
        </th>
      )
    return (
      <td
        key={column.id}
        {...pinOf(columnState, column.id, index)}
        className={className}
        data-label={String(header)}
        data-card={meta?.card}
        data-unit={meta?.unit}
      >
        {contentOf(cell)}
      </td>
    )
  })
}

const Cells = memo(CellsOfRow) as typeof CellsOfRow

const RowOfCells = <R extends Listed>({ row, columnState, isSelected, isCurrent, on }: Props<R>) => {
  const record = row.original
  // Row actions render on hover or focus; in every row they would double the markup.
  const [nearId, setNearId] = useState<string>()
  const isNear = nearId === row.id
  const approach = () => {
    setNearId(row.id)
    on.current.onApproach(record)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const opensTab = event.ctrlKey || event.metaKey
    // Firefox counts Enter on a link as a first click, by no pointer.
    const isByKey = event.detail === 0 || (event.nativeEvent as globalThis.PointerEvent).pointerType === ''
    const isEnterOnName = isByKey && target.closest('tbody th a') !== null
    // Enter on the name opens the panel first; a click opens the page.
    if (isEnterOnName && !isCurrent && !opensTab) event.preventDefault()
    else if (target.closest('a, button, input, select, label') || getSelection()?.toString()) return
    if (opensTab) event.currentTarget.querySelector('th a')?.dispatchEvent(new MouseEvent('click', event.nativeEvent))
    else on.current.onOpen(record)
  }
  return (
    <tr
      data-id={record.id}
      aria-selected={isSelected || undefined}
      aria-current={isCurrent || undefined}
      onClick={onClick}
      // Not onMouseEnter, which React leaves out when what was under the pointer before is gone: after going back.
      onMouseOver={({ currentTarget, relatedTarget }) =>
        (isNear && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) || approach()
      }
      // A reused row gets no mouseover while the pointer rests on it.
      onMouseMove={() => isNear || approach()}
      onFocus={({ currentTarget }) => (isNear && currentTarget.matches(':hover')) || approach()}
    >
      <td className={styles.selectCell}>
        <input
          type="checkbox"
          className={fields.check}
          aria-label={`Select ${on.current.nameOf(record)}`}
          checked={isSelected}
          onChange={row.getToggleSelectedHandler()}
        />
      </td>
      <Cells row={row} columnState={columnState} />
      <td className={styles.rowActions}>{isNear && <div>{on.current.actions(record)}</div>}</td>
    </tr>
  )
}

export const TableRow = memo(RowOfCells) as typeof RowOfCells
