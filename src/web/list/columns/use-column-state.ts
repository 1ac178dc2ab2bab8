import { functionalUpdate, type Updater } from '@tanstack/react-table'
import { useMemo } from 'react'
import { usePreference } from '../../lib/preferences'
import { type ColumnState, readColumnState, writeColumnState } from './column-state'
import { type Column, columnId } from './columns'

/** Column state for `useTable`, stored on this computer. */
export const useColumnState = <Row extends object>(path: string, columns: Column<Row>[]) => {
  const [text, setText] = usePreference(`columns ${path}`, '', { name: 'columns', path })
  return useMemo(() => {
    const columnIds = columns.map(columnId)
    const extra = columns.filter(({ meta }) => meta?.isExtra).map(columnId)
    const state = readColumnState(text, columnIds, extra)
    const setPart =
      <K extends keyof ColumnState>(part: K) =>
      (updater: Updater<ColumnState[K]>) =>
        setText(writeColumnState({ ...state, [part]: functionalUpdate(updater, state[part]) }, columnIds, extra))
    return {
      state,
      handlers: {
        onColumnOrderChange: setPart('columnOrder'),
        onColumnVisibilityChange: setPart('columnVisibility'),
        onColumnPinningChange: setPart('columnPinning'),
        onColumnSizingChange: setPart('columnSizing'),
      },
      isDefault: text === '',
      reset: () => setText(''),
    }
  }, [text, setText, columns])
}
