import PDFDocument from 'pdfkit'
import type { BriefDocument } from '../../contract/core/brief-document'
import type { Fonts } from './fonts'
import { colours, type Style, styles } from './print-styles'
import { createTypeSetter, type TypeSetter } from './type-setter'

type Options = { alt?: string; scope?: 'Column' | 'Row'; bbox?: [number, number, number, number] }
export type Element = PDFKit.PDFStructureElement

/** In points: space around a page, the column of headings, and the space between it and the text. */
const margin = { side: 56, top: 66, bottom: 60 }
const headings = 100
const gap = 20
/** Lines of a text that stay on one page. */
const mostTogether = 6

/**
 * The pages of a tagged PDF, and where on them the next thing goes. What is drawn is either an element of the document's
 * structure, which a screen reader reads, or an artifact such as a line.
 */
export class Pages {
  readonly doc: PDFKit.PDFDocument
  readonly type: TypeSetter
  readonly left = margin.side
  readonly right: number
  /** Where the text begins, beside the column of headings. */
  readonly text = margin.side + headings + gap
  readonly bottom: number
  y = margin.top
  /** The section whose heading stands again on each page that it goes on to. */
  section = ''
  private readonly name: string
  private readonly root: Element
  private readonly chunks: Buffer[] = []

  constructor(
    readonly brief: BriefDocument,
    fonts: Fonts,
    missingGlyphs: Set<string>,
  ) {
    this.name = brief.client || brief.title
    this.doc = new PDFDocument({
      pdfVersion: '1.7',
      // The types of the library do not know this one yet.
      subset: 'PDF/UA' as 'PDF/A-1a',
      tagged: true,
      displayTitle: true,
      lang: brief.locale,
      info: { Title: brief.fullTitle, Creator: 'Quarterdeck', Producer: 'Quarterdeck' },
      size: brief.paper === 'Letter' ? 'LETTER' : 'A4',
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      bufferPages: true,
      // A standard font would not be in the file.
      font: null as unknown as string,
    })
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk))
    this.type = createTypeSetter(this.doc, fonts, missingGlyphs)
    this.right = this.doc.page.width - margin.side
    this.bottom = this.doc.page.height - margin.bottom
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  /** An element of the structure that holds others. */
  group(kind: string, parent: Element = this.root) {
    const element = this.doc.struct(kind)
    parent.add(element)
    return element
  }

  /** An element of the structure with what `draw` draws. */
  tagged(kind: string, parent: Element, draw: () => void, options: Options = {}) {
    const content = this.doc.markStructureContent(kind)
    draw()
    this.doc.endMarkedContent()
    parent.add(this.doc.struct(kind, options, content))
  }

  artifact(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout') {
    this.doc.markContent('Artifact', { type: kind })
    draw()
    this.doc.endMarkedContent()
  }

  line(from: number, to: number, y: number, colour: string, width = 0.5) {
    this.artifact(() => this.doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(colour).stroke())
  }

  /** Text to the right margin, as one element; what is long goes on over pages. */
  write(kind: string, parent: Element, text: string, style: Style, x = this.text) {
    const lines = this.type.linesOf(text, style, this.right - x)
    this.ensureRoom(Math.min(lines.length, mostTogether) * style.leading)
    const element = this.group(kind, parent)
    for (let from = 0; from < lines.length; ) {
      if (from > 0) this.newPage()
      const count = Math.max(1, Math.floor((this.bottom - this.y) / style.leading))
      const part = lines.slice(from, from + count)
      const content = this.doc.markStructureContent(kind)
      this.y = this.type.draw(part, x, this.y, style)
      this.doc.endMarkedContent()
      element.add(content)
      from += part.length
    }
  }

  newPage() {
    this.doc.addPage()
    this.y = margin.top
    if (!this.section) return
    const lines = this.type.linesOf(this.section, styles.section, headings)
    const style: Style = { ...styles.section, colour: colours.ink3, weight: 400 }
    this.artifact(() => this.type.draw(lines, this.left, this.y, style), 'Pagination')
  }

  /** The height of a page between its head and its foot. */
  get height() {
    return this.bottom - margin.top
  }

  /** Begins a new page unless there is this much room on this one. */
  ensureRoom(height: number) {
    if (this.y + height > this.bottom && this.y > margin.top) this.newPage()
  }

  /** Writes the heads and feet, now that the number of pages is known. */
  async finish() {
    this.root.end()
    const { start, count } = this.doc.bufferedPageRange()
    for (let at = start; at < start + count; at += 1) {
      this.doc.switchToPage(at)
      this.artifact(() => this.headAndFoot(at, count), 'Pagination')
    }
    const ended = new Promise((resolve) => this.doc.once('end', resolve))
    this.doc.end()
    await ended
    return Buffer.concat(this.chunks)
  }

  private headAndFoot(at: number, count: number) {
    const put = (text: string, y: number, atEnd = false) => {
      const line = this.type.lineOf(text, styles.running, (this.right - this.left) * 0.7)
      this.type.draw(line, this.left, y, styles.running, atEnd ? { end: this.right } : {})
    }
    const { name, footer } = this.brief.brand
    const foot = this.doc.page.height - 42
    put([name, this.brief.date].filter(Boolean).join(' · '), foot)
    if (footer) put(footer, foot + styles.running.leading)
    put(`${at + 1} / ${count}`, foot, true)
    if (at === 0) return
    put(this.name, 34)
    put(this.brief.title, 34, true)
  }
}
