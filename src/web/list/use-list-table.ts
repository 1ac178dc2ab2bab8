import { useTable } from '@tanstack/react-table'
import { useDeferredValue, useMemo } from 'react'
import { type Column, features } from './columns/columns'
import { useColumnState } from './columns/use-column-state'
import { useSelection } from './selection/selection'
import type { Listed } from './table-row'

type Options<R extends Listed> = {
  /** Path of the list; key of the stored column state. */
  path: string
  columns: Column<R>[]
  rows: R[]
  total: number
  /** Identifies the rows listed; a change clears the selection. */
  scope: string
  /** The rows are those of before, which can’t be selected. */
  isStale?: boolean
}

const ignore = () => {}

/** React Table with stored column state and a selection that spans pages. */
export const useListTable = <R extends Listed>({ path, columns, rows, total, scope, isStale = false }: Options<R>) => {
  const columnState = useColumnState(path, columns)
  // Every row changes with the columns, so the menu that changes them responds first.
  const shownColumns = useDeferredValue(columnState.state)
  const { selection, rowSelection, onRowSelectionChange } = useSelection(scope, rows, total)
  const options = useMemo(
    () => ({
      features,
      columns,
      data: rows,
      getRowId: ({ id }: R) => id,
      state: { ...shownColumns, rowSelection },
      onRowSelectionChange: isStale ? ignore : onRowSelectionChange,
      ...columnState.handlers,
    }),
    [columns, rows, columnState.handlers, shownColumns, rowSelection, isStale, onRowSelectionChange],
  )
  const table = useTable(options)
  return { table, columnState, shownColumns, selection }
}
