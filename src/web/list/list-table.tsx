import { type ColumnDef, useTable } from '@tanstack/react-table'
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { type ListEndpoint, sortOf } from '../../contract/core/endpoint'
import { Icon } from '../ui/icon/icon'
import { clampWidth } from './columns/column-state'
import { columnId, features } from './columns/columns'
import { gridTemplate } from './columns/grid-template'
import type { Columns } from './columns/use-columns'
import { useDensity } from './density'
import { nextSort, sortKeyOf } from './list-query'
import type { Selection } from './selection/selection'
import { classOf, type Listed, pinOf, type RowHandlers, TableRow } from './table-row'

type Props<R extends Listed> = RowHandlers<R> & {
  selection: Selection<R>
  endpoint: ListEndpoint
  caption: string
  columns: Columns<R>
  values: Record<string, unknown>
  addressOf: (changes: Record<string, string>) => string
  /** Asks for these rows before they are wanted. */
  prefetchRows: (changes: Record<string, string>) => void
  busy: boolean
  /** The row whose panel is open. */
  current: string | null
}

export const ListTable = <R extends Listed>({
  endpoint,
  caption,
  columns,
  rows,
  values,
  addressOf,
  prefetchRows,
  busy,
  nameOf,
  selection,
  current,
  onOpen,
  onApproach,
  actions,
}: Props<R>) => {
  const { columnState, shown } = columns
  const table = useTable({
    features,
    columns: shown as ColumnDef<typeof features, R>[],
    data: rows,
    getRowId: ({ id }) => id,
  })
  const [density] = useDensity()
  const sort = sortOf(endpoint, values)
  const handlers = { onOpen, onApproach, actions, nameOf, rows }
  const on = useRef(handlers)
  on.current = handlers
  return (
    <table
      className="table grid-table"
      aria-busy={busy}
      data-density={density}
      style={gridTemplate(endpoint, shown, columnState)}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="select-cell">
            <SelectPage selection={selection} rows={rows} />
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
                {...pinOf(columnState, id)}
                className={classOf(column.columnDef, index)}
                aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {next ? (
                  <a href={addressOf(next)} onPointerEnter={() => prefetchRows(next)} data-keeps-scroll>
                    {String(header)} <Icon name="arrow-down" />
                  </a>
                ) : (
                  String(header)
                )}
                <ResizeHandle id={id} columns={columns} />
              </th>
            )
          })}
          <th scope="col" className="row-actions">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            row={row}
            columnState={columnState}
            columns={shown}
            selection={selection}
            isCurrent={current === row.id}
            on={on}
          />
        ))}
      </tbody>
    </table>
  )
}

const SelectPage = <R extends Listed>({ selection, rows }: { selection: Selection<R>; rows: R[] }) => {
  const selectedRows = selection.usePageState(rows)
  return (
    <input
      type="checkbox"
      className="check"
      aria-label={`Select the ${rows.length} on this page`}
      checked={selectedRows === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = selectedRows === 'some'
      }}
      onChange={() => selection.togglePage(rows)}
    />
  )
}

/** The edge of a head, to be dragged; by keyboard, widths are set in the menu of columns. A double click fits it to what is listed. */
const ResizeHandle = <R extends Listed>({
  id,
  columns: { columnState, preview, set },
}: {
  id: string
  columns: Columns<R>
}) => {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget
    const from = event.clientX - (handle.parentElement?.offsetWidth ?? 0)
    const at = ({ clientX }: { clientX: number }) => ({
      ...columnState,
      widths: { ...columnState.widths, [id]: clampWidth(clientX - from) },
    })
    let latest = columnState
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = (moved) => {
      latest = at(moved)
      preview(latest)
    }
    handle.onpointerup = () => {
      handle.onpointermove = handle.onpointerup = null
      if (latest !== columnState) set(latest)
      preview(null)
    }
  }
  const fit = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const head = currentTarget.closest('th')
    const table = head?.closest('table')
    if (!head || !table) return
    const { style, rows } = table
    const tracks = style.getPropertyValue('--tracks')
    // For a moment each row's cells are as wide as what they hold.
    style.setProperty('--tracks', `repeat(${head.parentElement?.childElementCount ?? 0}, max-content)`)
    const width = Math.max(...Array.from(rows, ({ cells }) => cells[head.cellIndex]?.offsetWidth ?? 0))
    style.setProperty('--tracks', tracks)
    set({ ...columnState, widths: { ...columnState.widths, [id]: clampWidth(width) } })
  }
  return <span className="resize-handle" aria-hidden="true" onPointerDown={onPointerDown} onDoubleClick={fit} />
}

const skeletonRows = Array.from({ length: 14 }, (_, index) => index)

type SkeletonProps<R extends Listed> = { endpoint: ListEndpoint; columns: Columns<R> }

/** Skeletons in the final layout, so that nothing moves when the rows arrive. */
export const TableSkeleton = <R extends Listed>({ endpoint, columns: { shown, columnState } }: SkeletonProps<R>) => (
  <table className="table grid-table" aria-hidden="true" style={gridTemplate(endpoint, shown, columnState)}>
    <thead>
      <tr>
        <th className="select-cell" />
        {shown.map((column, index) => (
          <th key={columnId(column)} className={classOf(column, index)}>
            {String(column.header)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {skeletonRows.map((row) => (
        <tr key={row}>
          <td className="select-cell" />
          {shown.map((column, index) => (
            <td key={columnId(column)} className={classOf(column, index)} data-card={index === 1 ? 'line' : undefined}>
              <span className="skeleton" style={{ '--w': `${index === 0 ? 6 + ((row * 5) % 7) : 4}rem` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
