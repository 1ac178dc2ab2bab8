import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** One record as it stands in a file: where, and what, or why it cannot be read. */
export type Entry = { place: string; value: unknown } | { place: string; problem: string }

/**
 * The records of a file: a JSON array, an answer of the API (`{data: [...]}`), or one JSON record a line, which is read line
 * by line, so that its size does not matter.
 */
export const readRecords = (file: string): AsyncIterable<Entry> =>
  /\.json$/i.test(file) ? wholeFile(file) : lines(file)

async function* lines(file: string): AsyncGenerator<Entry> {
  const source = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  for await (const line of source) {
    number += 1
    const text = number === 1 ? withoutMark(line) : line
    if (text.trim() !== '') yield parsed(`line ${number}`, text)
  }
}

async function* wholeFile(file: string): AsyncGenerator<Entry> {
  const content = parsed('the file', withoutMark(await fs.readFile(file, 'utf8')))
  if ('problem' in content) {
    yield content
    return
  }
  const records = recordsIn(content.value)
  if (records) for (const [index, value] of records.entries()) yield { place: `record ${index + 1}`, value }
  else yield { place: 'the file', problem: 'holds neither a list of records nor an answer of the API with data' }
}

const recordsIn = (value: unknown): unknown[] | null => {
  if (Array.isArray(value)) return value
  const data = typeof value === 'object' && value !== null && 'data' in value ? value.data : null
  return Array.isArray(data) ? data : null
}

const parsed = (place: string, text: string): Entry => {
  try {
    return { place, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { place, problem: `is not JSON (${(error as Error).message})` }
  }
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')
