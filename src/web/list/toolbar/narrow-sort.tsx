import { sortOf, sortQuery } from '../../../contract/core/endpoint'
import { humanize } from '../../lib/text/humanize'
import * as chips from '../../ui/chips.module.css'
import { Icon } from '../../ui/icon/icon'
import type { ColumnState } from '../columns/column-state'
import { type Column, columnId } from '../columns/columns'
import { type ListAddress, sortKeyOf } from '../query/list-query'
import * as styles from './narrow-sort.module.css'

type Props<Row extends object> = {
  address: ListAddress
  columns: Column<Row>[]
  visibility: ColumnState['columnVisibility']
}

/** Sort control for cards, which have no column headers, and for a table whose sorted column is hidden. */
export const NarrowSort = <Row extends object>({
  address: { endpoint, values, change },
  columns,
  visibility,
}: Props<Row>) => {
  const { key, descending } = sortOf(endpoint, values)
  const sortable = columns.flatMap((column) => {
    const sortKey = sortKeyOf(endpoint, columnId(column))
    const isShown = visibility[columnId(column)] !== false
    return sortKey ? [{ sortKey, label: String(column.header), meta: column.meta, isShown }] : []
  })
  const words = (meta: Column<Row>['meta']) => {
    if (meta?.holds === 'number' || meta?.align === 'end') return ['lowest first', 'highest first']
    if (meta?.holds === undefined) return ['A to Z', 'Z to A']
    return meta.isAhead ? ['soonest first', 'latest first'] : ['oldest first', 'newest first']
  }
  const isInHead = sortable.some(({ sortKey, isShown }) => sortKey === key && isShown)
  return (
    <span className={`${chips.chip} ${styles.narrowSort}`} data-always={!isInHead || undefined}>
      <label>
        <span>Sort by</span>
        <select
          value={`${key} ${descending}`}
          onChange={(event) => {
            const [to = key, down] = event.target.value.split(' ')
            change(sortQuery(endpoint, to, down === 'true'))
          }}
        >
          {/* A link can sort by what has no column. */}
          {!sortable.some(({ sortKey }) => sortKey === key) && (
            <option value={`${key} ${descending}`}>{humanize(key)}</option>
          )}
          {sortable.flatMap(({ sortKey, label, meta }) =>
            [false, true].map((down) => (
              <option key={`${sortKey} ${down}`} value={`${sortKey} ${down}`}>
                {label}, {words(meta)[down ? 1 : 0]}
              </option>
            )),
          )}
        </select>
        <Icon name="chevron-down" small />
      </label>
    </span>
  )
}
