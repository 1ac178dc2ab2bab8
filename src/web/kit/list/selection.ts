import { useState } from 'react'

type Row = { id: string }
type State<R> = { scope: string; everything: boolean; rows: Map<string, R> }

/** Rows that were picked, on whatever page; or everything that matches but for some. */
export type Selection<R extends Row> = {
  count: number
  everything: boolean
  has: (row: R) => boolean
  /** Picks or drops a row; with `range`, all from the last one that was touched. */
  toggle: (row: R, range?: boolean) => void
  togglePage: () => void
  selectEverything: () => void
  clear: () => void
  /** Those of all rows that are selected, where all are at hand. */
  of: (all: R[]) => R[]
  picked: R[]
}

/** `scope` names what is listed: when it changes, nothing is selected any more. */
export const useSelection = <R extends Row>(page: R[], total: number, scope: string): Selection<R> => {
  const nothing: State<R> = { scope, everything: false, rows: new Map() }
  const [kept, setState] = useState(nothing)
  const [last, setLast] = useState<string | null>(null)
  const state = kept.scope === scope ? kept : nothing

  const has = ({ id }: R) => state.everything !== state.rows.has(id)
  const set = (rows: R[], selected: boolean) => {
    const next = new Map(state.rows)
    for (const row of rows)
      if (selected !== state.everything) next.set(row.id, row)
      else next.delete(row.id)
    setState({ ...state, rows: next })
  }
  const between = (row: R) => {
    const [from, to] = [page.findIndex(({ id }) => id === last), page.indexOf(row)].sort((a, b) => a - b)
    return from === undefined || from === -1 || to === undefined ? [row] : page.slice(from, to + 1)
  }
  return {
    count: state.everything ? total - state.rows.size : state.rows.size,
    everything: state.everything,
    has,
    toggle: (row, range = false) => {
      set(range ? between(row) : [row], !has(row))
      setLast(row.id)
    },
    togglePage: () => set(page, !page.every(has)),
    selectEverything: () => setState({ scope, everything: true, rows: new Map() }),
    clear: () => setState(nothing),
    of: (all) => all.filter(has),
    picked: [...state.rows.values()],
  }
}
