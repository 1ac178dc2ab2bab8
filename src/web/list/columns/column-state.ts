import type {
  ColumnOrderState,
  ColumnPinningState,
  ColumnSizingState,
  ColumnVisibilityState,
} from '@tanstack/react-table'
import * as z from 'zod/mini'
import { parseStored } from '../../lib/preferences'

/** Column state as in React Table. The first column is always pinned first. */
export type ColumnState = {
  columnOrder: ColumnOrderState
  columnVisibility: ColumnVisibilityState
  columnPinning: ColumnPinningState
  columnSizing: ColumnSizingState
}

const ids = z.array(z.string())
const widths = z.record(z.string(), z.number())

const schema = z.object({
  columnOrder: ids,
  columnVisibility: z.record(z.string(), z.boolean()),
  columnPinning: z.object({ start: ids, end: ids }),
  columnSizing: widths,
})

/** Format stored by earlier versions. */
const olderSchema = z.object({ order: ids, hidden: ids, pinned: ids, widths })

const fromOlder = ({ order, hidden, pinned, widths }: z.output<typeof olderSchema>, columnIds: string[]) => {
  const rank = (id: string) => (order.includes(id) ? order.indexOf(id) + 1 : columnIds.indexOf(id))
  return {
    columnOrder: order,
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnPinning: { start: [...pinned].sort((a, b) => rank(a) - rank(b)), end: [] },
    columnSizing: widths,
  }
}

const nothing = { columnOrder: [], columnVisibility: {}, columnPinning: { start: [], end: [] }, columnSizing: {} }

/** Parses stored column state; invalid values count as none. `columnIds` are in default order; those of `extra` are hidden unless shown. */
export const readColumnState = (text: string, columnIds: string[], extra: string[] = []): ColumnState => {
  const older = parseStored(olderSchema, text, null)
  const state = older ? fromOlder(older, columnIds) : parseStored(schema, text, nothing)
  const [first = '', ...others] = columnIds
  const pinned = state.columnPinning.start.filter((id) => others.includes(id))
  return {
    ...state,
    columnVisibility: { ...Object.fromEntries(extra.map((id) => [id, false])), ...state.columnVisibility },
    columnPinning: { start: [first, ...pinned], end: [] },
  }
}

/** Empty for the default state, so nothing is stored. */
export const writeColumnState = (
  { columnVisibility, ...state }: ColumnState,
  columnIds: string[],
  extra: string[] = [],
) => {
  const changed = Object.entries(columnVisibility).filter(([id, isVisible]) => isVisible === extra.includes(id))
  const text = JSON.stringify({ ...state, columnVisibility: Object.fromEntries(changed) })
  const { columnVisibility: visible, ...usual } = readColumnState('', columnIds)
  return text === JSON.stringify({ ...usual, columnVisibility: visible }) ? '' : text
}

const narrowest = 64
const widest = 640
export const clampWidth = (width: number) => Math.round(Math.min(Math.max(width, narrowest), widest))
