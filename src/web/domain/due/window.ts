type WindowPage<R> = { rows: R[]; total: number }

type Window<R> = {
  /** Pages count from 1; all but the last have `size` rows. Sorted by date, nulls first or last. */
  readPage: (page: number) => Promise<WindowPage<R>>
  size: number
  /** Any increasing number; null without a date. */
  dateOf: (row: R) => number | null
  /** Both ends included. */
  from: number
  to: number
  /** Maximum number of rows to return. */
  most: number
}

/**
 * Rows of a sorted list within a date range that the API cannot filter by. Finds the first page by binary search, then
 * reads on.
 */
export const readWindow = async <R>({ readPage, size, dateOf, from, to, most }: Window<R>) => {
  const known = new Map<number, Promise<WindowPage<R>>>()
  const read = (page: number) => {
    const kept = known.get(page) ?? readPage(page)
    known.set(page, kept)
    return kept
  }
  const first = await read(1)
  const pages = Math.ceil(first.total / size)
  const isUndated = (row: R | undefined) => row !== undefined && dateOf(row) === null
  const isNullsFirst = pages > 1 && isUndated(first.rows[0]) && !isUndated((await read(pages)).rows.at(-1))
  const ofNull = isNullsFirst ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const at = (row: R | undefined) => (row === undefined ? null : dateOf(row)) ?? ofNull

  let [low, high] = [1, pages]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (at((await read(middle)).rows.at(-1)) < from) low = middle + 1
    else high = middle
  }

  const found: R[] = []
  for (let page = low; page <= pages; page++) {
    const { rows } = await read(page)
    found.push(...rows.filter((row) => at(row) >= from && at(row) <= to))
    if (found.length > most) return { rows: found.slice(0, most), whole: false }
    if (at(rows.at(-1)) > to) break
  }
  return { rows: found, whole: true }
}
