import { constants } from 'node:buffer'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'

/** One record of a file and its place, or why it cannot be read. The place is empty for the whole file. */
export type Entry = { place: string; value: unknown } | { place: string; problem: string }

/**
 * Reads the records of a file: a JSON array, an API response (`{data: [...]}` or `{data: {...}}`), or one JSON record per
 * line, which is streamed.
 */
export async function* readRecords(file: string): AsyncGenerator<Entry> {
  try {
    yield* /\.json$/i.test(file) ? wholeFile(file) : lines(file)
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}. Check its disk.`, { cause: error })
  }
}

async function* lines(file: string): AsyncGenerator<Entry> {
  let number = 0
  let isEmpty = true
  for await (const line of linesOf(file)) {
    number += 1
    const entry = parsed(`line ${number}`, line)
    if (!entry) continue
    isEmpty = false
    yield entry
  }
  if (isEmpty) yield empty
}

const empty: Entry = { place: '', problem: 'is empty' }

const lineFeed = 0x0a

/** Splits bytes at line feeds, so that invalid UTF-8 is noticed before it is replaced. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)])
      begun = []
      from = end + 1
    }
    begun.push(chunk.subarray(from))
  }
  yield Buffer.concat(begun)
}

const tooLarge = 'is too large to be read at once. Write one record per line (.ndjson)'

async function* wholeFile(file: string): AsyncGenerator<Entry> {
  const { size } = await fs.stat(file)
  const content: Entry =
    size > constants.MAX_STRING_LENGTH
      ? { place: '', problem: tooLarge }
      : (parsed('', await fs.readFile(file)) ?? empty)
  if ('problem' in content) {
    yield content
    return
  }
  const records = recordsIn(content.value)
  if (records) for (const [index, value] of records.entries()) yield { place: `record ${index + 1}`, value }
  else yield { place: '', problem: 'contains neither a list of records nor an API response with data' }
}

const recordsIn = (value: unknown): unknown[] | null => {
  if (Array.isArray(value)) return value
  const data = typeof value === 'object' && value !== null && 'data' in value ? value.data : null
  if (Array.isArray(data)) return data
  return typeof data === 'object' && data !== null ? [data] : null
}

/** Removes a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const parsed = (place: string, bytes: Buffer): Entry | null => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { place, problem: bytes.length > constants.MAX_STRING_LENGTH ? tooLarge : 'is not UTF-8 text' }
  }
  if (text.trim() === '') return null
  try {
    return { place, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { place, problem: `is not JSON (${(error as Error).message})` }
  }
}
