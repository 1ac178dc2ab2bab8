import type { Block } from '../../contract/core/brief-document'
import type { Element, Pages } from './pages'
import { colours, type Style, styles } from './print-styles'
import type { Line } from './type-setter'

type Table = Block & { kind: 'table' }

const padding = 4.25
const between = 16

/** A table with its head again on each page; a row is divided only if no page holds it. */
export const drawTable = (pages: Pages, part: Element, { caption, columns, rows }: Table, hasCaption: boolean) => {
  const { type, text, right } = pages
  const widths = widthsOf(pages, columns, rows, right - text)
  const starts = widths.map((_, at) => text + widths.slice(0, at).reduce((sum, width) => sum + width + between, 0))
  const setCells = (cells: string[], style: Style) =>
    cells.map((cell, at) => type.linesOf(cell, style, widths[at] ?? 0))
  const heightOf = (cells: Line[][], leading: number) =>
    Math.max(1, ...cells.map(({ length }) => length)) * leading + 2 * padding

  const heads = setCells(
    columns.map(({ title }) => title),
    styles.label,
  )
  const headHeight = heightOf(heads, styles.label.leading)
  const mostLines = Math.floor((pages.height - headHeight - 2 * padding) / styles.body.leading)
  const set = rows.flatMap((row) => parted(setCells(row, styles.body), mostLines))
  const firstHeight = set[0] ? heightOf(set[0], styles.body.leading) : 0
  pages.ensureRoom((hasCaption ? styles.label.leading + 4 : 0) + headHeight + firstHeight)

  const table = pages.group('Table', part)
  if (hasCaption) {
    pages.write('Caption', table, caption, styles.label)
    pages.y += 4
  }
  const drawCell = (lines: Line[], at: number, style: Style) => {
    const [x = text, width = 0] = [starts[at], widths[at]]
    type.draw(lines, x, pages.y + padding, style, columns[at]?.isNumber ? { end: x + width } : {})
  }
  const endHead = () => {
    pages.y += headHeight
    pages.line(text, right, pages.y, colours.rule, 0.75)
  }
  const head = pages.group('TR', table)
  for (const [at, lines] of heads.entries())
    pages.tagged('TH', head, () => drawCell(lines, at, styles.label), { scope: 'Column' })
  endHead()
  for (const cells of set) {
    const height = heightOf(cells, styles.body.leading)
    if (pages.y + height > pages.bottom) {
      pages.newPage()
      pages.artifact(() => {
        for (const [at, lines] of heads.entries()) drawCell(lines, at, styles.label)
      }, 'Pagination')
      endHead()
    }
    const row = pages.group('TR', table)
    for (const [at, lines] of cells.entries())
      pages.tagged(
        at === 0 ? 'TH' : 'TD',
        row,
        () => drawCell(lines, at, styles.body),
        at === 0 ? { scope: 'Row' } : {},
      )
    pages.y += height
    pages.line(text, right, pages.y, colours.hairline)
  }
}

/** A row that is taller than a page, as several. */
const parted = (cells: Line[][], most: number) => {
  const parts = Math.max(1, ...cells.map(({ length }) => Math.ceil(length / most)))
  return Array.from({ length: parts }, (_, at) => cells.map((lines) => lines.slice(at * most, (at + 1) * most)))
}

/** Columns share the width so that a short one keeps its words whole; what is left over goes to the longest text. */
const widthsOf = ({ type }: Pages, columns: Table['columns'], rows: string[][], whole: number) => {
  const wanted = columns.map(
    ({ title }, at) =>
      // A little more, since widths are sums of fractions.
      Math.max(type.widthOf(title, styles.label), ...rows.map((row) => type.widthOf(row[at] ?? '', styles.body))) + 0.5,
  )
  const widths = wanted.map(() => 0)
  let left = whole - between * (columns.length - 1)
  const shortestFirst = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  for (const [done, at] of shortestFirst.entries()) {
    widths[at] = Math.min(wanted[at] ?? 0, left / (columns.length - done))
    left -= widths[at]
  }
  const texts = wanted.map((width, at) => (columns[at]?.isNumber ? 0 : width))
  const longest = texts.indexOf(Math.max(...texts))
  return widths.map((width, at) => (at === longest ? width + left : width))
}
