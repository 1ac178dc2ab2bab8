import { functionalUpdate, type OnChangeFn, type RowSelectionState } from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import type { WithId } from '../../lib/with-id'

/**
 * Selected rows across pages; with `everything`, all matching rows except those listed. Keeps the records, because
 * other pages may no longer be loaded.
 */
type State<R extends WithId> = { scope: string; everything: boolean; listed: Map<string, R>; last: string | null }

const nothing = <R extends WithId>(scope: string, last: string | null = null): State<R> => ({
  scope,
  everything: false,
  listed: new Map(),
  last,
})

const isIn = <R extends WithId>({ everything, listed }: State<R>, { id }: WithId) => everything !== listed.has(id)

const selectionOf = <R extends WithId>(state: State<R>, page: R[]): RowSelectionState =>
  Object.fromEntries(page.filter((row) => isIn(state, row)).map(({ id }) => [id, true]))

/** State after selecting or deselecting rows of a page. */
const withPage = <R extends WithId>(state: State<R>, page: R[], next: RowSelectionState): State<R> => {
  const changed = page.filter((row) => isIn(state, row) !== Boolean(next[row.id]))
  const listed = new Map(state.listed)
  for (const row of changed) if (!listed.delete(row.id)) listed.set(row.id, row)
  return { ...state, listed, last: changed.length === 1 ? (changed[0]?.id ?? null) : state.last }
}

/** Listed rows that the page shows are kept as they are now. */
const withCurrent = <R extends WithId>(state: State<R>, page: R[]): State<R> => {
  const { listed } = state
  const changed = page.filter((row) => listed.has(row.id) && listed.get(row.id) !== row)
  if (changed.length === 0) return state
  return { ...state, listed: new Map([...listed, ...changed.map((row) => [row.id, row] as const)]) }
}

export type Selection<R extends WithId> = {
  count: number
  everything: boolean
  /** Rows selected individually; null when everything is selected. */
  selectedRows: R[] | null
  /** Filters all rows to the selected ones. */
  of: (all: R[]) => R[]
  /** The row last selected or deselected. */
  last: string | null
  selectEverything: () => void
  clear: () => void
}

/** React Table’s row selection across pages; a new `scope` clears it. */
export const useSelection = <R extends WithId>(scope: string, page: R[], total: number) => {
  const [kept, setState] = useState(() => nothing<R>(scope))
  const state = withCurrent(kept.scope === scope ? kept : nothing<R>(scope), page)
  if (state !== kept) setState(state)
  const { everything, listed, last } = state
  const rowSelection = useMemo(() => selectionOf(state, page), [state, page])
  const onRowSelectionChange: OnChangeFn<RowSelectionState> = useCallback(
    (updater) => setState((state) => withPage(state, page, functionalUpdate(updater, selectionOf(state, page)))),
    [page],
  )
  const selection: Selection<R> = {
    count: everything ? total - listed.size : listed.size,
    everything,
    selectedRows: everything ? null : [...listed.values()],
    of: (all) => all.filter((row) => isIn(state, row)),
    last,
    selectEverything: () => setState({ ...state, everything: true, listed: new Map() }),
    clear: () => setState(nothing(scope, last)),
  }
  return { selection, rowSelection, onRowSelectionChange }
}
