import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTextIndex } from './text-index'

/* Few letters, of one and of several bytes, so that most of what is looked for is there, also across two rows and twice in one. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '株', '😀'), maxLength: 6 })
const rows = fc.array(text, { maxLength: 8 }).map((texts) => texts.map((one, index) => [`id-${index}`, one] as const))

it('finds the rows that contain a text, each once however often it was written, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 3 }), text, fc.nat(4), async (pages, sought, few) => {
      fc.pre(sought !== '')
      const store = createTextIndex()
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
    }),
    { numRuns: 400 },
  )
})
