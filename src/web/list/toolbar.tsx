import { memo, useCallback } from 'react'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { lazyComponent } from '../ui/lazy-component'
import { Popover } from '../ui/popover'
import type { Column } from './columns/columns'
import type { Columns } from './columns/use-columns'
import { DensityMenu } from './density'
import { type Filter, FilterBar, Search } from './filters/filters'
import type { Changes } from './list-query'
import { NarrowSort } from './narrow-sort'

const ColumnsMenu = lazyComponent(
  async () => (await import('./columns/columns-menu')).ColumnsMenu,
) as typeof import('./columns/columns-menu').ColumnsMenu

type Props<R extends object> = {
  endpoint: ListEndpoint
  filters: Record<string, Filter>
  /** Those of the list, and the same as this person likes them. */
  given: Column<R>[]
  columns: Columns<R>
  values: Record<string, unknown>
  sent: Record<string, string>
  change: (changes: Changes, o?: { replace?: boolean }) => void
  /** Leads to the first row. */
  move: (step: 1, from: null) => void
}

const AnyToolbar = <R extends object>({ endpoint, filters, given, columns, values, sent, change, move }: Props<R>) => {
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
      <NarrowSort endpoint={endpoint} columns={given} values={values} change={change} />
      <div className="tools">
        <Popover label="Columns" icon="columns-3">
          {() => <ColumnsMenu columns={columns} />}
        </Popover>
        <Popover label="Density" icon="rows-3">
          {() => <DensityMenu />}
        </Popover>
      </div>
    </div>
  )
}

/** What narrows a list, sorts it where it has no heads, and arranges its table. */
export const Toolbar = memo(AnyToolbar) as typeof AnyToolbar
