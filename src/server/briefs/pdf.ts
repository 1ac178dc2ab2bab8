import type { Block, BriefDocument, BriefSection } from '../../contract/core/brief-document'
import type { Fonts } from './fonts'
import { logoIn } from './logo'
import { type Element, Pages } from './pages'
import { drawChart } from './pdf-charts'
import { drawTable } from './pdf-table'
import { colours, styles } from './print-styles'

/** A client brief as a tagged PDF with bookmarks. The letters that no font has are added to `missingGlyphs`. */
export const writePdf = (brief: BriefDocument, fonts: Fonts, missingGlyphs = new Set<string>()): Promise<Buffer> => {
  const pages = new Pages(brief, fonts, missingGlyphs)
  const [first, ...others] = brief.sections
  cover(pages, brief, first?.name === 'summary' ? first : undefined)
  let isFull = true
  for (const section of first?.name === 'summary' ? others : brief.sections) {
    const hasFigure = section.blocks.some(({ kind }) => kind === 'figure')
    // One large figure on a page, and short sections together.
    if (isFull && (hasFigure || pages.doc.bufferedPageRange().count === 1)) {
      pages.section = ''
      pages.newPage()
      isFull = false
    }
    writeSection(pages, section)
    isFull ||= hasFigure
  }
  return pages.finish()
}

const cover = (pages: Pages, { client, title, date, brand }: BriefDocument, summary: BriefSection | undefined) => {
  const { doc, type, left, right } = pages
  const part = pages.group('Sect')
  pages.artifact(() => doc.rect(left, 56, right - left, 3).fill(brand.colour))
  pages.y = 76
  pages.tagged('P', part, () => type.draw(type.linesOf(title, styles.label, 240), left, pages.y, styles.label))
  pages.tagged('P', part, () =>
    type.draw(type.linesOf(date, styles.label, 240), left, pages.y, styles.label, { end: right }),
  )
  const { logo } = brand
  if (logo)
    pages.tagged('Figure', part, () => doc.image(logoIn(logo), left, 108, { fit: [180, 60] }), {
      alt: brand.name || 'Logo',
      bbox: [left, 108, left + 180, 168],
    })
  else if (brand.name) {
    pages.y = 112
    pages.write('P', part, brand.name, { ...styles.section, colour: brand.colour }, left)
  }
  pages.y = doc.page.height * 0.24
  doc.outline.addItem(client || title)
  pages.write('H1', part, client || title, styles.title, left)
  if (!summary) return
  pages.y = Math.max(pages.y + 56, doc.page.height * 0.44)
  writeSection(pages, summary)
}

const writeSection = (pages: Pages, { name, title, blocks }: BriefSection) => {
  const { doc, type, left, right } = pages
  const part = pages.group('Sect')
  pages.section = ''
  pages.ensureRoom(140)
  pages.line(left, right, pages.y, colours.rule)
  pages.y += 14
  doc.outline.addItem(title)
  pages.tagged('H2', part, () =>
    type.draw(type.linesOf(title, styles.section, pages.text - left - 12), left, pages.y, styles.section),
  )
  pages.section = title
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    if (before) pages.y += before.kind === 'paragraph' && block.kind === 'paragraph' ? 8 : 22
    writeBlock(pages, part, block, before, name)
  }
  pages.y += 34
}

const writeBlock = (
  pages: Pages,
  part: Element,
  block: Block,
  before: Block | undefined,
  section: BriefSection['name'],
) => {
  if (block.kind === 'paragraph')
    pages.write(
      'P',
      part,
      block.text,
      section === 'summary' ? styles.lead : section === 'sources' ? styles.note : styles.prose,
    )
  else if (block.kind === 'quotation') writeQuotation(pages, part, block)
  else if (block.kind === 'figure') writeFigure(pages, part, block)
  else if (block.kind === 'chart') drawChart(pages, part, block)
  // The title of the chart right above says what the table has.
  else drawTable(pages, part, block, before?.kind !== 'chart' || before.title !== block.caption)
}

const writeQuotation = (pages: Pages, part: Element, { text, source }: Block & { kind: 'quotation' }) => {
  const quotation = pages.group('BlockQuote', part)
  pages.write('P', quotation, text, { ...styles.prose, weight: 500 })
  pages.y += 3
  pages.write('P', quotation, source, styles.note)
}

/** The number, and what it means beside it where there is room, otherwise below. */
const writeFigure = (pages: Pages, part: Element, { value, label, notes }: Block & { kind: 'figure' }) => {
  const { type, text, right } = pages
  const display = { ...styles.display, colour: pages.brief.brand.colour }
  const width = type.widthOf(value, display)
  const isBeside = right - text - width > 170
  const x = isBeside ? text + width + 24 : text
  const texts = [
    { lines: type.linesOf(label, styles.strong, right - x), style: styles.strong },
    ...notes.map((note) => ({ lines: type.linesOf(note, styles.note, right - x), style: styles.note })),
  ]
  const height = texts.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0)
  const tall = Math.max(height, display.leading)
  pages.ensureRoom(isBeside ? tall : display.leading + height)
  const top = pages.y
  const valueLines = type.linesOf(value, display, right - text)
  const valueTop = isBeside ? top + Math.max(0, (tall - display.leading) / 2) : top
  pages.tagged('P', part, () => {
    const end = type.draw(valueLines, text, valueTop, display)
    if (!isBeside) pages.y = end + 4
  })
  if (isBeside) pages.y = top + Math.max(0, (tall - height) / 2)
  for (const { lines, style } of texts)
    pages.tagged('P', part, () => {
      pages.y = type.draw(lines, x, pages.y, style)
    })
  if (isBeside) pages.y = top + tall
}
