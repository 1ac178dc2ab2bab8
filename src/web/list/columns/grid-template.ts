import type { ListEndpoint } from '../../../contract/core/endpoint'
import { sortKeyOf } from '../query/list-query'
import type { ColumnState } from './column-state'
import { type Column, columnId } from './columns'

/** In rem. */
const usual = { name: 15, number: 4.25, day: 6.75, localDay: 6.75, time: 10.15, text: 10 }
const letter = 0.43
const padding = 1.5
const arrow = 1

/** Maximum in rem. */
const widthOf = <Row extends object>(endpoint: ListEndpoint, column: Column<Row>, index: number) => {
  const { header, meta } = column
  if (meta?.width !== undefined) return meta.width
  const kind = index === 0 ? 'name' : (meta?.holds ?? (meta?.align === 'end' ? 'number' : 'text'))
  const head = padding + String(header).length * letter + (sortKeyOf(endpoint, columnId(column)) ? arrow : 0)
  return Math.max(usual[kind], Math.ceil(head * 4) / 4)
}

const sum = (lengths: string[]) => `calc(${['3rem', ...lengths].join(' + ')})`

/**
 * Grid template of a row. Extra width is shared in proportion; when narrow, the table scrolls at minimum widths, so
 * where each column begins, and a pinned one stays, is known without measuring.
 */
export const gridTemplate = <Row extends object>(
  endpoint: ListEndpoint,
  columns: Column<Row>[],
  columnSizing: ColumnState['columnSizing'],
) => {
  const tracks = columns.map((column, index) => {
    const own = columnSizing[columnId(column)]
    const width = widthOf(endpoint, column, index)
    return own === undefined
      ? { least: `${width}rem`, track: `minmax(${width}rem, ${width}fr)` }
      : { least: `${own}px`, track: `${own}px` }
  })
  const least = tracks.map((each) => each.least)
  const edges = ['', ...least].map((_, index) => [`--at-${index}`, sum(least.slice(0, index))])
  return {
    '--tracks': tracks.map(({ track }) => track).join(' '),
    '--least': sum(least),
    ...Object.fromEntries(edges),
  }
}
