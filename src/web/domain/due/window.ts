export type WindowPage<R> = { rows: R[]; total: number }

type Window<R> = {
  /** Counts from 1; every page but the last holds `size` rows. The list is sorted by the date, nulls last. */
  readPage: (page: number) => Promise<WindowPage<R>>
  size: number
  /** In any unit that grows with time; null where a row has none. */
  dateOf: (row: R) => number | null
  /** Both ends included. */
  from: number
  to: number
  /** As many rows as somebody can use. */
  most: number
}

/**
 * The rows of a sorted list whose date lies between two others, which is no filter of the API: the first page that reaches the
 * window is found by halving, in about log₂ n reads, and the pages from there are read until one goes beyond it.
 */
export const readWindow = async <R>({ readPage, size, dateOf, from, to, most }: Window<R>) => {
  const known = new Map<number, Promise<WindowPage<R>>>()
  const read = (page: number) => {
    const kept = known.get(page) ?? readPage(page)
    known.set(page, kept)
    return kept
  }
  const at = (row: R | undefined) => (row === undefined ? null : dateOf(row)) ?? Number.POSITIVE_INFINITY
  const pages = Math.ceil((await read(1)).total / size)

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
