import { memo } from 'react'
import { lazyComponent } from '../../ui/lazy-component'
import { Popover } from '../../ui/overlay/popover'
import type { Column, Table } from '../columns/columns'
import type { useColumnState } from '../columns/use-column-state'
import { type Filter, FilterBar, searchKeyOf } from '../filters/filters'
import { Search } from '../filters/search'
import type { ListAddress } from '../query/list-query'
import { NarrowSort } from './narrow-sort'
import * as styles from './toolbar.module.css'

const ColumnsMenu = lazyComponent(async () => (await import('./list-menus')).listMenus.columns)
const DensityMenu = lazyComponent(async () => (await import('./list-menus')).listMenus.density)

type Props<R extends object> = {
  address: ListAddress
  filters: Record<string, Filter>
  columns: Column<R>[]
  table: Table<R>
  columnState: ReturnType<typeof useColumnState>
  /** Moves focus to the first row. */
  move: (step: 1, from: null) => void
}

const AnyToolbar = <R extends object>({
  address,
  filters,
  columns,
  table,
  columnState: { state, isDefault, reset },
  move,
}: Props<R>) => {
  const { sent, change } = address
  const searchKey = searchKeyOf(filters)
  return (
    <div className={styles.toolbar}>
      {searchKey && (
        <Search
          key={searchKey}
          label={filters[searchKey]?.label ?? ''}
          value={sent[searchKey] ?? ''}
          onChange={(text) => change({ [searchKey]: text }, { replace: true })}
          onEnter={() => move(1, null)}
        />
      )}
      <FilterBar filters={filters} sent={sent} change={change} />
      <NarrowSort address={address} columns={columns} visibility={state.columnVisibility} />
      <div className={styles.tools}>
        <Popover label="Columns" icon="columns-3">
          {() => <ColumnsMenu table={table} state={state} isDefault={isDefault} reset={reset} />}
        </Popover>
        <Popover label="Density" icon="rows-3">
          {() => <DensityMenu />}
        </Popover>
      </div>
    </div>
  )
}

/** Filters, sorting on narrow screens, and table settings. */
export const Toolbar = memo(AnyToolbar) as typeof AnyToolbar
