import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Weight } from './look'

/** Parts of IBM Plex Sans, the most used first. */
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']

/** Written from right to left, so its words are set together. */
export const arabic = 'noto-sans-arabic-arabic-400-normal'
/** Everything else that can be printed, in one weight. */
const japanese = 'noto-sans-jp-japanese-400-normal'

/** The fonts of a weight, in the order in which they are asked for a letter. */
export const fontsOf = (weight: Weight) => [
  ...scripts.map((script) => `ibm-plex-sans-${script}-${weight}-normal`),
  arabic,
  japanese,
]

/** Reads fonts from the folder that the build has copied them into, each once. */
export const openFonts = (folder: string) => {
  const read = new Map<string, Buffer>()
  return (name: string) => {
    const font = read.get(name) ?? unpacked(fs.readFileSync(path.join(folder, `${name}.woff`)))
    read.set(name, font)
    return font
  }
}

export type Fonts = ReturnType<typeof openFonts>

/**
 * The bare font in a WOFF file. The PDF library could read it as it is, and would take more than a second for the
 * Japanese one, because it unpacks in JavaScript.
 */
const unpacked = (woff: Buffer) => {
  const count = woff.readUInt16BE(12)
  const entries = Array.from({ length: count }, (_, index) => woff.subarray(44 + 20 * index, 64 + 20 * index))
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Uint8Array[] = [head]
  let at = head.length
  for (const [index, entry] of entries.entries()) {
    const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const stored = woff.subarray(offset, offset + packed)
    const table = packed < length ? zlib.inflateSync(stored) : stored
    const record = 12 + 16 * index
    entry.copy(head, record, 0, 4)
    entry.copy(head, record + 4, 16, 20)
    head.writeUInt32BE(at, record + 8)
    head.writeUInt32BE(length, record + 12)
    const padding = Buffer.alloc(-length & 3)
    parts.push(table, padding)
    at += length + padding.length
  }
  return Buffer.concat(parts)
}
