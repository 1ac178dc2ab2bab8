import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { emoji, type Fonts, fontsOf, japanese } from './fonts'
import type { Style, Weight } from './print-styles'

/** Text of one font and one bidi level; odd levels run from right to left. */
type Run = { font: string; level: number; text: string; width: number }
/** Runs are in the order in which they are read. */
export type Line = { text: string; runs: Run[]; width: number }

/** The part of the library's own font that says which letters it has. */
type OpenFont = { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }

const graphemes = new Intl.Segmenter()
const invisible = /^\p{Default_Ignorable_Code_Point}$/u

/** Breaks text into lines and draws them, each letter in the first font that has it; what none has is added to `missingGlyphs`. */
export const createTypeSetter = (doc: PDFKit.PDFDocument, fonts: Fonts, missingGlyphs: Set<string>) => {
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
    const found = known.get(key) ?? fontsOf(weight).find((name) => has(name, letter))
    const font = found ?? japanese
    if (!found && !invisible.test(letter)) missingGlyphs.add(letter)
    known.set(key, font)
    return font
  }

  const runsOf = (text: string, { size, weight, tracking = 0 }: Style, levels = levelsOf(text)): Run[] => {
    const runs: Run[] = []
    let at = 0
    const add = (font: string, letter: string) => {
      const last = runs.at(-1)
      const level = levels[at] ?? 0
      const isMark = /^\p{M}/u.test(letter)
      // PDFKit reverses what it takes for a right-to-left word, digits included.
      const isApart = isLeftToRight(level) && rightToLeft.test(letter)
      if (last?.font === font && (isMark || (last.level === level && !isApart))) last.text += letter
      else runs.push({ font, level, text: letter, width: 0 })
    }
    for (const part of partsOf(text)) {
      if (emojiPattern.test(part) && has(emoji, part)) {
        add(emoji, part)
        at += part.length
        continue
      }
      for (const letter of part) {
        const last = runs.at(-1)
        // A mark belongs to the letter before it, and a space between words from right to left to the first of them.
        const isBetween = letter === ' ' && !isLeftToRight(levels[at] ?? 0) && rightToLeft.test(last?.text ?? '')
        const font = last && (isBetween || /^[\p{M}\p{Cf}]$/u.test(letter)) ? last.font : fontFor(letter, weight)
        // An invisible letter that the font lacks would be drawn as a box.
        if (!invisible.test(letter) || has(font, letter)) add(font, letter)
        at += letter.length
      }
    }
    for (const run of runs) {
      if (!isLeftToRight(run.level) && !rightToLeft.test(run.text)) run.text = reversed(run.text)
      run.width = doc.font(run.font).fontSize(size).widthOfString(run.text, optionsOf(run, tracking))
    }
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
    const text = clean(given)
    for (const word of wordsOf(text)) {
      if (widthOf(word.trimEnd(), style) <= most) add(word)
      else for (const { segment } of graphemes.segment(word)) add(segment)
    }
    end()
    // Of the whole text: a number takes its direction from words that may be on an earlier line.
    const levels = levelsOf(text)
    let from = 0
    return lines.map((line) => {
      const runs = runsOf(line.trimEnd(), style, levels.subarray(from))
      from += line.length
      return { text: line.trimEnd(), runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
    })
  }

  /** Draws lines below `y`, and returns where they end. */
  const draw = (lines: Line[], x: number, y: number, style: Style, { end }: { end?: number } = {}) => {
    for (const [index, { runs, width }] of lines.entries()) {
      const baseline = y + index * style.leading + style.leading / 2 + style.size * 0.35
      let at = end === undefined ? x : end - width
      const places = new Map<Run, number>()
      for (const run of inVisualOrder(runs)) {
        places.set(run, at)
        at += run.width
      }
      // In reading order, for screen readers.
      for (const run of runs) {
        doc.font(run.font).fontSize(style.size).fillColor(style.colour)
        doc.text(run.text, places.get(run), baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...optionsOf(run, style.tracking),
        })
      }
    }
    return y + lines.length * style.leading
  }

  /** One line, with an ellipsis if not all of it fits. */
  const lineOf = (text: string, style: Style, most: number): Line[] => {
    const [first, ...others] = linesOf(text, style, most - widthOf('…', style))
    if (!first || others.length === 0) return first ? [first] : []
    return linesOf(`${first.text}…`, style, most)
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
const optionsOf = ({ font, text }: Run, tracking = 0) =>
  font === emoji || rightToLeft.test(text) ? { characterSpacing: 0, features: [] } : { characterSpacing: tracking }

const bidi = bidiFactory()
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const isLeftToRight = (level: number) => level % 2 === 0

/** The bidi level of each UTF-16 unit (UAX 9), in a paragraph from left to right. */
const levelsOf = (text: string) =>
  // bidi-js takes every surrogate pair for left-to-right, even emoji.
  bidi.getEmbeddingLevels(text.replaceAll(/[^\0-\uffff\p{L}]/gu, '\ufffc\ufffc'), 'ltr').levels

/** Reverses what PDFKit would draw from left to right. */
const reversed = (text: string) =>
  Array.from(graphemes.segment(text), ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment)
    .reverse()
    .join('')

/** Runs in visual order: from the highest level down, each stretch of that level or above is reversed (UAX 9, rule L2). */
const inVisualOrder = (runs: Run[]) => {
  let placed = runs
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    placed = groupsOf(placed, level).flatMap((group) => ((group[0]?.level ?? 0) >= level ? group.toReversed() : group))
  return placed
}

/** Neighbours that are all of this level or higher, or all below it. */
const groupsOf = (runs: Run[], level: number) => {
  const groups: Run[][] = []
  for (const run of runs) {
    const last = groups.at(-1)
    if (last?.[0] && last[0].level >= level === run.level >= level) last.push(run)
    else groups.push([run])
  }
  return groups
}

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
