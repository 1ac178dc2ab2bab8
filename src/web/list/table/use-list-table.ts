import { useTable } from '@tanstack/react-table'
import { useDeferredValue, useMemo, useState } from 'react'
import { valueCell } from '../columns/cells'
import { type Column, features } from '../columns/columns'
import { useColumnState } from '../columns/use-column-state'
import { useSelection } from '../selection/selection'
import type { Listed } from './table-row'

type Options<R extends Listed> = {
  /** Path of the list; key of the stored column state. */
  path: string
  columns: Column<R>[]
  rows: R[]
  total: number
  /** The filters of the rows that are asked for; a change clears the selection. */
  scope: string
  /** The rows are those of before. */
  isStale?: boolean
}

const ignore = () => {}
const defaultColumn = { cell: valueCell }

/** React Table with stored column state and a selection that spans pages. */
export const useListTable = <R extends Listed>({ path, columns, rows, total, scope, isStale = false }: Options<R>) => {
  const columnState = useColumnState(path, columns)
  // Every row changes with the columns, so the menu that changes them responds first.
  const shownColumns = useDeferredValue(columnState.state)
  const { selection, rowSelection, onRowSelectionChange } = useSelection(scope, rows, total)
  // While others load, rows of another page or order can be selected, and those of another filter can’t.
  const [shownScope, setShownScope] = useState(scope)
  if (!isStale && shownScope !== scope) setShownScope(scope)
  const canSelect = shownScope === scope
  const options = useMemo(
    () => ({
      features,
      columns,
      defaultColumn,
      data: rows,
      getRowId: ({ id }: R) => id,
      state: { ...shownColumns, rowSelection },
      onRowSelectionChange: canSelect ? onRowSelectionChange : ignore,
      ...columnState.handlers,
    }),
    [columns, rows, columnState.handlers, shownColumns, rowSelection, canSelect, onRowSelectionChange],
  )
  const table = useTable(options)
  return { table, columnState, shownColumns, selection }
}

export type ListTableState<R extends Listed> = ReturnType<typeof useListTable<R>>
