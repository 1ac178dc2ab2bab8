import { type ColumnDef, useTable } from '@tanstack/react-table'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type ListEndpoint, sortOf } from '../../../contract/kit'
import { Icon } from '../ui/icon'
import { features } from './columns'
import { nextSort, sortKeyOf } from './list-query'

export type Row = { id: string }

type Props<R extends Row> = {
  endpoint: ListEndpoint
  caption: string
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own, which only its cell knows
  columns: ColumnDef<typeof features, R, any>[]
  rows: R[]
  values: Record<string, unknown>
  addressOf: (changes: Record<string, string>) => string
  busy: boolean
  rowHref: (row: R) => string
  onApproach: (row: R) => void
  actions: ((row: R) => ReactNode) | undefined
}

export const ListTable = <R extends Row>({
  endpoint,
  caption,
  columns,
  rows,
  values,
  addressOf,
  busy,
  rowHref,
  onApproach,
  actions,
}: Props<R>) => {
  const table = useTable({ features, columns, data: rows, getRowId: (row) => row.id })
  const navigate = useNavigate()
  const sort = sortOf(endpoint, values)
  const open = (event: MouseEvent, row: R) => {
    const isOther = (event.target as HTMLElement).closest('a, button, input, select, label')
    if (!isOther && !getSelection()?.toString()) navigate(rowHref(row))
  }
  return (
    <table className="table" aria-busy={busy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {table.getHeaderGroups()[0]?.headers.map(({ id, column }, index) => {
            const { header, meta } = column.columnDef
            const key = sortKeyOf(endpoint, id)
            const sorted = key !== undefined && sort.key === key
            return (
              <th
                key={id}
                scope="col"
                className={index === 0 ? 'name' : meta?.align === 'end' ? 'num' : undefined}
                aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {key ? (
                  <Link to={addressOf(nextSort(endpoint, values, key, meta?.holds !== undefined))} preventScrollReset>
                    {String(header)} <Icon name="arrow-down" />
                  </Link>
                ) : (
                  String(header)
                )}
              </th>
            )
          })}
          {actions && (
            <th scope="col" className="quick">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            onClick={(event) => open(event, row.original)}
            onMouseEnter={() => onApproach(row.original)}
            onFocus={() => onApproach(row.original)}
          >
            {row.getAllCells().map((cell, index) => {
              const { header, meta } = cell.column.columnDef
              const content = <table.FlexRender cell={cell} />
              if (index === 0)
                return (
                  <th key={cell.id} scope="row" className="name">
                    {content}
                  </th>
                )
              return (
                <td
                  key={cell.id}
                  className={meta?.align === 'end' ? 'num' : undefined}
                  data-label={String(header)}
                  data-card={meta?.card}
                  data-unit={meta?.unit}
                >
                  {content}
                </td>
              )
            })}
            {actions && (
              <td className="quick">
                <div>{actions(row.original)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const boneRows = Array.from({ length: 14 }, (_, index) => index)

/** Bones in the final layout, so that nothing moves when the rows arrive. */
export const BoneTable = ({ heads }: { heads: string[] }) => (
  <table className="table" aria-hidden="true">
    <thead>
      <tr>
        {heads.map((head, index) => (
          <th key={head} className={index === 0 ? 'name' : undefined}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {boneRows.map((row) => (
        <tr key={row}>
          {heads.map((head, index) => (
            <td key={head} className={index === 0 ? 'name' : undefined} data-card={index === 1 ? 'line' : undefined}>
              <span className="bone" style={{ '--w': `${index === 0 ? 6 + ((row * 5) % 7) : 4}rem` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
