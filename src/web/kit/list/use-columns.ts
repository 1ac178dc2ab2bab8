import { useMemo, useState } from 'react'
import { usePreference } from '../preferences'
import { type Arrangement, inOrder, readArrangement } from './arrangement'
import { type Column, columnId } from './columns'

export type Columns<Row extends object> = {
  arrangement: Arrangement
  /** Every column in the person's order, and those of them that she wants to see. */
  all: Column<Row>[]
  shown: Column<Row>[]
  set: (next: Arrangement) => void
  /** While an edge is dragged: shown, and kept only once it is let go. */
  preview: (next: Arrangement | null) => void
}

const isUnarranged = (arrangement: Arrangement) => JSON.stringify(arrangement) === JSON.stringify(readArrangement(''))

/** The columns of one table as one person likes them, kept on this computer. */
export const useColumns = <Row extends object>(path: string, columns: Column<Row>[]): Columns<Row> => {
  const [text, setText] = usePreference(`columns ${path}`, '', { setting: 'columns', path })
  const [dragged, setDragged] = useState<Arrangement | null>(null)
  const kept = useMemo(() => readArrangement(text), [text])
  const arrangement = dragged ?? kept
  return useMemo(() => {
    const all = inOrder(columns, arrangement)
    return {
      arrangement,
      all,
      shown: all.filter((column, at) => at === 0 || !arrangement.hidden.includes(columnId(column))),
      set: (next) => setText(isUnarranged(next) ? '' : JSON.stringify(next)),
      preview: setDragged,
    }
  }, [columns, arrangement, setText])
}
