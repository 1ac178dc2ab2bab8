import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { BriefKind } from '../../contract/briefs'
import type { BriefDocument } from '../../contract/core/brief-document'
import { openFonts } from './fonts'

export type Job = { brief: BriefDocument; kind: BriefKind }
export type Done = { file: Uint8Array<ArrayBuffer> } | { error: unknown }

const fonts = openFonts(path.join(import.meta.dirname, 'fonts'))

const write = async ({ brief, kind }: Job) => {
  if (kind === 'pdf') return (await import('./pdf')).writePdf(brief, fonts)
  return (await import('./word')).writeWord(brief)
}

parentPort?.on('message', async (job: Job) => {
  const done: Done = await write(job).then(
    (file) => ({ file: new Uint8Array(file) }),
    (error: unknown) => ({ error }),
  )
  parentPort?.postMessage(done, 'file' in done ? [done.file.buffer] : [])
})
