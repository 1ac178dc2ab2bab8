import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(zlib.brotliCompress)

const packages = [
  { name: '@fontsource/ibm-plex-sans', files: /-(?:400|500|600)-normal\.woff$/ },
  { name: '@fontsource/noto-sans-arabic', files: /-arabic-arabic-400-normal\.woff$/ },
  { name: '@fontsource/noto-sans-hebrew', files: /-hebrew-hebrew-(?:400|500|600)-normal\.woff$/ },
  { name: '@fontsource/noto-sans-jp', files: /-jp-japanese-400-normal\.woff$/ },
  { name: '@fontsource/noto-emoji', files: /-emoji-emoji-400-normal\.woff$/ },
]

/**
 * Puts the fonts of client briefs and their licences beside the server, which writes them into PDFs. The PDF library could read
 * WOFF, and would take more than a second for the Japanese one, because it unpacks in JavaScript.
 */
export const briefFonts: Plugin = {
  name: 'brief-fonts',
  applyToEnvironment: ({ name }) => name === 'server',
  async generateBundle() {
    const emit = (fileName: string, source: Uint8Array) =>
      this.emitFile({ type: 'asset', fileName: `fonts/${fileName}`, source })
    for (const { name, files } of packages) {
      const folder = path.join('node_modules', name)
      emit(`LICENSE-${path.basename(name)}`, fs.readFileSync(path.join(folder, 'LICENSE')))
      for (const file of fs.readdirSync(path.join(folder, 'files'))) {
        if (!files.test(file)) continue
        const font = unpacked(fs.readFileSync(path.join(folder, 'files', file)))
        emit(file.replace(/woff$/, 'ttf.br'), await brotli(font, { params: quality }))
      }
    }
  },
}

/** The best would take ten times as long for a twentieth less. */
const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 }

/** The bare font in a WOFF file. */
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
