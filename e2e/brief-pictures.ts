import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createServer } from 'vite'
import { openFonts } from '../src/server/briefs/fonts'
import { writePdf } from '../src/server/briefs/pdf'
import type { fillBrief as Fill } from '../src/web/domain/brief/fill'
import type { clients as Clients } from '../src/web/domain/brief/sample-clients'

/**
 * Pictures of the PDFs of very different clients: the first four pages of each, under gallery/briefs. Needs a build, pdftoppm
 * (poppler-utils) and montage (imagemagick).
 */
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' })
const { fillBrief }: { fillBrief: typeof Fill } = (await vite.ssrLoadModule('/src/web/domain/brief/fill.ts')) as never
const samples: { clients: typeof Clients } = (await vite.ssrLoadModule(
  '/src/web/domain/brief/sample-clients.ts',
)) as never
const sheets = 'gallery/briefs'
fs.mkdirSync(sheets, { recursive: true })
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'briefs-'))
const run = (command: string, ...parts: string[]) => {
  const { status, stderr, error } = spawnSync(command, parts)
  if (status !== 0) throw error ?? new Error(`${command}: ${stderr}`)
}
for (const { name, data, choice, brand } of samples.clients) {
  const file = path.join(folder, name.replaceAll(' ', '-').toLowerCase())
  fs.writeFileSync(`${file}.pdf`, await writePdf(fillBrief(data, choice, brand), openFonts('dist/server/fonts')))
  run('pdftoppm', '-png', '-r', '42', '-l', '4', `${file}.pdf`, file)
  const pages = fs
    .readdirSync(folder)
    .filter((one) => one.startsWith(`${path.basename(file)}-`) && one.endsWith('.png'))
  const sheet = path.join(sheets, `${path.basename(file)}.png`)
  const inRow = [
    '-tile',
    `${pages.length}x1`,
    '-geometry',
    '+6+6',
    '-background',
    '#cac7c0',
    '+dither',
    '-colors',
    '16',
  ]
  run('montage', ...pages.sort().map((one) => path.join(folder, one)), ...inRow, sheet)
  console.log(sheet, Math.round(fs.statSync(sheet).size / 1024), 'KB')
}
fs.rmSync(folder, { recursive: true })
await vite.close()
process.exit(0)
