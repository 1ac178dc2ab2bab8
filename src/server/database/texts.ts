/** PostgreSQL's text cannot hold it, so it stands between the rows of a page. */
const end = '\0'

type Page = { bytes: Buffer; ends: Uint32Array; ids: Buffer }

/** For so long, in milliseconds, nothing else is done while texts are gone through. */
const slice = 8

/** Texts of rows, side by side: a search goes through a million of them in the time that an index needs for thousands. */
export const textStore = () => {
  const there: Page[] = []
  const gone: Page[] = []
  const size = { there: 0, gone: 0 }

  const pageOf = (rows: readonly (readonly [id: string, text: string])[]): Page => {
    const bytes = Buffer.from(`${rows.map(([, text]) => text).join(end)}${end}`)
    const ends = new Uint32Array(rows.length)
    let at = -1
    for (let row = 0; row < rows.length; row++) ends[row] = at = bytes.indexOf(0, at + 1)
    return { bytes, ends, ids: Buffer.from(rows.map(([id]) => id).join(end)) }
  }
  const put = (pages: Page[], rows: readonly (readonly [id: string, text: string])[]) => {
    if (rows.length === 0) return 0
    const page = pageOf(rows)
    pages.push(page)
    return page.bytes.length + page.ids.length + 4 * rows.length
  }

  return {
    add: (rows: readonly (readonly [id: string, text: string])[]) => {
      size.there += put(there, rows)
    },
    /** They are there still, and stand here too: so many are rare. */
    remove: (rows: readonly (readonly [id: string, text: string])[]) => {
      size.gone += put(gone, rows)
    },
    size,
    /** How many rows contain a text, and which may, where they are at most `few`. */
    search: async (text: string, few: number) => {
      const needle = Buffer.from(text)
      const pages = [...there]
      const former = [...gone]
      const ids: string[] = []
      let count = 0
      let began = performance.now()
      const rest = async () => {
        if (performance.now() - began < slice) return
        await new Promise((resolve) => setImmediate(resolve))
        began = performance.now()
      }
      for (const page of pages) {
        const rows = hitsIn(page, needle)
        if (rows.length > 0 && count <= few) {
          const known = page.ids.toString().split(end)
          ids.push(...rows.map((row) => known[row] as string))
        }
        count += rows.length
        await rest()
      }
      for (const page of former) {
        count -= hitsIn(page, needle).length
        await rest()
      }
      return { count, ...(ids.length <= few && { ids }) }
    },
  }
}

const hitsIn = ({ bytes, ends }: Page, needle: Buffer) => {
  const rows: number[] = []
  let row = 0
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, ends[row])) {
    while ((ends[row] as number) < at) row++
    rows.push(row)
  }
  return rows
}
