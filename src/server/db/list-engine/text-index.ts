import pLimit from 'p-limit'

/** Separates the rows of a page; PostgreSQL's text cannot contain NUL. */
const end = '\0'

type Page = { bytes: Buffer; ends: Uint32Array; ids: Buffer }

/** Milliseconds of searching before yielding to other work. */
const sliceMs = 8

/** What a page takes besides its contents: three buffers, and objects around them. */
const pageBytes = 600

/**
 * Search texts of rows in contiguous memory: scanning a million takes as long as thousands of index lookups. Pages are joined up to
 * `rowsPerPage`, because few rows are added at a time once all have been read.
 */
export const createTextIndex = (rowsPerPage = 1000) => {
  const added: Page[] = []
  const removed: Page[] = []
  const size = { added: 0, removed: 0 }
  /** Byte frequencies of the first page. */
  let frequency: Uint32Array | null = null
  const inTurn = pLimit(1)

  const pageOf = (rows: readonly (readonly [id: string, text: string])[]): Page => {
    const bytes = Buffer.from(`${rows.map(([, text]) => text).join(end)}${end}`)
    const ends = new Uint32Array(rows.length)
    let at = -1
    for (let row = 0; row < rows.length; row++) ends[row] = at = bytes.indexOf(0, at + 1)
    return { bytes, ends, ids: Buffer.from(rows.map(([id]) => id).join(end)) }
  }
  const append = (pages: Page[], rows: readonly (readonly [id: string, text: string])[]) => {
    if (rows.length === 0) return 0
    const page = pageOf(rows)
    const last = pages.at(-1)
    // A new page each time: searches may still read the last one.
    if (last && last.ends.length + rows.length <= rowsPerPage) pages[pages.length - 1] = joined(last, page)
    else pages.push(page)
    frequency ??= occurrences(page.bytes)
    return page.bytes.length + page.ids.length + 4 * rows.length
  }

  return {
    add: (rows: readonly (readonly [id: string, text: string])[]) => {
      size.added += append(added, rows)
    },
    /** Subtracts former texts of rows; they stay in memory until the index is rebuilt. */
    remove: (rows: readonly (readonly [id: string, text: string])[]) => {
      size.removed += append(removed, rows)
    },
    /** Of the texts and ids, by which former texts are compared with the others. */
    size,
    /** What all takes in memory. */
    bytes: () => size.added + size.removed + pageBytes * (added.length + removed.length),
    /**
     * Counts the rows that contain a text. Also returns ids, each once and including rows that used to contain it, if there are at
     * most `maxIds`. Searches run one after the other.
     */
    search: (text: string, maxIds: number) => {
      const [pages, former] = [[...added], [...removed]]
      return inTurn(() => search(pages, former, needleOf(text, frequency), maxIds))
    },
  }
}

const joined = (one: Page, other: Page): Page => {
  const ends = new Uint32Array(one.ends.length + other.ends.length)
  ends.set(one.ends)
  ends.set(
    other.ends.map((at) => one.bytes.length + at),
    one.ends.length,
  )
  return {
    bytes: Buffer.concat([one.bytes, other.bytes]),
    ends,
    ids: Buffer.concat([one.ids, Buffer.from(end), other.ids]),
  }
}

const search = async (added: Page[], removed: Page[], needle: Needle, maxIds: number) => {
  /** A set: a changed row is there with its old text and its new one. */
  const ids = new Set<string>()
  let count = 0
  let began = performance.now()
  const yieldToOthers = async () => {
    if (performance.now() - began < sliceMs) return
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
  for (const page of added) {
    const rows = hitsIn(page, needle)
    if (rows.length > 0 && ids.size <= maxIds) {
      const known = page.ids.toString().split(end)
      for (const row of rows) ids.add(known[row] as string)
    }
    count += rows.length
    await yieldToOthers()
  }
  for (const page of removed) {
    count -= hitsIn(page, needle).length
    await yieldToOthers()
  }
  return { count, ...(ids.size <= maxIds && { ids: [...ids] }) }
}

const occurrences = (bytes: Buffer) => {
  const frequency = new Uint32Array(256)
  for (const byte of bytes) frequency[byte] = (frequency[byte] as number) + 1
  return frequency
}

/** Searches for the rarest byte first, because the scan stops at every occurrence of it. */
type Needle = { before: Buffer; rest: Buffer }

const needleOf = (text: string, frequency: Uint32Array | null): Needle => {
  const bytes = Buffer.from(text)
  let start = 0
  for (const [at, byte] of bytes.subarray(0, -1).entries())
    if ((frequency?.[byte] ?? 0) < (frequency?.[bytes[start] as number] ?? 0)) start = at
  return { before: bytes.subarray(0, start), rest: bytes.subarray(start) }
}

/** The rows of a page that contain it. */
const hitsIn = ({ bytes, ends }: Page, { before, rest }: Needle) => {
  const rows: number[] = []
  const { length } = before
  let row = 0
  let at = bytes.indexOf(rest)
  while (at >= 0) {
    const isHit = length === 0 || (at >= length && before.compare(bytes, at - length, at) === 0)
    if (isHit) {
      while ((ends[row] as number) < at) row++
      rows.push(row)
    }
    at = bytes.indexOf(rest, isHit ? ends[row] : at + 1)
  }
  return rows
}
