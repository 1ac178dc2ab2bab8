import { sortOf, sortQuery } from '../../contract/core/endpoint'
import * as chips from '../ui/chips.module.css'
import { type Column, columnId } from './columns/columns'
import { type ListAddress, sortKeyOf } from './list-query'
import * as styles from './narrow-sort.module.css'

type Props<Row extends object> = { address: ListAddress; columns: Column<Row>[] }

/** Sort control for the card layout, which has no column headers. */
export const NarrowSort = <Row extends object>({ address: { endpoint, values, change }, columns }: Props<Row>) => {
  const { key, descending } = sortOf(endpoint, values)
  const sortable = columns.flatMap((column) => {
    const sortKey = sortKeyOf(endpoint, columnId(column))
    return sortKey ? [{ sortKey, label: String(column.header), holds: column.meta?.holds }] : []
  })
  const words = (holds: string | undefined) =>
    holds === undefined
      ? ['A to Z', 'Z to A']
      : holds === 'number'
        ? ['lowest first', 'highest first']
        : ['oldest first', 'newest first']
  return (
    <label className={`${chips.chip} ${styles.narrowSort}`}>
      <span className="visually-hidden">Sort by</span>
      <select
        value={`${key} ${descending}`}
        onChange={(event) => {
          const [to = key, down] = event.target.value.split(' ')
          change(sortQuery(endpoint, to, down === 'true'))
        }}
      >
        {/* A link can sort by what has no column. */}
        {!sortable.some(({ sortKey }) => sortKey === key) && (
          <option value={`${key} ${descending}`}>By {key.replaceAll('_', ' ')}</option>
        )}
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
