import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  ImageRun,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx'
import {
  type Block,
  type BriefBrand,
  type BriefDocument,
  type Paper,
  withNote,
} from '../../contract/core/brief-document'
import { logoIn } from './logo'
import { colours } from './print-styles'

/** In twentieths of a point. */
const papers: Record<Paper, { width: number; height: number }> = {
  A4: { width: 11906, height: 16838 },
  Letter: { width: 12240, height: 15840 },
}
const margin = 1360

/** On every computer that has Word, unlike ours. */
const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Calibri', eastAsia: 'Yu Gothic' }

const colour = (name: keyof typeof colours) => colours[name].slice(1)

/** A client brief as a Word file of headings, tables and styles that a person can edit. */
export const writeWord = async (brief: BriefDocument): Promise<Buffer> => {
  const { title, client, date, locale, brand } = brief
  const page = papers[brief.paper]
  const width = page.width - 2 * margin
  const document = new Document({
    title: brief.fullTitle,
    creator: 'Quarterdeck',
    lastModifiedBy: 'Quarterdeck',
    styles: styles(locale, brand.colour.slice(1)),
    sections: [
      {
        properties: { page: { size: page, margin: { top: margin, right: margin, bottom: margin, left: margin } } },
        footers: { default: footer(client || title, brand, width) },
        children: [
          ...brandHead(brand),
          new Paragraph({
            style: 'Running',
            tabStops: [{ type: TabStopType.RIGHT, position: width }],
            children: [new TextRun(plain(title)), new TextRun({ children: ['\t', plain(date)] })],
          }),
          new Paragraph({ heading: HeadingLevel.TITLE, text: plain(client || title) }),
          ...brief.sections.flatMap((section) => [
            new Paragraph({
              heading: HeadingLevel.HEADING_1,
              text: plain(section.title),
              // One large figure on a page.
              pageBreakBefore: section.blocks.some(({ kind }) => kind === 'figure'),
            }),
            ...section.blocks.flatMap((block, at) => written(block, section.blocks[at + 1], width)),
          ]),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

/** The logo as wide as it is high allows, or the name. */
const brandHead = ({ logo, name }: BriefBrand) => {
  if (!logo) return name ? [new Paragraph({ style: 'Brand', text: plain(name) })] : []
  const data = logoIn(logo)
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)]
  const scale = Math.min(1, 240 / width, 80 / height)
  const altText = { name: plain(name || 'Logo'), title: plain(name || 'Logo'), description: plain(name || 'Logo') }
  const transformation = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return [new Paragraph({ children: [new ImageRun({ type: 'png', data, transformation, altText })] })]
}

/** XML cannot hold control characters, nor these two. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ').toWellFormed()

const written = (block: Block, after: Block | undefined, width: number) => {
  if (block.kind === 'paragraph') return [new Paragraph({ text: plain(block.text) })]
  if (block.kind === 'quotation')
    return [
      new Paragraph({ style: 'Quotation', text: plain(block.text), keepNext: true }),
      new Paragraph({ style: 'Note', text: plain(block.source) }),
    ]
  if (block.kind === 'figure')
    return [
      new Paragraph({ style: 'Figure', text: plain(block.value), keepNext: true }),
      new Paragraph({ style: 'Label', text: plain(block.label), keepNext: true }),
      ...block.notes.map((note) => new Paragraph({ style: 'Note', text: plain(note) })),
    ]
  if (block.kind === 'table')
    return [
      new Paragraph({ style: 'Caption', text: plain(block.caption), keepNext: true }),
      tableOf(block.columns, block.rows, width),
      new Paragraph({ style: 'Note', text: '' }),
    ]
  // A chart is a table of its numbers, unless that table follows.
  if (after?.kind === 'table' && after.caption === block.title) return []
  const rows = block.points.map(({ label, note, text }) => [withNote(label, note), text])
  return [
    new Paragraph({ style: 'Caption', text: plain(block.title), keepNext: true }),
    tableOf([{ title: '' }, { title: '', isNumber: true }], rows, width, false),
    new Paragraph({ style: 'Note', text: '' }),
  ]
}

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const lineOf = (name: 'rule' | 'hairline') => ({ style: BorderStyle.SINGLE, size: 4, color: colour(name) })

type Columns = (Block & { kind: 'table' })['columns']

const tableOf = (columns: Columns, rows: string[][], width: number, hasHead = true) => {
  const widths = widthsOf(columns, rows, width)
  const row = (cells: string[], isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map(
        (cell, at) =>
          new TableCell({
            width: { size: widths[at] ?? 0, type: WidthType.DXA },
            margins: { top: 60, bottom: 60, left: 0, right: 160 },
            borders: { top: none, left: none, right: none, bottom: lineOf(isHead ? 'rule' : 'hairline') },
            children: [
              new Paragraph({
                style: isHead ? 'TableHead' : 'TableText',
                alignment: columns[at]?.isNumber ? AlignmentType.END : AlignmentType.START,
                keepNext: isHead,
                text: plain(cell),
              }),
            ],
          }),
      ),
    })
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    borders: { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none },
    rows: [
      ...(hasHead
        ? [
            row(
              columns.map(({ title }) => title),
              true,
            ),
          ]
        : []),
      ...rows.map((cells) => row(cells, false)),
    ],
  })
}

/** By the length of the longest text, and no column so narrow that a word breaks. */
const widthsOf = (columns: Columns, rows: string[][], width: number) => {
  const lengths = columns.map(({ title }, at) =>
    Math.min(40, 3 + Math.max(8, title.length, ...rows.map((row) => row[at]?.length ?? 0))),
  )
  const sum = lengths.reduce((all, length) => all + length, 0)
  return lengths.map((length) => Math.floor((width * length) / sum))
}

const footer = (name: string, brand: BriefBrand, width: number) =>
  new Footer({
    children: [
      new Paragraph({
        style: 'Running',
        tabStops: [{ type: TabStopType.RIGHT, position: width }],
        children: [
          new TextRun(plain([brand.name, name].filter(Boolean).join(' · '))),
          new TextRun({ children: ['\t', PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
      ...(brand.footer ? [new Paragraph({ style: 'Running', text: plain(brand.footer) })] : []),
    ],
  })

/** Sizes in half points. */
const styles = (locale: string, brandColour: string) => ({
  default: {
    document: {
      run: { font, size: 22, color: colour('ink'), language: { value: locale, eastAsia: 'ja-JP' } },
      paragraph: { spacing: { after: 120, line: 288, lineRule: LineRuleType.AUTO } },
    },
    title: {
      run: { size: 60, bold: true, color: colour('ink') },
      paragraph: { spacing: { before: 600, after: 480, line: 264, lineRule: LineRuleType.AUTO } },
    },
    heading1: {
      run: { size: 30, bold: true, color: colour('ink') },
      paragraph: {
        spacing: { before: 480, after: 200 },
        keepNext: true,
        border: { top: { style: BorderStyle.SINGLE, size: 4, color: colour('rule'), space: 10 } },
      },
    },
    caption: {
      run: { size: 18, bold: true, italics: false, color: colour('ink2') },
      paragraph: { spacing: { before: 200, after: 80 }, keepNext: true },
    },
  },
  paragraphStyles: [
    style('Brand', { size: 24, bold: true, color: brandColour }, { before: 0, after: 120 }),
    style('Quotation', { size: 24, italics: true }, { before: 160, after: 40 }),
    style(
      'Figure',
      { size: 80, bold: true, color: brandColour },
      { before: 0, after: 0, line: 240, lineRule: LineRuleType.AUTO },
    ),
    style('Label', { bold: true }, { before: 80, after: 40 }),
    style('Note', { size: 19, color: colour('ink2') }, { before: 0, after: 0 }),
    style('Running', { size: 17, color: colour('ink3') }, { before: 0, after: 0 }),
    style(
      'TableHead',
      { size: 18, bold: true, color: colour('ink2') },
      { before: 0, after: 0, line: 240, lineRule: LineRuleType.AUTO },
    ),
    style('TableText', { size: 20 }, { before: 0, after: 0, line: 240, lineRule: LineRuleType.AUTO }),
  ],
})

const style = (id: string, run: object, spacing: object) => ({
  id,
  name: id.replace(/(?<=[a-z])(?=[A-Z])/, ' '),
  basedOn: 'Normal',
  quickFormat: true,
  run,
  paragraph: { spacing },
})
