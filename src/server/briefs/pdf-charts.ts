import type { Block, Point } from '../../contract/core/brief-document'
import type { Element, Pages } from './pages'
import { colours, type Style, styles } from './print-styles'

type Chart = Block & { kind: 'chart' }

const plotHeight = 132

/** A chart as one figure of the structure; its alternative text says what it shows. */
export const drawChart = (pages: Pages, part: Element, chart: Chart) => {
  const { type, text, right } = pages
  const title = type.linesOf(chart.title, styles.label, right - text)
  const titleHeight = title.length * styles.label.leading + 8
  const height = chart.form === 'trend' ? trendHeight(chart.points) : barsHeight(chart.points)
  pages.ensureRoom(titleHeight + height)
  const top = pages.y
  const bbox: [number, number, number, number] = [text, top, right, top + titleHeight + height]
  pages.tagged(
    'Figure',
    part,
    () => {
      type.draw(title, text, top, styles.label)
      pages.y = top + titleHeight
      if (chart.form === 'trend') drawTrend(pages, chart.points, chart.lines)
      else drawBars(pages, chart.points, chart.form === 'shares')
    },
    { alt: chart.alternative, bbox },
  )
  pages.y = top + titleHeight + height
}

const trendHeight = (points: Point[]) => plotHeight + 22 + (points.some(({ note }) => note) ? styles.axis.leading : 0)

const barRow = 19
const barsHeight = (points: Point[]) => points.length * barRow

/** A whole is as long as its parts together; otherwise the longest bar fills the line. */
const drawBars = ({ doc, type, text, right, y, brief: { brand } }: Pages, points: Point[], isWhole: boolean) => {
  const values = points.map(({ value }) => value ?? 0)
  const most = (isWhole ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)) || 1
  const widest = (texts: string[], style: Style) => Math.max(...texts.map((each) => type.widthOf(each, style)))
  const labels =
    Math.min(
      170,
      widest(
        points.map(({ label }) => label),
        styles.body,
      ),
    ) + 14
  const numbers =
    widest(
      points.map(({ text }) => text),
      styles.strong,
    ) + 14
  const track = right - text - labels - numbers
  for (const [at, { label, value, text: shown }] of points.entries()) {
    const top = y + at * barRow
    const middle = top + styles.body.leading / 2
    type.draw(type.lineOf(label, styles.body, labels), text, top, styles.body)
    doc.rect(text + labels, middle - 4, track, 8).fill(colours.well)
    doc.rect(text + labels, middle - 4, (track * (value ?? 0)) / most, 8).fill(brand.colour)
    type.draw(type.linesOf(shown, styles.strong, numbers), text, top, styles.strong, { end: right })
  }
}

/** Scores from left to right; a hollow dot has too few answers, and a gap none. */
const drawTrend = ({ doc, type, text, right, y: top, brief: { brand } }: Pages, points: Point[], lines: number[]) => {
  const [low = 0, high = 1] = [lines[0], lines.at(-1)]
  const y = (value: number) => top + 8 + ((high - value) / (high - low)) * (plotHeight - 16)
  const [from, to] = [text + 42, right - 18]
  const x = (at: number) => (points.length > 1 ? from + ((to - from) * at) / (points.length - 1) : (from + to) / 2)
  for (const line of lines) {
    doc
      .moveTo(text + 26, y(line))
      .lineTo(right, y(line))
      .lineWidth(line === 0 ? 0.75 : 0.5)
    doc.strokeColor(line === 0 ? colours.rule : colours.hairline).stroke()
    const name = line > 0 ? `+${line}` : String(line).replace('-', '−')
    type.draw(type.linesOf(name, styles.axis, 40), text, y(line) - styles.axis.leading / 2, styles.axis, {
      end: text + 20,
    })
  }
  const placed = points.map((point, at) => ({ ...point, x: x(at) }))
  for (const [at, { x, value }] of placed.entries()) {
    const next = placed[at + 1]
    if (value === null || next?.value == null) continue
    doc.moveTo(x, y(value)).lineTo(next.x, y(next.value)).lineWidth(1.5).strokeColor(brand.colour).stroke()
  }
  const centred = (shown: string, x: number, y: number, style: Style) => {
    const width = type.widthOf(shown, style)
    type.draw(type.linesOf(shown, style, width + 1), Math.min(x - width / 2, right - width), y, style)
  }
  for (const [at, { x, value, text: shown, label, note, isFaint }] of placed.entries()) {
    centred(label, x, top + plotHeight + 6, styles.axis)
    if (note) centred(note, x, top + plotHeight + 6 + styles.axis.leading, styles.axis)
    if (value === null) continue
    doc.circle(x, y(value), 3).lineWidth(1.25)
    doc.fillAndStroke(isFaint ? colours.sheet : brand.colour, brand.colour)
    // On the side that the line leaves free.
    const beside = [placed[at - 1]?.value, placed[at + 1]?.value].flatMap((other) => other ?? [])
    const isValley = beside.length > 0 && beside.every((other) => other > value)
    const below = y(value) + 5
    const hasRoom = below + styles.value.leading < top + plotHeight - 8
    centred(shown, x, isValley && hasRoom ? below : y(value) - 15, styles.value)
  }
}
