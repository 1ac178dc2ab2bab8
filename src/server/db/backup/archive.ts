import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { NotTar, readTar, tarEnd, tarEntry } from './tar'

/** Raised when an older version could not read what this one writes. */
const format = 1

const Manifest = z.object({
  format: z.number(),
  /** The release that made it. */
  quarterdeck: z.string(),
  /** The last migration of its database. */
  schema: z.string(),
  takenAt: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), version: z.nullable(z.number()) })),
})
export type Manifest = Omit<z.output<typeof Manifest>, 'format'>

/** Rows of one table, as lines of JSON. */
export type Part = { table: string; lines: Buffer }

const manifestName = 'manifest.json'
const sumsName = 'SHA256SUMS'

/**
 * An archive as the bytes of a tar: the manifest, the tables in parts of a few megabytes, and a list of checksums that
 * `sha256sum -c` understands.
 */
export async function* writeArchive(manifest: Manifest, parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const sums: string[] = []
  const numbers = new Map<string, number>()
  const entry = (name: string, content: Buffer) => {
    sums.push(`${sha256(content)}  ${name}\n`)
    return tarEntry(name, content)
  }
  yield entry(manifestName, Buffer.from(`${JSON.stringify({ format, ...manifest }, null, 2)}\n`))
  for await (const { table, lines } of parts) {
    const number = (numbers.get(table) ?? 0) + 1
    numbers.set(table, number)
    yield entry(`${table}/${String(number).padStart(6, '0')}.ndjson`, lines)
  }
  yield tarEntry(sumsName, Buffer.from(sums.join('')))
  yield tarEnd
}

/** A sentence about a file that cannot be used as a backup. */
export class BadArchive extends Error {}

export type Archive = { manifest: Manifest; parts: AsyncGenerator<Part>; close: () => Promise<void> }

/** Reads an archive while it is used. Damage may show as late as with the last part: then `parts` throws BadArchive. */
export const openArchive = async (file: string): Promise<Archive> => {
  const content = createGunzip({ chunkSize: 256 * 1024 })
  // Errors, of the file too, surface where the content is read.
  pipeline(createReadStream(file), content, () => {})
  const entries = readTar(content)
  const close = async () => {
    content.destroy()
    await entries.return(undefined)
  }
  try {
    const first = await entries.next().catch(async (error) => {
      throw await sentenceFor(file, error, true)
    })
    const manifest = first.done ? null : readManifest(file, first.value)
    if (first.done || !manifest) throw foreign(file)
    return { manifest, parts: readParts(file, manifest, first.value, entries), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Entry = { name: string; content: Buffer }

async function* readParts(
  file: string,
  { tables }: Manifest,
  first: Entry,
  entries: AsyncGenerator<Entry>,
): AsyncGenerator<Part> {
  const sums = [`${sha256(first.content)}  ${first.name}\n`]
  const rows = new Map(tables.map(({ name }) => [name, 0]))
  let list: string | null = null
  try {
    for await (const { name, content } of entries) {
      if (name === sumsName) {
        list = content.toString()
        continue
      }
      sums.push(`${sha256(content)}  ${name}\n`)
      const [table = ''] = name.split('/')
      const known = rows.get(table)
      if (known === undefined || list !== null) throw damaged(file)
      rows.set(table, known + linesIn(content))
      yield { table, lines: content }
    }
  } catch (error) {
    throw await sentenceFor(file, error, false)
  }
  if (list === null) throw incomplete(file)
  if (list !== sums.join('') || tables.some((table) => rows.get(table.name) !== table.rows)) throw damaged(file)
}

const readManifest = (file: string, { name, content }: Entry): Manifest | null => {
  if (name !== manifestName) return null
  let json: unknown
  try {
    json = JSON.parse(content.toString())
  } catch {
    return null
  }
  const { format: found, quarterdeck } = Object(json) as { format?: unknown; quarterdeck?: unknown }
  if (typeof found === 'number' && found > format) throw new BadArchive(newer(file, String(quarterdeck)))
  const manifest = Manifest.safeParse(json)
  return manifest.success ? manifest.data : null
}

export const newer = (file: string, release: string) =>
  `${file} was made by Quarterdeck ${release}, which is newer than this one. Use that version or a later one.`

const foreign = (file: string) => new BadArchive(`${file} is not a backup of Quarterdeck. Check the name.`)
const damaged = (file: string) =>
  new BadArchive(`${file} was changed or damaged: its content does not match its checksums. Use another backup.`)
const incomplete = (file: string) =>
  new BadArchive(`${file} is incomplete: its end is missing. Copy it again, or use another backup.`)

/** What follows a gzip fails as a file that is none does. */
const beginsAsGzip = async (file: string) => {
  const opened = await fs.open(file)
  try {
    const { buffer } = await opened.read(Buffer.alloc(2), 0, 2)
    return buffer.readUInt16BE() === 0x1f8b
  } finally {
    await opened.close()
  }
}

const sentenceFor = async (file: string, error: unknown, isFirst: boolean) => {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof BadArchive) return error
  if (code === 'ENOENT') return new BadArchive(`${file} does not exist. Check the name.`)
  if (code === 'EACCES' || code === 'EPERM') return new BadArchive(`This user may not read ${file}.`)
  if (code === 'EISDIR') return new BadArchive(`${file} is a folder. Name a backup in it.`)
  if (code === 'Z_BUF_ERROR') return incomplete(file)
  if (message === 'incorrect header check' && (await beginsAsGzip(file)))
    return new BadArchive(`${file} has other bytes after the backup's end. Copy it again, or use another backup.`)
  if (message === 'incorrect header check' || (error instanceof NotTar && isFirst)) return foreign(file)
  if (code.startsWith('Z_') || error instanceof NotTar) return damaged(file)
  return new BadArchive(`${file} could not be read: ${message.replace(/\.$/, '')}.`)
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const lineFeed = 0x0a

const linesIn = (content: Buffer) => {
  let count = 0
  for (let at = content.indexOf(lineFeed); at !== -1; at = content.indexOf(lineFeed, at + 1)) count += 1
  return count
}
