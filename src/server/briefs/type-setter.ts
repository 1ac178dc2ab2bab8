import LineBreaker from 'linebreak'
import { arabic, emoji, type Fonts, fontsOf, japanese } from './fonts'
import type { Style, Weight } from './look'

type Run = { font: string; text: string; width: number }
export type Line = { runs: Run[]; width: number }

/** The part of the library's own font that says which letters it has. */
type OpenFont = { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }

const graphemes = new Intl.Segmenter()

/** Breaks text into lines and draws them, each letter in the first font that has it. */
export const createTypeSetter = (doc: PDFKit.PDFDocument, fonts: Fonts) => {
  const opened = new Set<string>()
  const choose = (name: string) => {
    if (!opened.has(name)) doc.registerFont(name, fonts(name))
    opened.add(name)
    return (doc.font(name) as unknown as { _font: OpenFont })._font.font
  }
  const has = (name: string, letter: string) => choose(name).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  const known = new Map<string, string>()
  const fontFor = (letter: string, weight: Weight) => {
    const key = `${weight} ${letter}`
    const font = known.get(key) ?? fontsOf(weight).find((name) => has(name, letter)) ?? japanese
    known.set(key, font)
    return font
  }

  const runsOf = (text: string, { size, weight, tracking = 0 }: Style): Run[] => {
    const runs: Run[] = []
    const add = (font: string, letter: string) => {
      const last = runs.at(-1)
      if (last?.font === font) last.text += letter
      else runs.push({ font, text: letter, width: 0 })
    }
    for (const part of partsOf(text)) {
      if (emojiPattern.test(part) && has(emoji, part)) {
        add(emoji, part)
        continue
      }
      for (const letter of part) {
        const last = runs.at(-1)
        // A mark belongs to the letter before it, and a space to the word.
        const isJoined = /^[\p{M}\p{Cf}]$/u.test(letter) || (letter === ' ' && last?.font === arabic)
        const font = last && isJoined ? last.font : fontFor(letter, weight)
        // An invisible letter that the font lacks would be drawn as a box.
        const isInvisible = /^\p{Default_Ignorable_Code_Point}$/u.test(letter)
        if (!isInvisible || has(font, letter)) add(font, letter)
      }
    }
    for (const run of runs)
      run.width = doc.font(run.font).fontSize(size).widthOfString(run.text, optionsOf(run.font, tracking))
    return runs
  }
  const widthOf = (text: string, style: Style) => runsOf(text, style).reduce((sum, { width }) => sum + width, 0)

  /** Lines no wider than `most`; a word that is longer breaks between letters. */
  const linesOf = (given: string, style: Style, most: number): Line[] => {
    const lines: string[] = []
    let line = { text: '', width: 0 }
    const end = () => {
      if (line.text) lines.push(line.text)
      line = { text: '', width: 0 }
    }
    const add = (part: string) => {
      if (line.width + widthOf(part.trimEnd(), style) > most) end()
      line = { text: line.text + part, width: line.width + widthOf(part, style) }
    }
    for (const word of wordsOf(clean(given))) {
      if (widthOf(word.trimEnd(), style) <= most) add(word)
      else for (const { segment } of graphemes.segment(word)) add(segment)
    }
    end()
    return lines.map((text) => {
      const runs = runsOf(text.trimEnd(), style)
      return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
    })
  }

  /** Draws lines below `y`, and returns where they end. */
  const draw = (lines: Line[], x: number, y: number, style: Style, { end }: { end?: number } = {}) => {
    for (const [index, { runs, width }] of lines.entries()) {
      const baseline = y + index * style.leading + style.leading / 2 + style.size * 0.35
      let at = end === undefined ? x : end - width
      for (const run of runs) {
        doc.font(run.font).fontSize(style.size).fillColor(style.colour)
        doc.text(run.text, at, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...optionsOf(run.font, style.tracking),
        })
        at += run.width
      }
    }
    return y + lines.length * style.leading
  }

  /** One line, with an ellipsis if not all of it fits. */
  const lineOf = (text: string, style: Style, most: number): Line[] => {
    const [first, ...others] = linesOf(text, style, most - widthOf('…', style))
    if (!first || others.length === 0) return first ? [first] : []
    return linesOf(`${first.runs.map((run) => run.text).join('')}…`, style, most)
  }

  return { widthOf: (text: string, style: Style) => widthOf(clean(text), style), linesOf, lineOf, draw }
}

export type TypeSetter = ReturnType<typeof createTypeSetter>

/** Names may have line breaks and control characters. Of the spaces of Intl, some are in no font. */
const clean = (text: string) =>
  text
    .replaceAll(/[\u2009\u202f]/g, '\u00a0')
    .replaceAll(/[^\S\u00a0]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()

/** Naming features, even none, has the library set a text as a whole rather than word by word. */
const optionsOf = (font: string, tracking = 0) =>
  font === arabic || font === emoji ? { characterSpacing: 0, features: [] } : { characterSpacing: tracking }

const emojiPattern = /\p{Emoji_Presentation}|\ufe0f/u

/** Splits text that contains emoji into graphemes, as one emoji can be several code points; other text stays whole. */
const partsOf = (text: string) =>
  emojiPattern.test(text) ? Array.from(graphemes.segment(text), ({ segment }) => segment) : [text]

const wordsOf = (text: string) => {
  const breaker = new LineBreaker(text)
  const words: string[] = []
  let from = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    words.push(text.slice(from, next.position))
    from = next.position
  }
  return words
}
