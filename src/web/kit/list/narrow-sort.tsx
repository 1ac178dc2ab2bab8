import type { ColumnDef } from '@tanstack/react-table'
import { type ListEndpoint, sortOf, sortQuery } from '../../../contract/kit'
import type { features } from './columns'
import { type Changes, sortKeyOf } from './list-query'

type Props = {
  endpoint: ListEndpoint
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own, which only its cell knows
  columns: ColumnDef<typeof features, any, any>[]
  values: Record<string, unknown>
  change: (changes: Changes) => void
}

/** Where rows are cards there are no heads to sort by. */
export const NarrowSort = ({ endpoint, columns, values, change }: Props) => {
  const { key, descending } = sortOf(endpoint, values)
  const sortable = columns.flatMap((column) => {
    const id = column.id ?? ('accessorKey' in column ? String(column.accessorKey).replaceAll('.', '_') : '')
    const sortKey = sortKeyOf(endpoint, id)
    return sortKey ? [{ sortKey, label: String(column.header), holds: column.meta?.holds }] : []
  })
  const words = (holds: string | undefined) =>
    holds === 'date'
      ? ['oldest first', 'newest first']
      : holds === 'number'
        ? ['lowest first', 'highest first']
        : ['A to Z', 'Z to A']
  return (
    <label className="chip narrow-sort">
      <span className="visually-hidden">Sort by</span>
      <select
        value={`${key} ${descending}`}
        onChange={(event) => {
          const [to = key, down] = event.target.value.split(' ')
          change(sortQuery(endpoint, to, down === 'true'))
        }}
      >
        {sortable.flatMap(({ sortKey, label, holds }) =>
          [false, true].map((down) => (
            <option key={`${sortKey} ${down}`} value={`${sortKey} ${down}`}>
              {label}, {words(holds)[down ? 1 : 0]}
            </option>
          )),
        )}
      </select>
    </label>
  )
}
