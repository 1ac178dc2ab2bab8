import { useMemo, useState } from 'react'
import { usePreference } from '../../lib/preferences'
import { type ColumnState, orderColumns, parseColumnState } from './column-state'
import { type Column, columnId } from './columns'

export type Columns<Row extends object> = {
  columnState: ColumnState
  /** Every column in the person's order, and those of them that she wants to see. */
  all: Column<Row>[]
  shown: Column<Row>[]
  set: (next: ColumnState) => void
  /** While an edge is dragged: shown, and kept only once it is let go. */
  preview: (next: ColumnState | null) => void
}

const isDefaultColumnState = (columnState: ColumnState) =>
  JSON.stringify(columnState) === JSON.stringify(parseColumnState(''))

/** The columns of one table as one person likes them, kept on this computer. */
export const useColumns = <Row extends object>(path: string, columns: Column<Row>[]): Columns<Row> => {
  const [text, setText] = usePreference(`columns ${path}`, '', { setting: 'columns', path })
  const [dragged, setDragged] = useState<ColumnState | null>(null)
  const kept = useMemo(() => parseColumnState(text), [text])
  const columnState = dragged ?? kept
  return useMemo(() => {
    const all = orderColumns(columns, columnState)
    return {
      columnState,
      all,
      shown: all.filter((column, at) => at === 0 || !columnState.hidden.includes(columnId(column))),
      set: (next) => setText(isDefaultColumnState(next) ? '' : JSON.stringify(next)),
      preview: setDragged,
    }
  }, [columns, columnState, setText])
}
