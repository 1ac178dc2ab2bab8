import type { ListEndpoint } from '../../../contract/core/endpoint'
import { sortKeyOf } from '../list-query'
import type { ColumnState } from './column-state'
import { type Column, columnId } from './columns'

/** In rem. */
const usual = { name: 15, number: 4.25, day: 6.75, time: 10.15, text: 10 }
const letter = 0.43
const padding = 1.5
const arrow = 1

/** In rem: hardly any value is wider, nor is its head. */
const widthOf = <Row extends object>(endpoint: ListEndpoint, column: Column<Row>, index: number) => {
  const { header, meta } = column
  if (meta?.width !== undefined) return meta.width
  const kind = index === 0 ? 'name' : (meta?.holds ?? (meta?.align ? 'number' : 'text'))
  const head = padding + String(header).length * letter + (sortKeyOf(endpoint, columnId(column)) ? arrow : 0)
  return Math.max(usual[kind], Math.ceil(head * 4) / 4)
}

const sum = (lengths: string[]) => `calc(${['3rem', ...lengths].join(' + ')})`

/**
 * Where the columns of a table stand. Room that is left they share by their widths. Where there is not enough, the table scrolls and
 * each has its least width, so that those that stay beside the name know where without being measured.
 */
export const gridTemplate = <Row extends object>(
  endpoint: ListEndpoint,
  columns: Column<Row>[],
  { widths, pinned }: ColumnState,
) => {
  const tracks = columns.map((column, index) => {
    const own = widths[columnId(column)]
    const width = widthOf(endpoint, column, index)
    return own === undefined
      ? { least: `${width}rem`, track: `minmax(${width}rem, ${width}fr)` }
      : { least: `${own}px`, track: `${own}px` }
  })
  const least = tracks.map((each) => each.least)
  const pins = columns.flatMap((column, index) => {
    const id = columnId(column)
    return pinned.includes(id) ? [[`--at-${id}`, sum(least.slice(0, index))]] : []
  })
  return {
    '--tracks': tracks.map(({ track }) => track).join(' '),
    '--least': sum(least),
    ...Object.fromEntries(pins),
  }
}
