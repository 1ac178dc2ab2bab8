import { type ColumnDef, useTable } from '@tanstack/react-table'
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { type ListEndpoint, sortOf } from '../../../contract/kit'
import { Icon } from '../ui/icon'
import { within } from './arrangement'
import { columnId, features } from './columns'
import { useDensity } from './density'
import { nextSort, sortKeyOf } from './list-query'
import type { Selection } from './selection'
import { classOf, type Listed, pinOf, type RowHandlers, TableRow } from './table-row'
import { tracksOf } from './tracks'
import type { Columns } from './use-columns'

type Props<R extends Listed> = RowHandlers<R> & {
  selection: Selection<R>
  endpoint: ListEndpoint
  caption: string
  columns: Columns<R>
  values: Record<string, unknown>
  addressOf: (changes: Record<string, string>) => string
  /** Asks for these rows before they are wanted. */
  askAhead: (changes: Record<string, string>) => void
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
  askAhead,
  busy,
  nameOf,
  selection,
  current,
  onOpen,
  onApproach,
  actions,
}: Props<R>) => {
  const { arrangement, shown } = columns
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
      className="table tracks"
      aria-busy={busy}
      data-density={density}
      style={tracksOf(endpoint, shown, arrangement)}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="pick">
            <PickPage selection={selection} rows={rows} />
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
                {...pinOf(arrangement, id)}
                className={classOf(column.columnDef, index)}
                aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {next ? (
                  <a href={addressOf(next)} onPointerEnter={() => askAhead(next)} data-keeps-scroll>
                    {String(header)} <Icon name="arrow-down" />
                  </a>
                ) : (
                  String(header)
                )}
                <Edge id={id} columns={columns} />
              </th>
            )
          })}
          <th scope="col" className="quick">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            row={row}
            arrangement={arrangement}
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

const PickPage = <R extends Listed>({ selection, rows }: { selection: Selection<R>; rows: R[] }) => {
  const picked = selection.usePicked(rows)
  return (
    <input
      type="checkbox"
      className="check"
      aria-label={`Select the ${rows.length} on this page`}
      checked={picked === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = picked === 'some'
      }}
      onChange={() => selection.togglePage(rows)}
    />
  )
}

/** The edge of a head, to be dragged; by keyboard, widths are set in the menu of columns. A double click fits it to what is listed. */
const Edge = <R extends Listed>({
  id,
  columns: { arrangement, preview, set },
}: {
  id: string
  columns: Columns<R>
}) => {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget
    const from = event.clientX - (edge.parentElement?.offsetWidth ?? 0)
    const at = ({ clientX }: { clientX: number }) => ({
      ...arrangement,
      widths: { ...arrangement.widths, [id]: within(clientX - from) },
    })
    let latest = arrangement
    edge.setPointerCapture(event.pointerId)
    edge.onpointermove = (moved) => {
      latest = at(moved)
      preview(latest)
    }
    edge.onpointerup = () => {
      edge.onpointermove = edge.onpointerup = null
      if (latest !== arrangement) set(latest)
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
    set({ ...arrangement, widths: { ...arrangement.widths, [id]: within(width) } })
  }
  return <span className="edge" aria-hidden="true" onPointerDown={onPointerDown} onDoubleClick={fit} />
}

const boneRows = Array.from({ length: 14 }, (_, index) => index)

type BoneProps<R extends Listed> = { endpoint: ListEndpoint; columns: Columns<R> }

/** Bones in the final layout, so that nothing moves when the rows arrive. */
export const BoneTable = <R extends Listed>({ endpoint, columns: { shown, arrangement } }: BoneProps<R>) => (
  <table className="table tracks" aria-hidden="true" style={tracksOf(endpoint, shown, arrangement)}>
    <thead>
      <tr>
        <th className="pick" />
        {shown.map((column, index) => (
          <th key={columnId(column)} className={classOf(column, index)}>
            {String(column.header)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {boneRows.map((row) => (
        <tr key={row}>
          <td className="pick" />
          {shown.map((column, index) => (
            <td key={columnId(column)} className={classOf(column, index)} data-card={index === 1 ? 'line' : undefined}>
              <span className="bone" style={{ '--w': `${index === 0 ? 6 + ((row * 5) % 7) : 4}rem` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
