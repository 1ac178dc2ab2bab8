import { type ReactNode, useCallback } from 'react'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { Popover } from '../ui/popover'
import type { Column } from './columns/columns'
import { DensityMenu } from './density'
import { type Filter, FilterBar, Search } from './filters/filters'
import type { Changes } from './list-query'
import { NarrowSort } from './narrow-sort'

type Props<R extends object> = {
  endpoint: ListEndpoint
  filters: Record<string, Filter>
  columns: Column<R>[]
  /** What the button for columns opens. */
  columnsMenu: () => ReactNode
  values: Record<string, unknown>
  sent: Record<string, string>
  change: (changes: Changes, o?: { replace?: boolean }) => void
  /** Leads to the first row. */
  move: (step: 1, from: null) => void
}

/** What narrows a list, sorts it where it has no heads, and arranges its table. */
export const Toolbar = <R extends object>({
  endpoint,
  filters,
  columns,
  columnsMenu,
  values,
  sent,
  change,
  move,
}: Props<R>) => {
  const onSearch = useCallback((text: string | undefined) => change({ search: text }, { replace: true }), [change])
  return (
    <div className="toolbar">
      {filters.search && (
        <Search
          label={filters.search.label}
          value={sent.search ?? ''}
          onChange={onSearch}
          onEnter={() => move(1, null)}
        />
      )}
      <FilterBar filters={filters} sent={sent} change={change} />
      <NarrowSort endpoint={endpoint} columns={columns} values={values} change={change} />
      <div className="tools">
        <Popover label="Columns" icon="columns-3">
          {columnsMenu}
        </Popover>
        <Popover label="Density" icon="rows-3">
          {() => <DensityMenu />}
        </Popover>
      </div>
    </div>
  )
}
