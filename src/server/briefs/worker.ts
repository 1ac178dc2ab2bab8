import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { BriefKind } from '../../contract/briefs'
import type { BriefDocument } from '../../contract/core/brief-document'
import { openFonts } from './fonts'

export type Job = { brief: BriefDocument; kind: BriefKind }
/** The letters of `missingGlyphs` are not in the file. */
export type Written = { file: Uint8Array<ArrayBuffer>; missingGlyphs: string[] }
export type Done = Written | { error: unknown }

const fonts = openFonts(path.join(import.meta.dirname, 'fonts'))

const write = async ({ brief, kind }: Job): Promise<Written> => {
  const missingGlyphs = new Set<string>()
  const file =
    kind === 'pdf'
      ? await (await import('./pdf')).writePdf(brief, fonts, missingGlyphs)
      : await (await import('./word')).writeWord(brief)
  return { file: new Uint8Array(file), missingGlyphs: [...missingGlyphs] }
}

parentPort?.on('message', async (job: Job) => {
  const done: Done = await write(job).catch((error: unknown) => ({ error }))
  parentPort?.postMessage(done, 'file' in done ? [done.file.buffer] : [])
})
