import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTextIndex } from './text-index'

/* Few letters, of one and of several bytes, so that most of what is looked for is there, also across two rows and twice in one. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '株', '😀'), maxLength: 6 })
const rows = fc.array(text, { maxLength: 8 }).map((texts) => texts.map((one, index) => [`id-${index}`, one] as const))

it('finds the rows that contain a text, each once however often it was written, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rows, { minLength: 1, maxLength: 3 }),
      text,
      fc.nat(4),
      fc.nat(12),
      async (pages, sought, few, perPage) => {
        fc.pre(sought !== '')
        const store = createTextIndex(perPage)
        const written = new Map<string, string>()
        for (const page of pages) {
          store.remove(page.flatMap(([id]) => (written.has(id) ? [[id, written.get(id) ?? ''] as const] : [])))
          store.add(page)
          for (const [id, one] of page) written.set(id, one)
        }
        const hits = (some: Iterable<readonly [string, string]>) =>
          [...some].filter(([, one]) => one.includes(sought)).map(([id]) => id)
        // Those that only did contain it are left to the statement that reads the rows.
        const ids = [...new Set(hits(pages.flat()))]
        expect(await store.search(sought, few)).toEqual({
          count: hits(written).length,
          ...(ids.length <= few && { ids }),
        })
      },
    ),
    { numRuns: 400 },
  )
})

it('takes little more memory for rows that were added one by one, and counts it', () => {
  const added = Array.from({ length: 3000 }, (_, at) => [`id-${at}`, `text of row ${at}`] as const)
  const [atOnce, oneByOne] = [createTextIndex(), createTextIndex()]
  atOnce.add(added)
  for (const row of added) oneByOne.add([row])
  expect(atOnce.bytes()).toBeGreaterThan(atOnce.size.added)
  expect(oneByOne.bytes() / atOnce.bytes()).toBeLessThan(1.1)
})
