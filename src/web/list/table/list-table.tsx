import type { ColumnSizingState } from '@tanstack/react-table'
import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { type ListEndpoint, sortOf } from '../../../contract/core/endpoint'
import { Icon } from '../../ui/icon/icon'
import * as fields from '../../ui/input/fields.module.css'
import { toastLoadFailed } from '../../ui/lazy-component'
import { Link } from '../../ui/link'
import { Skeleton } from '../../ui/states/skeleton'
import { clampWidth } from '../columns/column-state'
import { columnId, type Table, visibleColumns } from '../columns/columns'
import { gridTemplate } from '../columns/grid-template'
import { type Changes, type ListAddress, nextSort, sortKeyOf } from '../query/list-query'
import { useDensity } from './density'
import * as styles from './list-table.module.css'
import { classOf, type Listed, pinOf, type RowHandlers, TableRow } from './table-row'
import type { ListTableState } from './use-list-table'
import { useRowKeys } from './use-row-keys'

const loadGestures = () => import('../columns/head-gestures').catch(toastLoadFailed)

type Props<R extends Listed> = RowHandlers<R> & {
  listTable: ListTableState<R>
  address: ListAddress
  caption: string
  /** Prefetches these rows. */
  prefetchRows: (changes: Changes) => void
  busy: boolean
  /** The row whose panel is open. */
  current: string | null
}

export const ListTable = <R extends Listed>({
  address: { endpoint, values, addressOf },
  caption,
  listTable: { table, columnState, shownColumns },
  prefetchRows,
  busy,
  nameOf,
  current,
  onOpen,
  onApproach,
  actions,
}: Props<R>) => {
  // Stored when the drag ends.
  const [dragged, setDragged] = useState<ColumnSizingState>({})
  const [density] = useDensity()
  const sort = sortOf(endpoint, values)
  const { rows } = table.getRowModel()
  const keyOf = useRowKeys(
    JSON.stringify(values),
    rows.map(({ id }) => id),
    busy,
  )
  // The links of sortable heads are draggable by themselves.
  const onDragStart = async ({ target, dataTransfer }: DragEvent) => {
    dataTransfer.setData('column', 'x')
    const gestures = await loadGestures()
    gestures?.dragColumn(target, table)
  }
  const handlers = { onOpen, onApproach, actions, nameOf }
  const on = useRef(handlers)
  on.current = handlers
  return (
    <table
      className={`${styles.table} ${styles.grid}`}
      aria-busy={busy}
      data-density={density}
      // Not from the deferred state, so that a dragged edge stays where it was let go.
      style={gridTemplate(endpoint, visibleColumns(table), { ...columnState.state.columnSizing, ...dragged })}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead onDragStart={onDragStart}>
        <tr>
          <th scope="col" className={styles.selectCell}>
            <SelectPage table={table} />
          </th>
          {table.getHeaderGroups()[0]?.headers.map(({ id, column }, index) => {
            const { header, meta } = column.columnDef
            const key = sortKeyOf(endpoint, id)
            const sorted = key !== undefined && sort.key === key
            const next = key && nextSort(endpoint, values, key, meta?.holds !== undefined)
            return (
              <th
                key={id}
                scope="col"
                {...(index > 0 && pinOf(shownColumns, id, index))}
                className={classOf(column.columnDef, index)}
                aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {next ? (
                  <Link href={addressOf(next)} onPointerEnter={() => prefetchRows(next)} data-keeps-scroll>
                    {String(header)} <Icon name="arrow-down" />
                  </Link>
                ) : (
                  <span draggable>{String(header)}</span>
                )}
                <ResizeHandle
                  onDrag={(width) => setDragged({ [id]: width })}
                  onResize={(width) => {
                    setDragged({})
                    table.setColumnSizing((widths) => ({ ...widths, [id]: width }))
                  }}
                />
              </th>
            )
          })}
          <th scope="col" className={styles.rowActions}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow
            key={keyOf.get(row.id)}
            row={row}
            columnState={shownColumns}
            isSelected={row.getIsSelected()}
            isCurrent={current === row.id}
            on={on}
          />
        ))}
      </tbody>
    </table>
  )
}

const SelectPage = <R extends Listed>({ table }: { table: Table<R> }) => {
  const isAll = table.getIsAllPageRowsSelected()
  const isSome = !isAll && table.getIsSomePageRowsSelected()
  return (
    <input
      type="checkbox"
      className={fields.check}
      aria-label={`Select the ${table.getRowModel().rows.length} on this page`}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isSome
      }}
      onChange={() => table.toggleAllPageRowsSelected()}
    />
  )
}

type ResizeHandleProps = { onDrag: (width: number) => void; onResize: (width: number) => void }

/** Resize handle. Double-click fits the column to its content; the columns menu sets widths by keyboard. */
const ResizeHandle = ({ onDrag, onResize }: ResizeHandleProps) => {
  const start = useRef<{ left: number; width: number | null } | null>(null)
  const onPointerDown = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    start.current = { left: clientX - (currentTarget.parentElement?.offsetWidth ?? 0), width: null }
    currentTarget.setPointerCapture(pointerId)
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!start.current) return
    const width = clampWidth(clientX - start.current.left)
    start.current.width = width
    onDrag(width)
  }
  const onPointerUp = () => {
    if (start.current?.width) onResize(start.current.width)
    start.current = null
  }
  const fit = async ({ currentTarget }: MouseEvent) => {
    const head = currentTarget.closest('th')
    const gestures = await loadGestures()
    if (head && gestures) onResize(clampWidth(gestures.contentWidth(head)))
  }
  return (
    <span
      className={styles.resizeHandle}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onDoubleClick={fit}
    />
  )
}

const skeletonRows = Array.from({ length: 14 }, (_, index) => index)

type SkeletonProps<R extends Listed> = { endpoint: ListEndpoint; listTable: ListTableState<R> }

/** Skeleton with the final layout, to avoid layout shift. */
export const TableSkeleton = <R extends Listed>({ endpoint, listTable: { table, shownColumns } }: SkeletonProps<R>) => {
  const columns = visibleColumns(table)
  return (
    <table
      className={`${styles.table} ${styles.grid}`}
      aria-hidden="true"
      style={gridTemplate(endpoint, columns, shownColumns.columnSizing)}
    >
      <thead>
        <tr>
          <th className={styles.selectCell} />
          {columns.map((column, index) => (
            <th key={columnId(column)} className={classOf(column, index)}>
              {String(column.header)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {skeletonRows.map((row) => (
          <tr key={row}>
            <td className={styles.selectCell} />
            {columns.map((column, index) => {
              const Cell = index === 0 ? 'th' : 'td'
              return (
                <Cell key={columnId(column)} className={classOf(column, index)} data-card={column.meta?.card}>
                  <Skeleton width={`${index === 0 ? 6 + ((row * 5) % 7) : 4}rem`} />
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
