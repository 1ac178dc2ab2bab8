import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Weight } from './print-styles'

/** Parts of IBM Plex Sans, the most used first. */
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']

/** Of what is written from right to left. */
const arabic = 'noto-sans-arabic-arabic-400-normal'
const hebrew = (weight: Weight) => `noto-sans-hebrew-hebrew-${weight}-normal`
/** Everything else that can be printed but emoji, in one weight. A letter that no font has is printed as this one's box. */
export const japanese = 'noto-sans-jp-japanese-400-normal'
export const emoji = 'noto-emoji-emoji-400-normal'

/** The fonts of a weight, in the order in which they are asked for a letter. */
export const fontsOf = (weight: Weight) => [
  ...scripts.map((script) => `ibm-plex-sans-${script}-${weight}-normal`),
  arabic,
  hebrew(weight),
  japanese,
  emoji,
]

/** Reads fonts from the folder that the build has put them into, each once. */
export const openFonts = (folder: string) => {
  const read = new Map<string, Buffer>()
  return (name: string) => {
    const font = read.get(name) ?? zlib.brotliDecompressSync(fs.readFileSync(path.join(folder, `${name}.ttf.br`)))
    read.set(name, font)
    return font
  }
}

export type Fonts = ReturnType<typeof openFonts>
