import { useMemo } from 'react'
import { inNextTask } from '../../lib/next-task'
import { createStore } from '../../lib/store'

type Row = { id: string }
type State<R> = { everything: boolean; rows: Map<string, R> }

/** Rows that were picked, on whatever page; or everything that matches but for some. Each row and the bar follow it on their own. */
export type Selection<R extends Row> = {
  /** Shows on its line whether a row is selected, and again whenever that changes, until what it returns is called. */
  follow: (row: R, line: HTMLElement, show: (isSelected: boolean) => void) => () => void
  /** How many of all that are listed, and whether that is everything but for some. */
  useCount: (total: number) => { count: number; everything: boolean }
  usePageState: (page: R[]) => 'all' | 'some' | 'none'
  /** Picks or drops a row; with a page, all of it from the last one that was touched. */
  toggle: (row: R, page?: R[]) => void
  togglePage: (page: R[]) => void
  selectEverything: () => void
  clear: () => void
  /** Those of all rows that are selected, where all are at hand. */
  of: (all: R[]) => R[]
  /** Those that were picked one by one; null when everything is selected. */
  selectedRows: () => R[] | null
  count: (total: number) => number
  /** The row that was picked or dropped last. */
  last: () => string | null
}

type Follower<R> = { row: R; line: HTMLElement; show: (isSelected: boolean) => void; shown?: boolean }

const isInSight = (line: HTMLElement) => {
  const { top, bottom } = line.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

const createSelection = <R extends Row>(): Selection<R> => {
  const nothing: State<R> = { everything: false, rows: new Map() }
  const state = createStore(nothing)
  let last: string | null = null
  const followers = new Set<Follower<R>>()

  const isIn = ({ everything, rows }: State<R>, { id }: R) => everything !== rows.has(id)
  const countOf = ({ everything, rows }: State<R>, total: number) => (everything ? total - rows.size : rows.size)
  const has = (row: R) => isIn(state.get(), row)
  const isDue = ({ row, shown }: Follower<R>) => has(row) !== shown
  const update = (follower: Follower<R>) => {
    if (!isDue(follower)) return
    follower.shown = has(follower.row)
    follower.show(follower.shown)
  }
  // A page of rows is picked at once: those in sight in the next picture, the others after it.
  state.subscribe(() => {
    // All are asked before the first is written: each answer after it would wait for the layout.
    const seen = [...followers].filter((follower) => isDue(follower) && isInSight(follower.line))
    seen.forEach(update)
    inNextTask(() => followers.forEach(update))
  })
  const set = (rows: R[], selected: boolean) => {
    const { everything } = state.get()
    const next = new Map(state.get().rows)
    for (const row of rows)
      if (selected !== everything) next.set(row.id, row)
      else next.delete(row.id)
    state.set({ everything, rows: next })
  }
  const between = (row: R, page: R[]) => {
    const [from, to] = [page.findIndex(({ id }) => id === last), page.indexOf(row)].sort((a, b) => a - b)
    return from === undefined || from === -1 || to === undefined ? [row] : page.slice(from, to + 1)
  }
  return {
    follow: (row, line, show) => {
      const follower = { row, line, show }
      update(follower)
      followers.add(follower)
      return () => followers.delete(follower)
    },
    useCount: (total) => {
      const now = state.use()
      return { count: countOf(now, total), everything: now.everything }
    },
    usePageState: (page) =>
      state.useSelector((now) => {
        const selectedRows = page.filter((row) => isIn(now, row)).length
        return selectedRows === 0 ? 'none' : selectedRows === page.length ? 'all' : 'some'
      }),
    toggle: (row, page) => {
      set(page ? between(row, page) : [row], !has(row))
      last = row.id
    },
    togglePage: (page) => set(page, !page.every(has)),
    selectEverything: () => state.set({ everything: true, rows: new Map() }),
    clear: () => state.set(nothing),
    of: (all) => all.filter(has),
    selectedRows: () => (state.get().everything ? null : [...state.get().rows.values()]),
    count: (total) => countOf(state.get(), total),
    last: () => last,
  }
}

/** `scope` names what is listed: when it changes, nothing is selected any more. */
// biome-ignore lint/correctness/useExhaustiveDependencies: another scope is what makes another selection
export const useSelection = <R extends Row>(scope: string): Selection<R> => useMemo(createSelection<R>, [scope])
